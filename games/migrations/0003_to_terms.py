"""Tables with a limit for each turn become tables with a bank of that length which each turn fills anew; notices that
were dealt with are so, those that wait are routed again."""

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
            chair.save(update_fields=["bank", "away", "away_since"])
            if chair.user_id:
                tenure.objects.create(
                    game=row, number=chair.number, user_id=chair.user_id, began_at=row.started_at or row.created_at
                )
    done = Q(sent_at__isnull=False) | Q(dropped_at__isnull=False) | Q(failed_at__isnull=False)
    notice.objects.filter(done).update(routed_at=F("created_at"))
    notice.objects.update(key=F("decision_key"))


def _bank(hours: int):
    from datetime import timedelta

    return timedelta(hours=hours)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_time_and_notices")]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
