"""Storage: SQLite for a room on one machine, PostgreSQL for many servers; one writer thread in each
server, many changes per commit."""

from .backup import back_up, restore, shrink
from .changes import Claim, StoreChange, add_answer, add_chat, add_entry, drop_table, save_table
from .faults import DiskFault, told_of, unsaved
from .folder import PREFIX, data_folder
from .folder_lock import FolderInUse, FolderLock, lock_folder
from .moving import move_in
from .opening import existing_store, open_store
from .sqlite import FILE, SqliteStore
from .store import ClaimElsewhere, ListedTable, Store, StoredTable
from .writing import StoreFailed, WriteLost

__all__ = [
    "Claim",
    "ClaimElsewhere",
    "DiskFault",
    "FILE",
    "FolderInUse",
    "FolderLock",
    "ListedTable",
    "PREFIX",
    "SqliteStore",
    "Store",
    "StoreChange",
    "StoreFailed",
    "StoredTable",
    "WriteLost",
    "add_answer",
    "add_chat",
    "add_entry",
    "back_up",
    "data_folder",
    "drop_table",
    "existing_store",
    "lock_folder",
    "move_in",
    "open_store",
    "restore",
    "save_table",
    "shrink",
    "told_of",
    "unsaved",
]
