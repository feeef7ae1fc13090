"""The pages of the library."""

from django.urls import path

from cases import views

urlpatterns = [
    path("", views.case_list, name="case-list"),
    path("cases/<str:number>", views.case_detail, name="case-detail"),
    path("about", views.about, name="about"),
]
