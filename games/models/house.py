"""The house's own pulse: when its periodic work was last done. ``manage.py doctor`` and the health page read it."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The last time a named piece of periodic work ended well (``at``) and how long it took (``seconds``)."""

    name = models.CharField(primary_key=True, max_length=32)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return self.name
