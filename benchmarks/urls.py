"""The product's site map, and its peers below an address of their own."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from benchmarks.typical import typical_list
from incidentlib import urls as product


def hello(request: HttpRequest) -> HttpResponse:
    """The least that a view can do."""
    return HttpResponse("hello")


urlpatterns = [
    path("peers/hello", hello),
    path("peers/typical", typical_list),
    *product.urlpatterns,
]
