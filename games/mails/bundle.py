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

TURNS = (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER)
NEVER = datetime.max.replace(tzinfo=UTC)
Pair = tuple[Notice, Letter]


def urgency(pair: Pair) -> tuple[int, datetime, int]:
    """What waits for the reader comes first, and of that what ends first."""
    notice, letter = pair
    return letter.rank, letter.due or NEVER, notice.pk or 0


def weight(pair: Pair) -> tuple[bool, int, datetime, int]:
    """The same within one table, where the reader's own turn is the first thing to say."""
    return pair[0].kind not in TURNS, *urgency(pair)


def of_one_table(pairs: Sequence[Pair]) -> Letter:
    """The most pressing letter; what else is new there beneath it."""
    (_, first), *rest = sorted(pairs, key=weight)
    said = list(dict.fromkeys(letter.brief for _, letter in rest))
    first.also_title = t("mail.also") if said else ""
    first.also = [brief for brief in said if brief != first.brief]
    return first


def of_many(pairs: Sequence[Pair], now: datetime, digest: bool) -> Bundle:
    """A section a table, the most pressing table first."""
    tables: dict[int | None, list[Pair]] = {}
    for pair in sorted(pairs, key=urgency):
        tables.setdefault(pair[0].game_id, []).append(pair)
    grouped = [sorted(found, key=weight) for found in tables.values()]
    sections = [_section(found) for found in grouped]
    return Bundle(kicker=t("site.name"), sections=sections, **_heading(grouped, now, digest), **footing())


def _section(pairs: Sequence[Pair]) -> Section:
    (notice, first), game = pairs[0], pairs[0][0].game
    ending = (first.until, first.when, first.button, first.url, first.rank == 0)
    if game is None:
        return Section(first.headline, first.kicker, first.lead, "", *ending)
    news = list(dict.fromkeys(letter.brief for _, letter in pairs if letter.brief))
    latest = first.deeds[-1].text if first.deeds and notice.kind in TURNS else ""
    title, kicker = neutral(game.title), t(f"{game.slug}.name")
    return Section(title, kicker, news, latest, *ending)


def _heading(tables: Sequence[Sequence[Pair]], now: datetime, digest: bool) -> dict[str, Any]:
    """Subject, headline and opening lines."""
    user = tables[0][0][0].user
    turns = [pairs[0][1] for pairs in tables if pairs[0][0].kind in TURNS]
    due = min((letter.due for letter in turns if letter.due and letter.due > now), default=None)
    first = tables[0][0][1]
    if digest:
        subject = t("mail.digest.subject_turns", n=len(turns)) if turns else t("mail.digest.subject", n=len(tables))
        headline = t("mail.digest.headline")
    elif len(turns) > 1:
        headline = t("mail.bundle.turns", n=len(turns))
        when = clockwords.dated(due, user.zone, now) if due else ""
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
