import datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_time_and_notices"),
        ("accounts", "__first__"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="notice",
            name="notice_once",
        ),
        migrations.RemoveIndex(
            model_name="notice",
            name="notice_waiting",
        ),
        migrations.CreateModel(
            name="BenchEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=32)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=8)),
                ("target", models.CharField(blank=True, max_length=24)),
                ("mode", models.CharField(default="now", max_length=8)),
                ("due_at", models.DateTimeField()),
                ("looks", models.PositiveSmallIntegerField(default=0)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("message", models.CharField(blank=True, max_length=40)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("dropped_at", models.DateTimeField(blank=True, null=True)),
                ("why", models.CharField(blank=True, max_length=16)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                ("trouble", models.CharField(blank=True, max_length=80)),
                ("fallback", models.CharField(blank=True, max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name="DigestDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="FeedKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=4)),
                ("token", models.CharField(max_length=48, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("seconds", models.FloatField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="NoticeSettings",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_settings",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("matrix", models.JSONField(default=dict)),
                ("digest_minute", models.PositiveSmallIntegerField(default=480)),
                ("reminders", models.JSONField(blank=True, null=True)),
                ("order", models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pause", "Pause"), ("resume", "Resume"), ("pace", "Pace")], max_length=8
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                ("by", models.PositiveSmallIntegerField()),
                ("ballots", models.JSONField(default=dict)),
                ("opened_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("outcome", models.CharField(blank=True, max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.URLField(max_length=600, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=60)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField()),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("off_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rated",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="RatingRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ReceivedMail",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("seat", models.PositiveBigIntegerField(blank=True, null=True)),
                ("outcome", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="TableNotices",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("matrix", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="Tenure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("substitute", models.BooleanField(default=False)),
                ("from_number", models.PositiveIntegerField(default=0)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("how", models.CharField(blank=True, max_length=12)),
            ],
        ),
        migrations.CreateModel(
            name="TurnRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("turn", models.PositiveIntegerField()),
                ("in_time", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("automatic", models.BooleanField(default=False)),
                ("closed", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["starts_at"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=600)),
                ("shape", models.CharField(default="json", max_length=8)),
                ("secret", models.CharField(max_length=64)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField()),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("off_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="countdown_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="pauses",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="game",
            name="terms",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="move",
            name="clock",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="move",
            name="data",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="notice",
            name="data",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="notice",
            name="key",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="notice",
            name="routed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="away",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="seat",
            name="away_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank",
            field=models.DurationField(default=datetime.timedelta),
        ),
        migrations.AddField(
            model_name="seat",
            name="claim_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="credited_turn",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="grants",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="seat",
            name="habits",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="here_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="offered_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="remind_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="reminders",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="seat",
            name="seen_chat",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="walked_out",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="notice",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("your_turn", "Your Turn"),
                    ("reminder", "Reminder"),
                    ("claim_window", "Claim Window"),
                    ("autopilot", "Autopilot"),
                    ("seat_offered", "Seat Offered"),
                    ("seat_changed", "Seat Changed"),
                    ("moved", "Moved"),
                    ("last_turns", "Last Turns"),
                    ("game_started", "Game Started"),
                    ("game_ended", "Game Ended"),
                    ("table_closed", "Table Closed"),
                    ("table_unfilled", "Table Unfilled"),
                    ("table_full", "Table Full"),
                    ("invitation", "Invitation"),
                    ("chat", "Chat"),
                    ("mention", "Mention"),
                    ("vote", "Vote"),
                    ("vote_ended", "Vote Ended"),
                    ("pace_changed", "Pace Changed"),
                    ("vacation", "Vacation"),
                    ("channel_off", "Channel Off"),
                    ("security", "Security"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(("routed_at__isnull", True)), fields=["id"], name="notice_unrouted"),
        ),
        migrations.AddField(
            model_name="benchentry",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="bench", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="chatline",
            name="game",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="chat", to="games.game"),
        ),
        migrations.AddField(
            model_name="chatline",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="notice",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="games.notice"
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="digestday",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="digest_days", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="feedkey",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="feed_keys", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="proposals", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="pushsubscription",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="push", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ratingrow",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rating_rows", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="ratingrow",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rating_rows", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tablenotices",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="table_notices", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="tablenotices",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="table_notices", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tenure",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tenures", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="tenure",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tenures",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="turnrecord",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="turn_records", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="turnrecord",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="turn_records", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vacation",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="vacations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="benchentry",
            constraint=models.UniqueConstraint(fields=("user", "slug"), name="bench_once"),
        ),
        migrations.AddIndex(
            model_name="chatline",
            index=models.Index(fields=["game", "-id"], name="chat_game"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(
                    ("dropped_at__isnull", True), ("failed_at__isnull", True), ("sent_at__isnull", True)
                ),
                fields=["due_at"],
                name="delivery_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["user", "-id"], name="delivery_log"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("notice", "channel", "target"), name="delivery_once"),
        ),
        migrations.AddConstraint(
            model_name="digestday",
            constraint=models.UniqueConstraint(fields=("user", "channel", "day"), name="digest_once"),
        ),
        migrations.AddConstraint(
            model_name="feedkey",
            constraint=models.UniqueConstraint(fields=("user", "kind"), name="feed_key_once"),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)), fields=("game",), name="proposal_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("user", "slug"), name="rating_once"),
        ),
        migrations.AddConstraint(
            model_name="ratingrow",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="rating_row_once"),
        ),
        migrations.AddConstraint(
            model_name="tablenotices",
            constraint=models.UniqueConstraint(fields=("user", "game"), name="table_notices_once"),
        ),
        migrations.AddIndex(
            model_name="tenure",
            index=models.Index(fields=["user", "-ended_at"], name="tenure_user"),
        ),
        migrations.AddConstraint(
            model_name="tenure",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)), fields=("game", "number"), name="tenure_now"
            ),
        ),
        migrations.AddIndex(
            model_name="turnrecord",
            index=models.Index(fields=["user", "-id"], name="turn_record_user"),
        ),
        migrations.AddConstraint(
            model_name="turnrecord",
            constraint=models.UniqueConstraint(fields=("game", "user", "turn"), name="turn_record_once"),
        ),
        migrations.AddIndex(
            model_name="vacation",
            index=models.Index(condition=models.Q(("closed", False)), fields=["ends_at"], name="vacation_open"),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("user", "url"), name="webhook_once"),
        ),
    ]
