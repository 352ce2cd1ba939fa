"""Storage: one SQLite file, one writer thread, many changes per commit."""

from .backup import back_up, restore, shrink
from .changes import StoreChange, add_answer, add_chat, add_entry, drop_table, save_table
from .database import Store, StoredTable, StoreFailed
from .faults import DiskFault, told_of, unsaved
from .folder import PREFIX, data_folder
from .folder_lock import FolderInUse, FolderLock, lock_folder

__all__ = [
    "StoreChange",
    "DiskFault",
    "FolderInUse",
    "FolderLock",
    "StoredTable",
    "PREFIX",
    "Store",
    "StoreFailed",
    "add_answer",
    "add_chat",
    "add_entry",
    "back_up",
    "data_folder",
    "drop_table",
    "lock_folder",
    "restore",
    "save_table",
    "shrink",
    "told_of",
    "unsaved",
]
