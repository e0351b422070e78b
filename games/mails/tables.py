"""Letters about tables as a whole: begun, over, full, closed, invited to."""

from __future__ import annotations

from typing import Any

from games import clockwords
from games.letters import Gain, Letter, Score, Step, marks_of, neutral
from games.mails.case import Case
from games.models import RatingRow
from games.play.rulesets import rules_for
from games.sentences import layout_of
from hotmk_site.texts import join_list, t


def game_started(case: Case) -> Letter:
    """The game has begun, and it is somebody else's turn."""
    return case.letter(
        subject=t("mail.started.subject", title=case.title),
        headline=t("mail.started.headline", title=case.title),
        lead=[
            t("mail.started.lead"),
            t("mail.started.with", names=join_list(case.others)),
            t("mail.started.pace", pace=clockwords.pace(case.game.time)),
        ],
        button=t("mail.started.button"),
    )


def game_ended(case: Case) -> Letter:
    """The game is over: places and scores, how they came about, what it did to the rating."""
    result = case.game.result or {}
    standings = sorted(result.get("standings", []), key=lambda each: int(each["place"]))
    own = case.own
    won = any(s["place"] == 1 and own in s["seats"] for s in standings)
    winners = [case.who(n) for s in standings if s["place"] == 1 for n in s["seats"]]
    subject = _ended_subject(case.title, won, winners)
    news = case.news()
    return case.letter(
        subject=subject,
        headline=t("mail.ended.headline", title=case.title),
        brief=subject,
        lead=[t(f"{case.game.slug}.reason.{result.get('reason', '')}"), *_rating(case)],
        button=t("mail.ended.button"),
        scores_title=t("mail.ended.scores"),
        scores=[Score(s["place"], _names(case, s), s["total"], marks_of(s["seats"])) for s in standings],
        steps_title=t("mail.ended.steps"),
        steps=_steps(case, standings),
        **{**news, "facts": [t("mail.ended.dice")]},
    )


def _names(case: Case, standing: dict[str, Any]) -> str:
    return join_list([case.who(n) for n in standing["seats"]])


def _ended_subject(title: str, won: bool, winners: list[str]) -> str:
    if won and len(winners) == 1:
        return t("mail.ended.subject_won", title=title)
    ident = "mail.ended.subject" if len(winners) == 1 else "mail.ended.subject_shared"
    return t(ident, title=title, who=join_list(winners))


def _steps(case: Case, standings: list[dict[str, Any]]) -> list[Step]:
    """The scoring source by source, when the rule set's layout names its sources (``score_sources``: key -> name)."""
    sources = getattr(layout_of(case.game.slug), "score_sources", None)
    if sources is None:
        return []
    steps, totals = [], [0] * len(standings)
    for key, title in sources(getattr(rules_for(case.game), "edition", None), t).items():
        gains = [int(s["parts"].get(key, 0)) for s in standings]
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        names = [_names(case, s) for s in standings]
        steps.append(Step(title, tuple(map(Gain, names, gains, totals))))
    return steps


def _rating(case: Case) -> list[str]:
    """What the game did to the reader's rating, once that is known."""
    row = RatingRow.objects.filter(game=case.game, user=case.user).first()
    if row is None:
        return []
    before, after = round(row.mu_before, 1), round(row.mu_after, 1)
    ident = "mail.ended.rating_same" if before == after else "mail.ended.rating"
    return [t(ident, before=before, after=after)]


def table_closed(case: Case) -> Letter:
    """The table was closed before it began."""
    headline = t("mail.closed.subject", title=case.title)
    why = t(f"closed.why.{case.game.closed_reason or 'unfilled'}", who=_opener(case))
    return case.letter(subject=headline, headline=headline, brief=why, lead=[why], button=t("mail.closed.button"))


def table_unfilled(case: Case) -> Letter:
    """The table has waited long for players: it closes soon, or has closed."""
    if not case.game.is_open:
        return table_closed(case)
    free = sum(seat.is_free for seat in case.seats)
    closes = case.game.closes_at
    headline = t("mail.unfilled.subject", title=case.title)
    return case.letter(
        subject=headline,
        headline=headline,
        lead=[t("mail.unfilled.lead", n=free), t("mail.unfilled.what")],
        until=t("mail.unfilled.until", when=case.when(closes)) if closes else "",
        due=closes,
    )


def table_full(case: Case) -> Letter:
    """The last seat is taken."""
    return case.letter(
        subject=t("mail.full.subject", title=case.title),
        headline=t("mail.full.headline", title=case.title),
        lead=[t("mail.started.with", names=join_list(case.others)), t("mail.full.lead")],
    )


def invitation(case: Case) -> Letter:
    """Somebody asks the reader to take a seat."""
    who, pace = _opener(case), clockwords.pace(case.game.time)
    seats = t("lobby.seats", n=case.game.seats_count)
    return case.letter(
        subject=t("mail.invited.subject", who=who, title=case.title),
        headline=t("mail.invited.headline", who=who),
        brief=t("mail.invited.headline", who=who),
        lead=[t("mail.invited.lead", title=case.title, seats=seats, pace=pace)],
        button=t("mail.invited.button"),
        why=t("mail.invited.why", who=who),
        due=case.game.closes_at,
        rank=0,
    )


def _opener(case: Case) -> str:
    return neutral(case.game.opened_by.shown_name) if case.game.opened_by else t("rows.somebody")
