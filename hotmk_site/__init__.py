"""The site: settings, addresses, the Celery app and what they need. The Celery app is loaded with Django."""

from hotmk_site.celery import app as celery_app

__all__ = ["celery_app"]
