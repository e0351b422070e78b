from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_to_terms"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="game",
            name="turn_hours",
        ),
        migrations.RemoveField(
            model_name="move",
            name="asked_at",
        ),
        migrations.RemoveField(
            model_name="move",
            name="due_at",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="channel",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="decision_key",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="dropped_at",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="failed_at",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="leased_until",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="sent_at",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="tries",
        ),
        migrations.RemoveField(
            model_name="notice",
            name="trouble",
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("game", "user", "kind", "key"), name="notice_once"),
        ),
    ]
