"""The server's own views under the paths that a client of Apple asks."""
from django.urls import path
from oauth2_provider import views

urlpatterns = [
    path("auth/token", views.TokenView.as_view()),
    path("auth/revoke", views.RevokeTokenView.as_view()),
]
