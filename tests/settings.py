"""Settings of the test suite: the local mode, a database from `TEST_DATABASE_URL` (else SQLite), nothing kept.

The real code runs throughout: only what costs time (password hashing) or leaves this computer (mail) is exchanged.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "TEST_SCRATCH" not in os.environ:  # the processes of a parallel run share the folder of the first
    if "PYTEST_VERSION" in os.environ:
        os.environ["TEST_SCRATCH"] = tempfile.mkdtemp(prefix="lantern-tests-")
        atexit.register(shutil.rmtree, os.environ["TEST_SCRATCH"], ignore_errors=True)
    else:  # mypy reads the settings, too, and ends without tidying up
        os.environ["TEST_SCRATCH"] = str(Path(tempfile.gettempdir()) / f"lantern-types-{os.getuid()}")
SCRATCH = Path(os.environ["TEST_SCRATCH"])
os.environ["SITE_MODE"] = "local"
os.environ["DEBUG"] = "0"
os.environ["VAR_DIR"] = str(SCRATCH / "var")
os.environ["SECRET_KEY"] = "a key for tests only, which guards nothing at all, 0123456789"
os.environ["BROKER_URL"] = os.environ.get("TEST_REDIS_URL", "")
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or f"sqlite:///{SCRATCH / 'tests.sqlite3'}"
# Pages in a real browser use the live server's own threads; Django would take the browser's event loop for ours.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from hotmk_site.settings import *  # noqa: E402, F403  (the environment above must stand first)
from hotmk_site.settings import DATABASES, STORAGES  # noqa: E402

TESTING = TEXTS_STRICT = True
WHITENOISE_AUTOREFRESH = True  # no collected files: they are found where they are written
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DEV_MAILBOX = ""
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
CELERY_BROKER_URL = os.environ["BROKER_URL"] or "memory://"
# Parallel runs share one server; each has queues of its own. memory:// polls, and should do so quickly.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"global_keyprefix": f"{SCRATCH.name}-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}:"}
    if os.environ["BROKER_URL"]
    else {"polling_interval": 0.05}
) | {"max_retries": 0}
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, not memory: the live server and the worker have connections of their own.
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}
