"""The pages of the library."""

from django.urls import path

from cases.views import cases

urlpatterns = [
    path("", cases.case_list, name="case-list"),
    path("cases/<str:number>", cases.case_detail, name="case-detail"),
    path("about", cases.about, name="about"),
]
