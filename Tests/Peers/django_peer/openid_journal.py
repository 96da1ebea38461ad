"""The journal where tokens are replaced: each token's owner is noted when it is given out."""
import hashlib
import json

from django.conf import settings

from django_peer.journal import RequestJournal


def mark(token):
    return hashlib.sha256(token.encode()).hexdigest()[:16] if token else None


class TokenJournal(RequestJournal):
    """Marks of tokens as in the log of credstate-sandbox; no token among them."""

    def more(self, request, response):
        presented = request.POST.get("refresh_token")
        granted = self.granted(response)
        return {"client": "com.example.app", "subject": self.users().get(mark(presented)),
                "presented": mark(presented), "granted": mark(granted)}

    @staticmethod
    def granted(response):
        """The refresh token that is given out, whose owner is noted."""
        try:
            token = json.loads(response.content).get("refresh_token")
        except (ValueError, AttributeError):
            return None
        if token:
            from oauth2_provider.models import RefreshToken
            owner = RefreshToken.objects.filter(token=token).first()
            with open(f"{settings.FOLDER}/owners.log", "a") as file:
                file.write(json.dumps([mark(token), owner.user.username]) + "\n")
        return token

    @staticmethod
    def users():
        try:
            with open(f"{settings.FOLDER}/owners.log") as file:
                return dict(json.loads(line) for line in file)
        except FileNotFoundError:
            return {}
