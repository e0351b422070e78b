"""Letters about absence: time that is up, the autopilot, seats that look for a player, vacations."""

from __future__ import annotations

from datetime import datetime

from games import clocks, clockwords
from games.letters import Letter, absolute
from games.mails.case import Case
from games.models import Notice, Seat
from hotmk_site.texts import has_text, t

GONE = ("autopilot", "hand", "resign", "ban", "delete")
"""Table acts by which a seat comes to the autopilot."""
TEXT_IDS = (
    *(f"mail.pilot.why.{why}" for why in GONE),
    *(f"mail.pilot.own.{why}" for why in ("expired", "handed", "resigned")),
    *(f"mail.vacation.{what}.{part}" for what in ("auto", "over") for part in ("subject", "lead")),
)


def claim_window(case: Case) -> Letter:
    """Time is up. To a co-player: what may be done now; to the one who is late: that it is not too late."""
    return _still_time(case) if case.is_about_me else _late(case)


def _still_time(case: Case) -> Letter:
    return case.letter(
        subject=t("mail.claim.own.subject", title=case.title),
        headline=t("mail.claim.own.headline", who=case.me),
        brief=t("mail.claim.own.headline", who=case.me),
        lead=[t("mail.claim.own.lead"), *([case.asked] if case.asked else [])],
        until=_window_end(case, "mail.claim.own.until"),
        button=t("mail.turn.button"),
        due=case.about.claim_until if case.about else None,
        rank=0,
        **case.news(),
    )


def _late(case: Case) -> Letter:
    late = case.about
    who = case.who(late.number) if late else t("rows.somebody")
    hours = int(clocks.GRANT.total_seconds()) // 3600
    given = late is not None and case.own in late.grants
    choices = [
        *([] if given else [t("mail.claim.grant", who=who, n=hours)]),
        t("mail.claim.hand", who=who),
        *([t("mail.claim.win")] if case.notice.data.get("duel") else []),
    ]
    return case.letter(
        subject=t("mail.claim.subject", who=who, title=case.title),
        headline=t("mail.claim.headline", who=who),
        brief=t("mail.claim.brief", who=who),
        lead=[t("mail.claim.lead")],
        choices=choices,
        until=_window_end(case, "mail.claim.until"),
        button=t("mail.claim.button"),
        due=late.claim_until if late else None,
        rank=0,
    )


def _window_end(case: Case, ident: str) -> str:
    until = case.about.claim_until if case.about else None
    return t(ident, when=case.when(until)) if until else ""


def autopilot(case: Case) -> Letter:
    """The autopilot has the reader's seat: why, and how to come back."""
    why = str(case.notice.data.get("how") or (case.about.away if case.about else ""))
    ident = f"mail.pilot.own.{why}"
    return case.letter(
        subject=t("mail.pilot.own.subject", title=case.title),
        headline=t("mail.pilot.own.headline", who=case.me),
        brief=t("mail.pilot.own.subject", title=case.title),
        lead=[*([t(ident)] if has_text(ident) else []), t("mail.pilot.own.lead"), *_offered(case, case.about)],
        button=t("mail.pilot.own.button"),
        rank=0,
        due=case.about.offered_until if case.about else None,
    )


def _offered(case: Case, seat: Seat | None) -> list[str]:
    until = seat.offered_until if seat else None
    return [t("mail.pilot.offered", when=case.when(until))] if until else []


def seat_offered(case: Case) -> Letter:
    """A seat looks for a player; the reader has volunteered for this game."""
    until = case.about.offered_until if case.about else None
    who = case.who(case.about.number) if case.about else t("rows.somebody")
    return case.letter(
        subject=t("mail.offer.subject", title=case.title),
        headline=t("mail.offer.headline", title=case.title),
        brief=t("mail.offer.headline", title=case.title),
        lead=[
            t("mail.offer.lead", who=who, others=len(case.seats) - 1, n=len(case.seats) - 1),
            t("mail.offer.rating"),
            t("mail.started.pace", pace=clockwords.pace(case.game.time)),
        ],
        until=t("mail.offer.until", when=case.when(until)) if until else "",
        button=t("mail.offer.button"),
        why=t("mail.offer.why"),
        facts=case.facts(),
        due=until,
        rank=0,
    )


def seat_changed(case: Case) -> Letter:
    """Somebody else drives a seat now: the autopilot, its player who is back, a new one."""
    act = str(case.notice.data.get("act", ""))
    who = case.who(case.about.number) if case.about else t("rows.somebody")
    if case.mine is None:
        headline, lead = t("mail.change.lost.headline", title=case.title), [t("mail.change.lost.lead")]
        return case.letter(subject=t("mail.change.lost.subject", title=case.title), headline=headline, lead=lead)
    if act in GONE:
        by = case.notice.data.get("by")
        why = t(f"mail.pilot.why.{act}", who=who, by=case.who(by) if by else t("rows.somebody"))
        back = [] if act in ("ban", "delete") else [t("mail.pilot.back", who=who)]
        return case.letter(
            subject=t("mail.pilot.subject", who=who, title=case.title),
            headline=t("mail.pilot.headline", who=who),
            lead=[why, t("mail.pilot.lead"), *back],
        )
    return case.letter(
        subject=t("mail.change.subject", who=who, title=case.title),
        headline=t("mail.change.headline", who=who),
        lead=[t("mail.change.new" if act == "substitute" else "mail.change.lead", who=who)],
    )


def vacation(notice: Notice, now: datetime) -> dict[str, object]:
    """A vacation has begun by itself, or is over: parts of a letter that belongs to no table."""
    what = "over" if notice.data.get("what") == "over" else "auto"
    told = str(notice.data.get("until") or "")
    zone, until = notice.user.zone, datetime.fromisoformat(told) if told else now
    when = t("mail.when", when=clockwords.dated(until, zone, now), city=clockwords.city(zone))
    subject = t(f"mail.vacation.{what}.subject", when=when)
    return {
        "subject": subject,
        "headline": subject,
        "lead": [t(f"mail.vacation.{what}.lead", when=when, n=int(notice.data.get("days") or 0))],
        "button": t("mail.vacation.button"),
        "why": t("mail.vacation.why"),
        "url": absolute("away"),
    }
