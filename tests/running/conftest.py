"""The fixtures of the trials."""

from tests.trials.support import back_ends, build_cache

__all__ = ["back_ends", "build_cache"]
