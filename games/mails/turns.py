"""Letters about turns: it is yours, your time runs, somebody has moved, the last turns have begun."""

from __future__ import annotations

from games.inbound.address import reply_address
from games.letters import Letter
from games.mails.case import Case
from games.play import countdown
from hotmk_site.texts import t

TEXT_IDS = tuple(f"mail.{kind}.{part}" for kind in ("reminder", "granted") for part in ("subject", "headline", "brief"))


def your_turn(case: Case) -> Letter:
    """It is your turn: what is asked, until when, what happened since your last turn."""
    title, due = case.title, case.due if case.due and case.due > case.now else None
    subject = t("mail.turn.subject", title=title, when=case.clock(due)) if due else ""
    return _turn(
        case,
        subject=subject or t("mail.turn.subject_free", title=title),
        headline=t("mail.turn.headline", who=case.me),
        brief=t("mail.turn.brief", asked=case.asked) if case.asked else t("mail.turn.brief_plain"),
    )


def reminder(case: Case) -> Letter:
    """Your time runs: how much is left. When a co-player has given some, that too."""
    granted = ":granted" in case.notice.key
    left = str(case.time.get("left") or t("when.up"))
    kind = "granted" if granted else "reminder"
    letter = _turn(
        case,
        subject=t(f"mail.{kind}.subject", title=case.title, left=left),
        headline=t(f"mail.{kind}.headline", who=case.me, left=left),
        brief=t(f"mail.{kind}.brief", left=left, asked=case.asked),
    )
    letter.why = t("mail.reminder.why")
    return letter


def _turn(case: Case, *, subject: str, headline: str, brief: str) -> Letter:
    answer = case.mine is not None and reply_address(case.mine)
    return case.letter(
        subject=subject,
        headline=headline,
        brief=brief,
        lead=[case.asked] if case.asked else [],
        until=case.until,
        note=str(case.time.get("note", "")),
        button=t("mail.turn.button"),
        why=t("mail.turn.why"),
        preview=case.asked,
        reply=t("mail.reply.above") if answer else "",
        due=case.due,
        rank=0,
        **case.news(),
    )


def moved(case: Case) -> Letter:
    """Somebody has played at one of your tables."""
    news = case.news()
    who = case.who(case.about.number) if case.about and not case.is_about_me else ""
    headline = t("mail.moved.headline", who=who) if who else t("mail.moved.headline_plain", title=case.title)
    first = [deed.text for deed in news["deeds"]][-1:]
    return case.letter(
        subject=t("mail.moved.subject", who=who, title=case.title) if who else headline,
        headline=headline,
        brief=" ".join(first) or headline,
        lead=[t("mail.moved.lead")],
        why=t("mail.moved.why"),
        **news,
    )


def last_turns(case: Case) -> Letter:
    """The end is in sight: how many turns each seat still has."""
    left = countdown.turns_left(case.game)
    lines = [t("mail.last.turns", who=case.who(seat), n=turns) for seat, turns in sorted(left.items())]
    short = case.game.time.endgame == "short" and not case.game.time.untimed
    return case.letter(
        subject=t("mail.last.subject", title=case.title),
        headline=t("mail.last.headline"),
        lead=[t("mail.last.lead"), *([t("mail.last.short")] if short else [])],
        choices=lines,
        brief=t("mail.last.brief"),
        facts=case.facts(),
    )
