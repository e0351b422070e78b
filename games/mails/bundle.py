"""Many notices, one mail: a section for each table, what waits for the reader first; or, when all are of one table,
its most pressing letter with the rest beneath it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games import clockwords
from games.letters import Bundle, Letter, Section, neutral
from games.mails.case import footing
from games.models import Notice
from hotmk_site.texts import t

PICTURES_MOST = 3
"""Pictures in one mail: more would make it heavy."""
NEVER = datetime.max.replace(tzinfo=UTC)
Pair = tuple[Notice, Letter]


def urgency(pair: Pair) -> tuple[int, datetime, int]:
    """What waits for the reader comes first, and of that what ends first."""
    notice, letter = pair
    return letter.rank, letter.due or NEVER, notice.pk or 0


def of_one_table(pairs: Sequence[Pair]) -> Letter:
    """The most pressing letter; what else is new there beneath it."""
    (_, first), *rest = sorted(pairs, key=urgency)
    said = list(dict.fromkeys(letter.brief for _, letter in rest))
    first.also_title = t("mail.also") if said else ""
    first.also = [brief for brief in said if brief != first.brief]
    return first


def of_many(pairs: Sequence[Pair], now: datetime, digest: bool) -> Bundle:
    """A section a table, the most pressing table first."""
    tables: dict[int | None, list[Pair]] = {}
    for pair in sorted(pairs, key=urgency):
        tables.setdefault(pair[0].game_id, []).append(pair)
    sections = [_section(found) for found in tables.values()]
    for section in [section for section in sections if section.picture][PICTURES_MOST:]:
        section.picture = None
    return Bundle(kicker=t("site.name"), sections=sections, **_heading(list(tables.values()), now, digest), **footing())


def _section(pairs: Sequence[Pair]) -> Section:
    notice, first = pairs[0]
    news = list(dict.fromkeys(letter.brief for _, letter in pairs if letter.brief))
    if notice.game is None:
        return Section(first.headline, first.kicker, first.lead, first.until, first.button, first.url, first.rank == 0)
    title, kicker = table_title(notice), t(f"{notice.game.slug}.name")
    return Section(title, kicker, news, first.until, first.button, first.url, first.rank == 0, first.picture)


def table_title(notice: Notice) -> str:
    """The title of a notice's table."""
    return neutral(notice.game.title) if notice.game else ""


def _heading(tables: Sequence[Sequence[Pair]], now: datetime, digest: bool) -> dict[str, Any]:
    """Subject, headline and opening lines."""
    user = tables[0][0][0].user
    turns = [pairs[0][1] for pairs in tables if pairs[0][0].kind in (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER)]
    due = min((letter.due for letter in turns if letter.due and letter.due > now), default=None)
    first = tables[0][0][1]
    if digest:
        subject = t("mail.digest.subject_turns", n=len(turns)) if turns else t("mail.digest.subject", n=len(tables))
        headline = t("mail.digest.headline")
    elif len(turns) > 1:
        headline = t("mail.bundle.turns", n=len(turns))
        when = clockwords.clock(due, user.zone, now) if due else ""
        subject = t("mail.bundle.turns_until", n=len(turns), when=when) if due else headline
    else:
        subject = t("mail.bundle.more", first=first.subject, n=len(tables) - 1)
        headline = t("mail.bundle.headline", n=len(tables))
    lead = [t("mail.bundle.lead")] if len(turns) > 1 else []
    return {
        "subject": subject,
        "headline": headline,
        "lead": lead,
        "why": t("mail.digest.why" if digest else "mail.bundle.why"),
        "preview": first.brief,
    }
