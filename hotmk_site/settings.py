"""Settings, all from the environment (docs/running.md has the list).

`SITE_MODE` is `production` unless said otherwise: https, secure cookies, a `SECRET_KEY` of your own. `SITE_MODE=local`
(what `bin/run` uses, and `manage.py` where nothing of a real site is set) serves plain http on this computer.
`DEBUG=1` implies local. A `.env` file beside `manage.py` is read when it is there.
"""

import re
import sys
from email.utils import parseaddr
from pathlib import Path

import django_stubs_ext
import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from hotmk_site import local

django_stubs_ext.monkeypatch()  # so that ModelAdmin[User] and the like can be written
BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
_env_file = Path(env.str("ENV_FILE", default=str(BASE_DIR / ".env")))
if _env_file.is_file():
    env.read_env(str(_env_file))

# ---- mode ----------------------------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
# Commands typed at a desk serve that desk: manage.py without any setting of a real site means the local mode.
_bare = not {"SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS"} & env.ENVIRON.keys()
_desk = _bare and Path(sys.argv[0]).name == "manage.py"
SITE_MODE = env.str("SITE_MODE", default="local" if DEBUG or _desk else "production")
if SITE_MODE not in ("production", "local"):
    raise ImproperlyConfigured(f"SITE_MODE is {SITE_MODE!r}; it must be 'production' or 'local'.")
LOCAL = SITE_MODE == "local"
TESTING = False
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY and LOCAL:
    SECRET_KEY = local.secret_key(VAR_DIR)
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set: give production a long random SECRET_KEY in the environment, "
        "or set SITE_MODE=local to serve this computer only."
    )

# ---- who may ask, and how ------------------------------------------------------------------------------------------
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if LOCAL else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
_port, _host = env.str("PORT", default="8000"), (ALLOWED_HOSTS or ["localhost"])[0]
# Mails are written outside any request, so they need the address of the site.
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{_port}" if LOCAL else f"https://{_host}").rstrip("/")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = not LOCAL
SESSION_COOKIE_HTTPONLY = True
SECURE_REDIRECT_EXEMPT = [r"^healthz?$"]
SECURE_HSTS_SECONDS = 0 if LOCAL else env.int("HSTS_SECONDS", default=30 * 86400)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not LOCAL
SECURE_REFERRER_POLICY = "same-origin"
if env.bool("TRUST_PROXY", default=False):  # only behind a proxy that sets or strips this header itself
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# ---- parts ---------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "accounts",
    "games",
    "hotmk_site",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "hotmk_site.middleware.permissions_policy",
    "hotmk_site.middleware.printable_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.reader",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "hotmk_site.urls"
WSGI_APPLICATION = "hotmk_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "accounts.context.frame",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- data ----------------------------------------------------------------------------------------------------------
_database = env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'site.sqlite3'}")
if not _database.startswith(("postgres://", "postgresql://", "sqlite://")):
    raise ImproperlyConfigured("DATABASE_URL is no address of a database; it begins with postgres:// or sqlite:///.")
DATABASES = {"default": env.db_url_config(_database)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction takes the write lock when it begins, so two movers queue up instead of failing half-way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    local.writable(Path(DATABASES["default"]["NAME"]).parent)
else:
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 10)
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# Counts of wrong passwords and wrong links must hold over all processes, and a dead broker must break no request: so
# they lie in the database (`manage.py createcachetable` makes the table; `up` does that by itself).
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},  # beyond it counts are thrown away, whether they still matter or not
    }
}

# ---- Celery --------------------------------------------------------------------------------------------------------
BROKER_URL = env.str("BROKER_URL", default="") or env.str("REDIS_URL", default="")
CELERY_BROKER_URL = BROKER_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A nudge after a stored move must not make the player wait for a dead broker: one short try, the sweep does the rest.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10, "max_retries": 0}
CELERY_TIMEZONE = "UTC"
# The clock of the house has a queue, and under `manage.py up` a worker, of its own: a sweep must not wait behind bots
# that think or a mail server that does not answer. A worker without -Q takes from both.
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_QUEUES = [Queue("celery"), Queue("clock")]
CELERY_TASK_ROUTES = {"games.tasks.sweep": {"queue": "clock"}}
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": env.float("SWEEP_SECONDS", default=20),
        "options": {"expires": 60},
    },
    "send_notices": {
        "task": "games.tasks.send_notices",
        "schedule": env.float("NOTICE_SECONDS", default=20),
        "options": {"expires": 60},
    },
    # Daily work is asked for more often, and does nothing when it is done: a beat that was down misses no day.
    "clean": {"task": "games.tasks.clean", "schedule": 6 * 3600, "options": {"expires": 3600}},
    "probe": {"task": "games.tasks.probe", "schedule": 300, "options": {"expires": 300}},
}
# A synthetic game a day proves that a move still brings its mail: to this inbox of the operator ("": no such game).
PROBE_ADDRESS = env.str("PROBE_ADDRESS", default="")

# ---- mail ----------------------------------------------------------------------------------------------------------
DEV_MAILBOX = str(VAR_DIR / "mail") if LOCAL and "EMAIL_URL" not in env.ENVIRON else ""
if DEV_MAILBOX:
    EMAIL_BACKEND = "hotmk_site.local.MailboxBackend"
else:
    vars().update(env.email_url("EMAIL_URL", default="smtp://localhost:25"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Lantern Post <post@localhost>")
EMAIL_SUBJECT_PREFIX = "[Lantern Post] "
# Reply by mail (docs/mail.md): where answers to turn mails go, and the ways by which they come in.
REPLY_ADDRESS = env.str("REPLY_ADDRESS", default="")
IMAP_URL = env.str("IMAP_URL", default="")
if IMAP_URL:
    CELERY_BEAT_SCHEDULE["imap"] = {
        "task": "games.tasks.poll_mailbox",
        "schedule": env.float("IMAP_SECONDS", default=60),
        "options": {"expires": 60},
    }
if REPLY_ADDRESS and not re.fullmatch(r"[^@\s{}]{0,18}\{token\}@[^@\s{}]+", REPLY_ADDRESS):
    raise ImproperlyConfigured(
        "REPLY_ADDRESS must look like post+{token}@example.org, with at most 18 letters before {token}."
    )
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): env.str(name)
    for name in env.ENVIRON
    if name.startswith("ANYMAIL_") and env.str(name, default="")
}
ADMINS = [("admin", address) for address in env.list("ADMIN_MAIL", default=[])]

# ---- web push and webhooks -----------------------------------------------------------------------------------------
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or (local.vapid_key(VAR_DIR) if LOCAL else "")
if VAPID_PRIVATE_KEY and not local.is_vapid_key(VAPID_PRIVATE_KEY):
    raise ImproperlyConfigured("VAPID_PRIVATE_KEY is no key of web push; docs/channels.md says how to make one.")
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# Posting to this computer, by plain http, for who writes a receiver: never on a real site.
HOOKS_ALLOW_LOCAL = LOCAL and env.bool("HOOKS_ALLOW_LOCAL", default=False)

# ---- languages and time --------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [
    BASE_DIR / "locale",
    BASE_DIR / "games" / "locale",
    *sorted(BASE_DIR.glob("games/rules/*/locale")),
]
TEXTS_STRICT = DEBUG  # a missing text or parameter is an error; elsewhere the page shows the id and the log tells
USE_TZ = True
TIME_ZONE = "UTC"

# ---- static files --------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# ---- accounts ------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if LOCAL else "https"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "login": "accounts.forms.SignInForm",
    "reset_password": "accounts.forms.ForgottenForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "add_email": "accounts.forms.ChangeEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_CHANGE_EMAIL = True  # one address: a new one takes its place once it is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
CSRF_FAILURE_VIEW = "accounts.errors.csrf_failed"

# ---- errors and logs -----------------------------------------------------------------------------------------------
DEFAULT_EXCEPTION_REPORTER_FILTER = "hotmk_site.errors.NoValues"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "production": {"()": "django.utils.log.RequireDebugFalse"},
        "no_keys": {"()": "hotmk_site.errors.NoKeys"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_keys"]},
        "mail": {
            "class": "django.utils.log.AdminEmailHandler",
            "level": "ERROR",
            "filters": ["production", "no_keys"],
            "reporter_class": "hotmk_site.errors.PlainReporter",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console", "mail"], "level": "WARNING", "propagate": False},
        "games": {"handlers": ["console", "mail"], "level": "INFO", "propagate": False},
    },
}
