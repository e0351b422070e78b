"""The Celery app. Tasks are found in `tasks.py` of every installed app; settings come from Django (`CELERY_…`)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotmk_site.settings")

app = Celery("lantern_post")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
