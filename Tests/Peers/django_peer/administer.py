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


def delete_user(name):
    return User.objects.get(username=name).delete()[0]


def delete_application(client):
    return Application.objects.get(client_id=client).delete()[0]


VERBS = {"migrate": migrate, "application": application, "sign-in": sign_in,
         "delete-user": delete_user, "delete-application": delete_application}

if __name__ == "__main__":
    print(json.dumps(VERBS[sys.argv[1]](*sys.argv[2:])))
