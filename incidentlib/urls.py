"""The site map: Korean at the root, English below /en/, machines beside both."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from cases.views import health

# Without a language: for machines
machines = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
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

handler400 = "cases.views.errors.bad_request"
handler403 = "cases.views.errors.forbidden"
handler404 = "cases.views.errors.not_found"
handler500 = "cases.views.errors.server_error"
