"""All of the server's own endpoints, under the path that its documentation uses."""
from django.urls import include, path

urlpatterns = [path("o/", include("oauth2_provider.urls", namespace="oauth2_provider"))]
