"""The sender: lease what is due for one person by one channel, look at each notice again, send it all as ONE message
outside any transaction, mark it. A crash between sending and marking can double that message (under the same id), and
never loses one. Who failed is tried again ever later, and in the end another channel takes over.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone, translation

from games.channels import Permanent, Trouble, channel
from games.models import Delivery
from games.notices import digest, routing, sifting
from games.notices.routing import Person

log = logging.getLogger(__name__)
LEASE = timedelta(minutes=5)
EARLY = 6
"""After so many tries (an hour) another channel takes over, if there is one."""
TRIES = 12
"""After so many (half a day) it is given up."""
LONGEST_WAIT = timedelta(hours=2)
PARCELS = 500
BUDGET = 60.0
REST = 3
BROKEN = "broken"
"""The trouble of what could not be made: a fault of this house."""


@dataclass
class Parcel:
    """What goes out together: deliveries to one target of one channel of one person, with their notices."""

    person: Person
    channel: str
    target: str
    message: str
    rows: list[Delivery]

    def only(self, rows: list[Delivery], message: str = "") -> Parcel:
        """The same parcel with some of its rows."""
        return replace(self, rows=rows, message=message or self.message)


def free(now: datetime) -> QuerySet[Delivery]:
    """Deliveries that are due, not done and not leased."""
    return _open().filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now), due_at__lte=now)


def _open() -> QuerySet[Delivery]:
    return Delivery.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)


def waiting(now: datetime) -> list[tuple[int, str, str]]:
    """(user id, channel, target) for which something is due, longest waiting first, at most ``PARCELS``."""
    rows = free(now).values("user_id", "channel", "target").annotate(first=Min("due_at")).order_by("first", "user_id")
    return [(row["user_id"], row["channel"], row["target"]) for row in rows[:PARCELS]]


def send_waiting() -> int:
    """Route and send what waits. Answers how many messages went out. One run takes ``BUDGET`` seconds at most, and
    lets a channel rest that failed ``REST`` times in a row: the next run goes on."""
    now, began = timezone.now(), time.monotonic()
    routing.route_waiting(now)
    sent, failures = 0, Counter[str]()
    for user_id, name, target in waiting(now):
        if time.monotonic() - began > BUDGET:
            break
        if failures[name] >= REST:
            continue
        went, failed = send_to(user_id, name, target)
        sent += went
        failures[name] = 0 if went else failures[name] + failed
    return sent


def send_to(user_id: int, name: str, target: str) -> tuple[int, int]:
    """Send what is due for one target of one person. Answers how many messages went out (mostly one), and how many
    failed."""
    ends = Counter[str]()
    while parcel := lease(user_id, name, target):
        ends[send(parcel)] += 1
    return ends["sent"], ends["failed"]


def lease(user_id: int, name: str, target: str) -> Parcel | None:
    """Take what belongs together in one message; None when nothing is due or somebody else has it. Its rows are
    locked in the order of their ids, so that two senders wait for each other and the second finds nothing."""
    now = timezone.now()
    with transaction.atomic():
        due = free(now).filter(user_id=user_id, channel=name, target=target).order_by("pk")
        rows = _together(list(due.select_for_update()))
        if not rows:
            return None
        message = rows[0].message or message_id(rows)
        ids = [row.pk for row in rows]
        Delivery.objects.filter(pk__in=ids).update(leased_until=now + LEASE, tries=F("tries") + 1, message=message)
    full = Delivery.objects.filter(pk__in=ids).select_related("notice__game", "user").order_by("pk")
    rows = list(full)
    for row in rows:
        row.notice.user = row.user = rows[0].user
    return Parcel(Person(rows[0].user), name, target, message, rows)


def _together(rows: list[Delivery]) -> list[Delivery]:
    """Of what is due: a message that somebody may already have sent stays as it was; else all of a digest; else the
    rest, apart from what could not be made before."""
    if not rows:
        return []
    first = min(rows, key=lambda row: (row.message == "", *_sort(row), row.pk))
    return [row for row in rows if row.message == first.message and _sort(row) == _sort(first)]


def _sort(row: Delivery) -> tuple[bool, bool]:
    return row.mode != "digest", row.trouble == BROKEN


def message_id(rows: Iterable[Delivery]) -> str:
    """The name of the message that holds these deliveries: the same for the same ones."""
    ids = ",".join(str(row.pk) for row in rows)
    return hashlib.blake2b(ids.encode(), digest_size=16).hexdigest()


def send(parcel: Parcel) -> str:
    """Send a leased parcel: what of it is still true. Answers "sent", "failed", or "" (nothing to send)."""
    now = timezone.now()
    try:
        kept = parcel.only(sifting.sift(parcel.person, parcel.rows, now))
    except Exception as error:  # noqa: BLE001  whatever one game's rows hold must not silence the others
        return _apart(parcel, error)
    if not kept.rows:
        return ""
    if kept.target not in kept.person.targets(kept.channel):
        _failed(kept, "not_ready", patience=0)
        return ""
    if kept.rows[0].mode != "digest":
        return _deliver(kept, now)
    user, due = kept.person.user, max(row.due_at for row in kept.rows)
    if not digest.claim(user, kept.channel, kept.target, due):
        later = digest.next_instant(user.zone, kept.person.wishes.digest_minute, now)
        sifting.put_back(kept.rows, due_at=later)
        return ""
    return _deliver(kept, now)


def _deliver(parcel: Parcel, now: datetime) -> str:
    """Hand a message to its channel, in the reader's language, and mark what came of it: "sent", "failed", or "" when
    this target alone is to blame."""
    user, notices = parcel.person.user, [row.notice for row in parcel.rows]
    try:
        with translation.override(user.language), timezone.override(user.zone):
            channel(parcel.channel).deliver(user, parcel.target, notices, parcel.message, now)
    except Permanent as error:
        _give_up(parcel.rows, parcel.person, error.code)
        return ""
    except Trouble as error:
        _failed(parcel, error.code)
        return "failed"
    except Exception as error:  # noqa: BLE001  whatever one game's rules do must not silence the others
        return _apart(parcel, error)
    mark_sent(parcel.rows)
    return "sent"


def mark_sent(rows: list[Delivery]) -> None:
    """These went out. What waits for another try at the same target has better hopes now, and need not wait."""
    first, now = rows[0], timezone.now()
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(sent_at=now, trouble="")
    again = _open().filter(user=first.user_id, channel=first.channel, target=first.target, leased_until__gt=now)
    again.filter(message="").exclude(trouble__in=("", BROKEN)).update(leased_until=now)


def _apart(parcel: Parcel, error: Exception) -> str:
    """A message could not be made (reported without any value of it): its notices go one by one, so that only the one
    at fault stays behind."""
    log.error("message of %s by %s was not made: %s", len(parcel.rows), parcel.channel, type(error).__name__)
    if len(parcel.rows) == 1:
        _failed(parcel, BROKEN)
        return ""
    ends = []
    for row in parcel.rows:
        alone = parcel.only([row], message_id([row]))
        if _open().filter(pk=row.pk, message=parcel.message).update(message=alone.message):
            ends.append(send(alone))
    return "sent" if "sent" in ends else "failed" if "failed" in ends else ""


def _failed(parcel: Parcel, code: str, patience: int = EARLY) -> None:
    """Not delivered: from the ``patience``th try on another channel takes over, if one can; until the last try wait
    longer each time."""
    log.warning("%s deliveries by %s not sent: %s", len(parcel.rows), parcel.channel, code)
    for row in parcel.rows:
        if row.tries >= patience:
            _give_up([row], parcel.person, code, only_if_helped=row.tries < TRIES)
        else:
            _wait(row, code)


def _wait(row: Delivery, code: str) -> None:
    later = timezone.now() + min(timedelta(minutes=2**row.tries), LONGEST_WAIT)
    Delivery.objects.filter(pk=row.pk).update(leased_until=later, trouble=code[:80], message="")


def _give_up(rows: list[Delivery], person: Person, code: str, *, only_if_helped: bool = False) -> None:
    """This way is closed. Another channel takes over in the same transaction: nothing is lost between the two."""
    now = timezone.now()
    for row in rows:
        with transaction.atomic():
            helper = routing.take_over(row, person, now)
            if only_if_helped and not helper:
                _wait(row, code)
            else:
                Delivery.objects.filter(pk=row.pk).update(failed_at=now, trouble=code[:80], fallback=helper)
