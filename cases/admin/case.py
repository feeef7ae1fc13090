"""Cases in the admin: the review queue, the two languages side by side, and the one way to put a name under a case."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import csrf_protect_m
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cases.documents import store_cases
from cases.models import Case
from cases.models.case import case_pk
from cases.models.search import refresh_index

from .form import CaseForm


class QueueFilter(admin.SimpleListFilter):
    """What is to be read. Without a choice: everything that no person has reviewed as it stands."""

    title = gettext_lazy("review")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("changed", _("changed since review")), ("reviewed", _("reviewed")), ("all", _("all cases"))]

    def choices(self, changelist: Any) -> Any:
        first, *rest = super().choices(changelist)
        yield {**first, "display": _("to review")}
        yield from rest

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        match self.value():
            case "changed":
                return queryset.to_review().exclude(reviewed_at=None)
            case "reviewed":
                return queryset.exclude(reviewed_at=None)
            case "all":
                return queryset
            case _:
                return queryset.to_review()


class CaseAdmin(admin.ModelAdmin):
    """The content comes from files and may be mended here; the review exists only here."""

    form = CaseForm
    list_display = ["number", "title", "organization", "date_text", "review", "updated_at"]
    list_display_links = ["number", "title"]
    list_filter = [QueueFilter, "status", ("organization", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["organization"]
    list_per_page = 50
    search_fields = ["title_en", "title_ko", "summary_en", "summary_ko", "organization__name"]
    search_help_text = gettext_lazy("A number such as IL-0129, an organization, or words of the title or summary")
    ordering = ["-first_day", "-pk"]
    readonly_fields = ["number", "organization", "source_links", "review_state"]
    actions = None
    save_on_top = True

    class Media:
        css = {"all": ["css/admin.css"]}

    @admin.display(description=gettext_lazy("number"), ordering="pk")
    def number(self, case: Case) -> str:
        return case.number

    @admin.display(description=gettext_lazy("title"))
    def title(self, case: Case) -> str:
        return str(case.title)

    @admin.display(description=gettext_lazy("review"), ordering="reviewed_at")
    def review(self, case: Case) -> str:
        if case.changed_since_review:
            return _("changed since review")
        return case.reviewed_by or _("not reviewed")

    @admin.display(description=gettext_lazy("sources"))
    def source_links(self, case: Case) -> str:
        """The sources as links, each with its archived copy, for reading beside the text."""
        rows = [(source.url, source.url, self.archived_link(source.archived_url)) for source in case.source_list]
        return format_html_join("", '<p><a href="{}" target="_blank" rel="noreferrer">{}</a>{}</p>', rows)

    @staticmethod
    def archived_link(address: str | None) -> str:
        link = ' · <a href="{}" target="_blank" rel="noreferrer">{}</a>'
        return format_html(link, address, _("archived copy")) if address else ""

    @admin.display(description=gettext_lazy("review"))
    def review_state(self, case: Case) -> str:
        if not case.reviewed:
            return _("No person has reviewed this case.")
        said = _("%(name)s reviewed this case on %(when)s.") % {
            "name": case.reviewed_by,
            "when": f"{case.reviewed_at:%Y-%m-%d %H:%M} UTC",
        }
        return f"{said} {_('The text changed since.')}" if case.changed_since_review else said

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [(None, {"fields": ["number", "organization", "source_links", "review_state", *CaseForm.rows()]})]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        # The form makes its fields from the case itself; there is nothing to derive from the model.
        return CaseForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # cases come from files

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # numbers are permanent; a case is withdrawn instead

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[Any, bool]:
        if (pk := case_pk(search_term.strip().upper())) is not None:
            return queryset.filter(pk=pk), False
        return super().get_search_results(request, queryset, search_term)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        return form.changes()

    def save_model(self, request: HttpRequest, obj: Case, form: Any, change: bool) -> None:
        """Store the document that was entered, the same way as one from a file."""
        store_cases([form.document], timezone.now())
        refresh_index([obj.pk])

    def response_change(self, request: HttpRequest, obj: Case) -> HttpResponse:
        if "_review" in request.POST:
            return self.sign(request, obj.pk, Case.objects.values_list("digest", flat=True).get(pk=obj.pk))
        return super().response_change(request, obj)

    # The review

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<int:pk>/review/", self.admin_site.admin_view(self.review_view), name="cases_case_review"),
            path("<int:pk>/unreview/", self.admin_site.admin_view(self.unreview_view), name="cases_case_unreview"),
        ]
        return own + super().get_urls()

    @csrf_protect_m
    def review_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Put the signed-in person's own name under the text that they have seen."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        return self.sign(request, pk, request.POST.get("digest", ""))

    @csrf_protect_m
    def unreview_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take one's own name back."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        self.check_may_review(request)
        with transaction.atomic():
            case = get_object_or_404(Case.objects.select_for_update(), pk=pk)
            if case.reviewed_by != name_of(request):
                raise PermissionDenied
            case.take_back_review(timezone.now())
            self.log_change(request, case, _("Took the review back."))
        messages.success(request, _("Your review of %(case)s is taken back.") % {"case": case.number})
        return HttpResponseRedirect(reverse("admin:cases_case_change", args=[pk]))

    def sign(self, request: HttpRequest, pk: int, digest: str) -> HttpResponse:
        """Mark as reviewed what has this digest; refuse when the text has become another one meanwhile."""
        self.check_may_review(request)
        with transaction.atomic():
            case = get_object_or_404(Case.objects.select_for_update(), pk=pk)
            if case.digest != digest:
                messages.error(request, _("The text changed while you were reading. Please read it again."))
                return HttpResponseRedirect(reverse("admin:cases_case_change", args=[pk]))
            case.mark_reviewed(name_of(request), timezone.now())
            self.log_change(request, case, _("Marked as reviewed."))
        messages.success(request, _("%(case)s is marked as reviewed by you.") % {"case": case.number})
        return HttpResponseRedirect(reverse("admin:cases_case_changelist"))

    def check_may_review(self, request: HttpRequest) -> None:
        if not request.user.has_perm("cases.review_case"):
            raise PermissionDenied

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        # The words stand here and not in the template, since Babel reads Python and Jinja2 but not Django's templates.
        words = {
            "review": _("Mark as reviewed by me"),
            "take_back": _("Take my review back"),
            "save_and_review": _("Save and mark as reviewed by me"),
        }
        may_review = request.user.has_perm("cases.review_case")
        context = {"may_review": may_review, "own_name": name_of(request), "words": words}
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Case | None:
        """The case with all that the form shows, in two queries."""
        return Case.objects.for_reading().filter(pk=object_id).first() if object_id.isdigit() else None


def name_of(request: HttpRequest) -> str:
    """The public name of the signed-in person."""
    user = request.user
    return (user.get_full_name() or user.get_username())[:200]
