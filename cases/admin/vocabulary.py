"""Vocabulary and organizations to look up. They come from files and are changed there."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):
    """Look, don't touch."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TermAdmin(ReadOnlyAdmin):
    list_display = ["label", "facet", "slug", "parent"]
    list_filter = ["facet"]
    list_select_related = ["parent"]
    search_fields = ["slug", "label_en", "label_ko", "description_en", "description_ko"]


class OrganizationAdmin(ReadOnlyAdmin):
    list_display = ["name", "slug"]
    search_fields = ["name", "slug"]
