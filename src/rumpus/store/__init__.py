"""Where tables live: one SQLite file, written by one thread, many changes to a commit."""

from .changes import Change, add_answer, add_chat, add_entry, save_table
from .database import Kept, Store, StoreFailed
from .faults import DiskFault, unsaved
from .folder import data_folder
from .holding import FolderTaken, Hold, hold_folder

__all__ = [
    "Change",
    "DiskFault",
    "FolderTaken",
    "Hold",
    "Kept",
    "Store",
    "StoreFailed",
    "add_answer",
    "add_chat",
    "add_entry",
    "data_folder",
    "hold_folder",
    "save_table",
    "unsaved",
]
