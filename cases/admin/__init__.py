"""The admin, made for reviewers: a queue, the case beside its sources, one button for the name."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from cases.models import Case, Organization, Term

from .case import CaseAdmin
from .vocabulary import OrganizationAdmin, TermAdmin

admin.site.site_header = admin.site.site_title = _("Incident Library: review")
admin.site.index_title = _("Review")
admin.site.site_url = "/"

admin.site.register(Case, CaseAdmin)
admin.site.register(Term, TermAdmin)
admin.site.register(Organization, OrganizationAdmin)
