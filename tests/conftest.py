"""Whatever the machine's language, the tests read English."""

from __future__ import annotations

import os

os.environ["RUMPUS_LANG"] = "en"
