"""A Django site that offers nothing but OAuth; PEER_FOLDER says where its files are."""
import os

FOLDER = os.environ["PEER_FOLDER"]
SECRET_KEY = os.environ["PEER_SECRET"]
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "django_peer.urls"
MIDDLEWARE = ["django_peer.journal.RequestJournal"]
USE_TZ, TIME_ZONE = True, "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{FOLDER}/peer.db",
                         # Readers that become writers would fail beside each other.
                         "OPTIONS": {"timeout": 2, "transaction_mode": "IMMEDIATE"}}}
OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "django_peer.validator.AppleStyleValidator",
    # As Apple: a refresh gives no new refresh token.
    "ROTATE_REFRESH_TOKEN": False,
    "SCOPES": {"email": "e-mail"},
}
