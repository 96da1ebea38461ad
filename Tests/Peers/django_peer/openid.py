"""The same site as an OpenID provider that replaces refresh tokens, with everything as it comes."""
from django_peer.settings import *  # noqa: F401,F403
from django_peer.settings import FOLDER, INSTALLED_APPS

ROOT_URLCONF = "django_peer.openid_urls"
MIDDLEWARE = ["django_peer.openid_journal.TokenJournal",
              "django.contrib.sessions.middleware.SessionMiddleware",
              "django.contrib.auth.middleware.AuthenticationMiddleware"]
INSTALLED_APPS = [*INSTALLED_APPS, "django.contrib.sessions"]
SESSION_COOKIE_SECURE = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
USE_X_FORWARDED_HOST = True


def key():
    try:
        with open(f"{FOLDER}/openid.key") as file:
            return file.read()
    except FileNotFoundError:
        return ""


OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "django_peer.openid_validator.NamingValidator",
    "OIDC_ENABLED": True,
    "OIDC_RSA_PRIVATE_KEY": key(),
    "PKCE_REQUIRED": True,
    "ROTATE_REFRESH_TOKEN": True,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "SCOPES": {"openid": "identity", "email": "e-mail", "introspection": "introspection"},
}
