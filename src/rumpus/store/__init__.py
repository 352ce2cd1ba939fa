"""Where tables live: one SQLite file, written by one thread, many changes to a commit."""

from .backup import back_up, restore, shrink
from .changes import Change, add_answer, add_chat, add_entry, drop_table, save_table
from .database import Kept, Store, StoreFailed
from .faults import DiskFault, told_of, unsaved
from .folder import PREFIX, data_folder
from .holding import FolderTaken, Hold, hold_folder

__all__ = [
    "Change",
    "DiskFault",
    "FolderTaken",
    "Hold",
    "Kept",
    "PREFIX",
    "Store",
    "StoreFailed",
    "add_answer",
    "add_chat",
    "add_entry",
    "back_up",
    "data_folder",
    "drop_table",
    "hold_folder",
    "restore",
    "save_table",
    "shrink",
    "told_of",
    "unsaved",
]
