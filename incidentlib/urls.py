"""The site map: Korean at the root, English below /en/, machines beside both."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from cases import sitemaps
from cases.exports import views as exports
from cases.mcp import views as mcp
from cases.views import health

# Without a language: for machines
machines = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("export.jsonl", exports.export_jsonl, name="export-jsonl"),
    path("library.jsonl", exports.library_jsonl, name="library-jsonl"),
    path("library.sqlite", exports.library_sqlite, name="library-sqlite"),
    path("vocabulary.json", exports.vocabulary, name="vocabulary"),
    path("mirror.py", exports.mirror, name="mirror"),
    path("sitemap.xml", sitemaps.sitemap, name="sitemap"),
    path("sitemap-<int:number>.xml", sitemaps.sitemap_part, name="sitemap-part"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("llms.txt", sitemaps.llms, name="llms"),
    path("api/", include("cases.api.urls")),
    path("mcp", mcp.mcp, name="mcp"),
    path("mcp/", mcp.mcp),
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
