"""Tables with a limit for each turn become tables with a bank of that length which each turn fills anew; notices that
were dealt with are so, those that wait are routed again. Who is asked just now is reminded as of any other question."""

from datetime import timedelta

from django.db import migrations
from django.db.models import F, Q

HOUR = 3600


def terms_of(hours: int) -> dict[str, object]:
    """The old limit of ``hours`` for each turn, 0 for none, as the terms of today."""
    seconds = hours * HOUR
    return {"preset": "custom" if hours else "untimed", "bank": seconds, "credit": seconds, "cap": seconds}


def forwards(apps, schema_editor):
    game, seat, notice = (apps.get_model("games", name) for name in ("Game", "Seat", "Notice"))
    tenure = apps.get_model("games", "Tenure")
    for hours in sorted(set(game.objects.values_list("turn_hours", flat=True))):
        game.objects.filter(turn_hours=hours).update(terms=terms_of(hours))
    for row in game.objects.filter(status="running").iterator():
        chairs = seat.objects.filter(game=row)
        for chair in chairs:
            chair.bank = _bank(row.turn_hours)
            chair.away = "expired" if chair.autopilot else ""
            chair.away_since = row.started_at if chair.autopilot else None
            _remind(row, chair)
            chair.save(update_fields=["bank", "away", "away_since", "reminders", "remind_at"])
            if chair.user_id:
                tenure.objects.create(
                    game=row, number=chair.number, user_id=chair.user_id, began_at=row.started_at or row.created_at
                )
        row.save(update_fields=["wake_at"])
    done = Q(sent_at__isnull=False) | Q(dropped_at__isnull=False) | Q(failed_at__isnull=False)
    notice.objects.filter(done).update(routed_at=F("created_at"))
    notice.objects.update(key=F("decision_key"))


def _bank(hours: int):
    return timedelta(hours=hours)


def _remind(game, chair):
    """Every limit was a plain sum then: no quiet hours, no pauses. A mark that lies behind is told by the first sweep."""
    if chair.due_at is None or chair.user_id is None or chair.autopilot or not game.turn_hours:
        return
    whole = game.turn_hours * HOUR
    marks = (["half", whole // 2], ["fifth", whole // 5], ["hour", HOUR])
    chair.reminders = sorted((mark for mark in marks if mark[1] < whole), key=lambda mark: -mark[1])
    if chair.reminders:
        chair.remind_at = chair.due_at - timedelta(seconds=chair.reminders[0][1])
        game.wake_at = min(game.wake_at or chair.remind_at, chair.remind_at)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_time_and_notices")]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
