"""Barpoint's settings, all from the environment; docs/settings.md explains each."""

import os
import secrets
import sys
from types import ModuleType
from typing import cast

from django.utils.csp import CSP

from barpoint import PROGRAM, __version__, data_folder
from config.env import (
    SettingError,
    env_bool,
    env_broker,
    env_choice,
    env_database,
    env_hosts,
    env_mail,
    env_minutes,
    env_networks,
    env_passphrase,
    env_path,
    env_place,
    env_secret,
    env_zone,
)
from runtime.server.addresses import OwnHosts, own_name
from runtime.server.bodies import MOST_FILE_BYTES

BASE_DIR = PROGRAM
RELEASE = __version__

DATA_DIR = env_path("BARPOINT_DATA", data_folder())
BROKER_URL = env_broker("BROKER_URL")
DEBUG = env_bool("BARPOINT_DEBUG")
DATABASES = {"default": env_database("DATABASE_URL", DATA_DIR / "barpoint.sqlite3")}
EMBEDDED = "sqlite" in DATABASES["default"]["ENGINE"]
if EMBEDDED and BROKER_URL:
    raise SettingError("BROKER_URL needs DATABASE_URL: one process owns the SQLite file and does all the work")
if EMBEDDED:
    # Django REST framework loads PostgreSQL's driver wherever it is installed, for fields nobody uses here (10 MB).
    sys.modules["django.contrib.postgres.fields"] = cast(ModuleType, None)
BACKUP_DIR = env_path("BARPOINT_BACKUPS", DATA_DIR / "backups")
# Whether draw sheets are made ahead.
SHEETS_AHEAD = env_bool("BARPOINT_SHEETS_AHEAD", default=True)
# Whether the table of the last checkers is made as soon as somebody asks about a position.
BEAROFF_AHEAD = env_bool("BARPOINT_BEAROFF_AHEAD", default=True)
# The program that gives opinions: empty to look for it, or ``off``.
GNUBG = os.environ.get("BARPOINT_GNUBG", "").strip()
# Copying a laptop's file takes milliseconds, copying a server's database much longer.
BACKUP_MINUTES = env_minutes("BARPOINT_BACKUP_MINUTES", 1 if EMBEDDED else 60)
# With a passphrase every backup is encrypted.
BACKUP_PASSPHRASE = env_passphrase("BARPOINT_BACKUP_PASSPHRASE")
# The newest backup is sent there too.
SECOND_PLACE = env_place("BARPOINT_SECOND_PLACE", BACKUP_PASSPHRASE)
SECOND_MINUTES = env_minutes("BARPOINT_SECOND_MINUTES", 5 if EMBEDDED else 60)
# Whether webhooks may go to addresses inside this machine's network, and over plain http.
PRIVATE_WEBHOOKS = env_bool("BARPOINT_PRIVATE_WEBHOOKS")
# Who may read /metrics beside this machine itself: these addresses, and anyone with the token.
METRICS_FROM = env_networks("BARPOINT_METRICS_FROM")
METRICS_TOKEN = env_secret("BARPOINT_METRICS_TOKEN")


def _secret_key() -> str:
    """Return the secret key; a laptop's installation creates its own once."""
    given = env_secret("SECRET_KEY")
    if given:
        return given
    path = DATA_DIR / "secret.key"
    DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text().strip()


SECRET_KEY = _secret_key()
# The host names that the operator gave this site.
NAMED_HOSTS = env_hosts("BARPOINT_HOSTS")
ALLOWED_HOSTS = OwnHosts(["localhost", "127.0.0.1", "[::1]", own_name(), *NAMED_HOSTS])

INSTALLED_APPS = [
    "journal",
    "runtime",
    "clubs",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
]
AUTH_USER_MODEL = "clubs.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "runtime.server.call_stack.roomy_calls",
    "config.doors.page_addresses",
    "config.doors.possible_numbers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Bytes are slow to reach a phone in a full hall; Django masks the CSRF token anew in every answer (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "runtime.pages.content_etags.content_etags",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubs.http.visitor.hall_middleware",
    # Below the person, whose account may name a language.
    "clubs.http.languages.language_middleware",
    "runtime.pages.local_times.local_times",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.http.troubles.troubles_middleware",
]
ROOT_URLCONF = "config.urls"
PAGES_URLCONF = "config.page_urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
CELERY_APPLICATION = "config.celery.app"

TEMPLATES = [
    {
        "NAME": "django",
        "BACKEND": "clubs.http.compact.CompactTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.template.context_processors.i18n",
            ],
            # Dates as each language writes them.
            "builtins": ["clubs.templatetags.dates", "clubs.templatetags.problems"],
        },
    }
]

LANGUAGE_CODE = "en"
# Each by its own name: people look for theirs.
LANGUAGES = [("bg", "Български"), ("de", "Deutsch"), ("en", "English"), ("eu", "Euskara"), ("sq", "Shqip")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = True, "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
# The time zone of pages and papers that belong to no tournament, and the one offered for a club's first tournament.
MACHINE_ZONE = env_zone("BARPOINT_TIME_ZONE")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
# Only our own: the files of other apps are for pages that we do not show.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "runtime.pages.light_css.LightStaticFiles"},
}

# Hall mode is plain http: cookies can't be Secure there. Behind https, BARPOINT_HTTPS makes them so.
HTTPS = env_bool("BARPOINT_HTTPS")
# ``manage.py run --lan-desk`` sets it: the desk may sign in over the hall's plain http.
LAN_DESK = False
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS
# Whether other names of the same domain speak https too is not for this program to promise on their behalf.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http a browser ignores it, with a message in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CSRF_FAILURE_VIEW = "clubs.pages.people.view.not_posted"
X_FRAME_OPTIONS = "DENY"
# No nonce: a page answered 304 would carry an old one and lose its scripts.
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# People sign in through allauth; nobody can sign up, and User.email is the only address (docs/decisions/0009).
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_ADAPTER = "clubs.sign_in_adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
# Its own counters are not atomic; clubs/actions/sign_in.py counts.
ACCOUNT_RATE_LIMITS = False
_mailer, DEFAULT_FROM_EMAIL = env_mail("BARPOINT_MAIL")
MAIL = _mailer is not None
MAILERS = {"default": _mailer or {"BACKEND": "runtime.jobs.mail.WithoutMail"}}
# What a request may hold is limited before Django sees it (runtime/server/bodies.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = MOST_FILE_BYTES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.links_as_tokens.LinkAuthentication",
        "clubs.api.chouettes.links.TableLinkAuthentication",
        "clubs.api.tokens.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.changes.ShallowJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_exception",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Barpoint",
    "VERSION": RELEASE,
    "DESCRIPTION": "Backgammon tournaments: entrants in, draw made, results judged, sheets printed.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PREPROCESSING_HOOKS": ["config.api_schema.describe"],
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": "tournaments.api.outputs.SIDES",
        "MatchStateEnum": "tournaments.api.outputs.STATES",
        "RoleKindEnum": "clubs.api.outputs.KINDS",
    },
}

LOG_FORMAT = env_choice("BARPOINT_LOG", ["text", "json"])
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "runtime.server.logs.Json"},
    },
    "filters": {"without_secrets": {"()": "runtime.server.logs.WithoutSecrets"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["without_secrets"]}
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Refusals are answers; they are not logged as warnings.
    "loggers": {"django.request": {"level": "ERROR"}, "barpoint": {"level": "INFO"}},
}
