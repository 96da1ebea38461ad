"""What the server's administrator and its users do, run in the server's own Python.

Usage: administer.py VERB [ARGUMENT]...; prints JSON.
"""
import datetime
import json
import os
import sys

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import (BACKEND_SESSION_KEY, HASH_SESSION_KEY,  # noqa: E402
                                 SESSION_KEY)
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402
from django_peer.journal import RequestJournal  # noqa: E402
from oauth2_provider.models import AccessToken, Application, RefreshToken  # noqa: E402
from oauthlib.common import generate_token  # noqa: E402


def migrate():
    call_command("migrate", verbosity=0)


def application(client):
    """Registers the client."""
    return Application.objects.create(
        client_id=client, name=client, client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris="https://app.example/back", client_secret="not used", hash_client_secret=True
    ).pk


def sign_in(client, *names):
    """Users consent; what the client is given in exchange for a code, by user."""
    app = Application.objects.get(client_id=client)
    tokens = {}
    for name in names:
        user, _ = User.objects.get_or_create(username=name)
        access = AccessToken.objects.create(
            user=user, application=app, token=generate_token(), scope="email",
            expires=timezone.now() + datetime.timedelta(hours=1))
        tokens[name] = RefreshToken.objects.create(
            user=user, application=app, token=generate_token(), access_token=access).token
    owners = {token: name for name, token in tokens.items()}
    path = f"{settings.FOLDER}/users.json"
    with open(f"{path}.new", "w") as file:
        json.dump({**RequestJournal.users(), **owners}, file)
    os.replace(f"{path}.new", path)
    return tokens


def openid_application(client, secret):
    """Registers the client, or changes its secret."""
    return Application.objects.update_or_create(client_id=client, defaults={
        "name": client, "client_type": Application.CLIENT_CONFIDENTIAL,
        "authorization_grant_type": Application.GRANT_AUTHORIZATION_CODE,
        "redirect_uris": "https://app.example/back", "client_secret": secret,
        # A slow hash at each refresh would measure the hash.
        "hash_client_secret": False, "algorithm": Application.RS256_ALGORITHM,
        "skip_authorization": True})[0].pk


def session(name):
    """A session of a user who is signed in at the server, as the browser's cookie."""
    from django.contrib.sessions.backends.db import SessionStore  # only one of the sites has them
    user, _ = User.objects.get_or_create(username=name)
    store = SessionStore()
    store.update({SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash(),
                  BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend"})
    store.save()
    return store.session_key


def refresh_tokens(name):
    """A user's refresh tokens, the oldest first: which, and whether it is good."""
    found = RefreshToken.objects.filter(user__username=name).order_by("pk")
    return [[token.token, token.revoked is None] for token in found]


def withdraw(name):
    """A user takes the consent back."""
    live = RefreshToken.objects.filter(user__username=name, revoked__isnull=True)
    return [token.revoke() for token in live]


def delete_user(name):
    return User.objects.get(username=name).delete()[0]


def delete_application(client):
    return Application.objects.get(client_id=client).delete()[0]


VERBS = {"migrate": migrate, "application": application, "sign-in": sign_in,
         "openid-application": openid_application, "session": session, "withdraw": withdraw,
         "refresh-tokens": refresh_tokens, "delete-user": delete_user, "delete-application": delete_application}

if __name__ == "__main__":
    print(json.dumps(VERBS[sys.argv[1]](*sys.argv[2:])))
