"""Settings of the Incident Library. Each has a default under which a fresh clone runs; HTTPS=1 is for production."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from psycopg.conninfo import conninfo_to_dict

BASE_DIR = Path(__file__).resolve().parent.parent
STATE_DIR = BASE_DIR / ".state"


def envbool(name: str, default: bool) -> bool:
    """The environment variable as a boolean; anything but 1, 0, true, false or unset fails loudly."""
    text = os.environ.get(name, "").lower()
    if text not in ("", "0", "1", "true", "false"):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}")
    return default if text == "" else text in ("1", "true")


def envint(name: str, default: int) -> int:
    """The environment variable as a number from 0 up; anything else fails loudly."""
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}")
    return int(text)


def envlist(name: str, default: list[str]) -> list[str]:
    """The environment variable as a list, split at commas."""
    return [part.strip() for part in os.environ[name].split(",") if part.strip()] if os.environ.get(name) else default


def envsecret(name: str) -> str:
    """The environment variable, or a secret that is made once and kept in the state folder."""
    if os.environ.get(name):
        return os.environ[name]
    if HTTPS:
        raise ImproperlyConfigured(f"{name} must be set when HTTPS=1")
    path = STATE_DIR / name.lower()
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.touch(mode=0o600)
        part.write_text(secrets.token_urlsafe(48))
        # A hard link, unlike a rename, lets the first of two simultaneous starts win.
        with contextlib.suppress(FileExistsError):
            os.link(part, path)
        part.unlink()
    return path.read_text()


def database(url: str) -> dict[str, Any]:
    """Django's settings for a Postgres address such as postgresql://user@host/name?sslmode=require."""
    parts = conninfo_to_dict(url)
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    known = {names[key]: str(value) for key, value in parts.items() if key in names}
    options = {key: value for key, value in parts.items() if key not in names}
    limits = "-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=30000"
    options["options"] = f"{options.get('options', '')} {limits}".strip()
    return {
        "ENGINE": "django.db.backends.postgresql",
        **known,
        "OPTIONS": options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


# Development and a private network run on plain HTTP; HTTPS=1 turns on everything that a public host needs.
HTTPS = envbool("HTTPS", default=False)
DEBUG = envbool("DEBUG", default=False)
SECRET_KEY = envsecret("SECRET_KEY")
ALLOWED_HOSTS = envlist("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "cases",  # before the admin, so that its admin templates win
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_filters",
    "axes",
]

MIDDLEWARE = [
    "incidentlib.middleware.SecurityHeaders",
    "incidentlib.middleware.CrossOrigin",
    "incidentlib.middleware.RateLimit",
    "incidentlib.middleware.RequestHygiene",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "incidentlib.middleware.LanguageFromPath",
    "cases.pages.PublicPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "incidentlib.urls"
WSGI_APPLICATION = "incidentlib.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "incidentlib.jinja2.Templates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "incidentlib.jinja2.environment"},
    },
    {
        # The admin alone; its overrides lie in cases/templates/admin/.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

DATABASES = {"default": database(os.environ.get("DATABASE_URL", "postgresql:///incidentlib"))}
# Test runs side by side need a database each; the test plugin names it after its process.
DATABASES["default"]["TEST"] = {"NAME": os.environ.get("TEST_DATABASE")}
if REPLICA_URL := os.environ.get("DATABASE_REPLICA_URL"):
    DATABASES["replica"] = database(REPLICA_URL)
    DATABASES["replica"]["OPTIONS"].setdefault("connect_timeout", 2)  # seconds; the primary can answer as well
    DATABASES["replica"]["TEST"] = {"MIRROR": "default"}
    DATABASE_ROUTERS = ["incidentlib.replica.Router"]
    MIDDLEWARE.insert(MIDDLEWARE.index("cases.pages.PublicPages"), "incidentlib.replica.ReadsFromReplica")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "cases.views.errors.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "incidentlib.throttle.client_address"

# Only a proxy that sets it may name the client; without one the address of the connection counts.
PROXY_COUNT = envint("PROXY_COUNT", 0)
# Requests a minute from one network to what programs ask, per process; 0 is no limit.
RATE_LIMIT = envint("RATE_LIMIT", 600)
# Origins of the web pages whose scripts may ask over MCP, such as https://chat.example.org; * is any.
MCP_ORIGINS = envlist("MCP_ORIGINS", ["*"])
# Where the pages and the API are found from outside, when a proxy gives them other addresses than they have here.
SITE_URL = os.environ.get("SITE_URL", "")
API_URL = os.environ.get("API_URL", "")

LANGUAGE_CODE = "ko"
LANGUAGES = [("ko", _("Korean")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = STATE_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"axes": {"level": "ERROR"}, "django.request": {"level": "ERROR"}},
}
