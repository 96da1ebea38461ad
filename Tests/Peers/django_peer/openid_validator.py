"""The name of a user is the subject, so that the tests can tell who is who."""
from oauth2_provider.oauth2_validators import OAuth2Validator


class NamingValidator(OAuth2Validator):
    """Everything else is the server's own."""

    oidc_claim_scope = None

    def get_additional_claims(self, request):
        return {"sub": request.user.username, "email": f"{request.user.username}@mail.example"}
