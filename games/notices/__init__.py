"""Whom to tell what, by what way: from rows of the outbox to messages (plan: "Notices").

``games/play`` writes a Notice in the transaction that makes it true. ``routing`` makes Deliveries of it, by the
person's ``matrix`` (``preferences``, with what differs at single tables); ``sending`` leases what is due, ``sifting``
looks at it again (``truth``, ``presence``), a channel (``games/channels``) brings it; ``history`` is what came of it.
"""

from games.notices.history import clean
from games.notices.routing import route_waiting
from games.notices.sending import EARLY, LEASE, TRIES, send_to, send_waiting, waiting

__all__ = ["EARLY", "LEASE", "TRIES", "clean", "route_waiting", "send_to", "send_waiting", "waiting"]
