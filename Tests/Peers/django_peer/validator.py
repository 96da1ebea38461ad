"""How the server knows its client: by a signed JWT, as Apple (and private_key_jwt) asks for."""
import jwt
from django.conf import settings
from oauth2_provider.oauth2_validators import OAuth2Validator


class AppleStyleValidator(OAuth2Validator):
    """Everything is the server's own but the client's authentication."""

    def authenticate_client(self, request, *args, **kwargs):
        client = request.client_id
        if not client or not self._load_application(client, request):
            return False
        with open(f"{settings.FOLDER}/client-key.pem") as file:
            key = file.read()
        try:
            jwt.decode(
                request.client_secret or "", key, algorithms=["ES256"], subject=client,
                issuer="TEAM123456", audience="https://appleid.apple.com",
                options={"require": ["iss", "sub", "aud", "iat", "exp"]})
        except jwt.PyJWTError:
            return False
        return True
