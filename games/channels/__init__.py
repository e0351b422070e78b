"""The ways by which people are told: mail, web push, webhooks. A channel says who can be reached by it (``ready``) and
sends what belongs together in one message (``deliver``); it raises Temporary or Permanent, and decides nothing else."""

from __future__ import annotations


class Trouble(Exception):
    """A message was not sent. ``code`` names why in one word; no address or answer of anybody goes in."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Temporary(Trouble):
    """Worth another try later."""


class Permanent(Trouble):
    """No other try by this way can help."""
