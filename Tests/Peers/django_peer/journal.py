"""Writes down what was asked and answered, as credstate-sandbox does; no token among it."""
import json
import time

from django.conf import settings


class RequestJournal:
    """A middleware around the whole site."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        line = {"time": int(time.time() * 1000), "request": f"{request.method} {request.path}",
                "status": response.status_code, "answer": self.answer(response),
                **self.more(request, response)}
        with open(f"{settings.FOLDER}/requests.log", "a") as log:
            log.write(json.dumps(line) + "\n")
        return response

    def more(self, request, _):
        """Who asked, and about whom."""
        return {"client": request.POST.get("client_id"),
                "subject": self.users().get(request.POST.get("refresh_token"))}

    @staticmethod
    def users():
        """Whose the tokens are that were given out."""
        try:
            with open(f"{settings.FOLDER}/users.json") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    @staticmethod
    def answer(response):
        try:
            return json.loads(response.content).get("error", "ok")
        except ValueError:
            return "page"
