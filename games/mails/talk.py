"""Letters about what people at a table say to each other: talk, votes, another pace."""

from __future__ import annotations

from typing import Any

from games import clockwords
from games.clocks import Terms
from games.letters import Letter, Saying, mark_of, neutral
from games.mails.case import Case
from games.models import ChatLine, Proposal
from hotmk_site.texts import has_text, t

SAID_MOST = 600
"""Letters of a line of talk shown in a mail."""
OUTCOMES = ("passed", "refused", "lapsed", "over")
TEXT_IDS = (
    *(f"mail.vote.{kind}.{part}" for kind in Proposal.Kind.values for part in ("subject", "lead")),
    *(f"mail.vote_ended.{kind}.{outcome}" for kind in Proposal.Kind.values for outcome in OUTCOMES[:3]),
    "mail.vote_ended.pause.over",
    *(f"mail.{kind}.{part}" for kind in ("chat", "mention") for part in ("subject", "headline")),
)


def chat(case: Case) -> Letter:
    """Somebody has said something at the table."""
    return _talk(case, "chat")


def mention(case: Case) -> Letter:
    """Somebody has named the reader."""
    return _talk(case, "mention")


def _talk(case: Case, kind: str) -> Letter:
    line = ChatLine.objects.filter(game=case.game, pk=_number(case)).select_related("user").first()
    seat = next((s.number for s in case.seats if line and line.user_id is not None and s.user_id == line.user_id), None)
    who = case.who(seat) if seat else neutral(line.user.shown_name) if line and line.user else t("rows.somebody")
    said = [Saying(who, _short(neutral(line.text)), mark_of(seat))] if line else []
    headline = t(f"mail.{kind}.headline", who=who)
    return case.letter(
        subject=t(f"mail.{kind}.subject", who=who, title=case.title),
        headline=headline,
        brief=t("mail.said", who=who, text=said[0].text) if said else headline,
        said=said,
        button=t("mail.chat.button"),
        why=t("mail.chat.why"),
        preview=said[0].text if said else "",
    )


def _short(text: str) -> str:
    return text if len(text) <= SAID_MOST else text[: SAID_MOST - 1] + "…"


def _number(case: Case) -> int:
    """The id in the notice's key; 0 when there is none."""
    first = case.notice.key.partition(":")[0]
    return int(first) if first.isascii() and first.isdigit() else 0


def _proposal(case: Case) -> Proposal | None:
    return Proposal.objects.filter(game=case.game, pk=_number(case)).first()


def vote(case: Case) -> Letter:
    """Everybody is asked whether to pause, go on, or change the pace."""
    asked = _proposal(case)
    kind = asked.kind if asked else Proposal.Kind.PAUSE
    who = case.who(asked.by) if asked else t("rows.somebody")
    closes = asked.closes_at if asked else None
    again = case.notice.key.endswith(":reminder")
    subject = t(f"mail.vote.{kind}.subject", who=who, title=case.title)
    return case.letter(
        subject=t("mail.vote.again", subject=subject) if again else subject,
        headline=t("mail.vote.headline", who=who),
        brief=subject,
        lead=[t(f"mail.vote.{kind}.lead", who=who, **_facts(asked.data if asked else {})), t("mail.vote.needs")],
        until=t("mail.vote.until", when=case.when(closes)) if closes else "",
        button=t("mail.vote.button"),
        due=closes,
        rank=0,
    )


def _facts(data: dict[str, Any]) -> dict[str, Any]:
    pace = clockwords.pace(Terms.read(data["terms"])) if "terms" in data else ""
    return {"n": int(data.get("days") or 0), "pace": pace}


def vote_ended(case: Case) -> Letter:
    """A vote is over; or a pause has ended by itself."""
    proposal, data = _proposal(case), case.notice.data
    kind = str(data.get("kind") or (proposal.kind if proposal else "pause"))
    outcome = str(data.get("outcome") or (proposal.outcome if proposal else "lapsed"))
    ident = f"mail.vote_ended.{kind}.{outcome}"
    facts = _facts(proposal.data if proposal else {})
    facts["n"] = int(data.get("n") or facts["n"])
    lead = t(ident, **facts) if has_text(ident) else t("mail.vote_ended.headline", title=case.title)
    return case.letter(
        subject=t("mail.vote_ended.subject", title=case.title, what=lead.rstrip(".")),
        headline=t("mail.vote_ended.headline", title=case.title),
        brief=lead,
        lead=[lead],
        until=case.until,
        note=str(case.time.get("note", "")),
    )


def pace_changed(case: Case) -> Letter:
    """The time settings of the table are others now: the new ones, and the reader's new deadline."""
    pace = clockwords.pace(case.game.time)
    return case.letter(
        subject=t("mail.pace.subject", title=case.title, pace=pace),
        headline=t("mail.pace.headline"),
        brief=t("mail.pace.brief", pace=pace),
        lead=[t("mail.pace.brief", pace=pace), *clockwords.terms_words(case.game.time, case.zone)[:2]],
        until=case.until,
        note=str(case.time.get("note", "")),
        due=case.due,
        rank=0 if case.due else 1,
    )
