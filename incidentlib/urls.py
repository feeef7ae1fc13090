"""The site map: Korean at the root, English below /en/, machines beside both."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from cases import views

# Without a language: for machines
machines = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
]

urlpatterns = [
    *machines,
    # With a language: for people
    *i18n_patterns(
        path("", include("cases.urls")),
        path("admin/", admin.site.urls),
        prefix_default_language=False,
    ),
]

handler400 = "cases.views.bad_request"
handler403 = "cases.views.forbidden"
handler404 = "cases.views.not_found"
handler500 = "cases.views.server_error"
