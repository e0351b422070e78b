"""How often something may be asked for: counts in the cache that all processes share, each for a stretch of the clock.

Two at the same instant may count as one; what is guarded here is work, not secrets.
"""

from __future__ import annotations

import hashlib
import time

from django.core.cache import cache


def over(name: str, most: int, seconds: int) -> bool:
    """Count one; answers whether that was more than ``most`` within this stretch of ``seconds``."""
    stretch = int(time.time()) // seconds
    key = f"limit-{hashlib.sha256(name.encode()).hexdigest()[:32]}-{stretch}"
    count = int(cache.get(key, 0)) + 1
    cache.set(key, count, seconds)
    return count > most
