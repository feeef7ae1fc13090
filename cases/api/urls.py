"""The addresses of the API, below /api/."""

from django.urls import path, re_path

from . import views

urlpatterns = [
    path("", views.index, name="api-index"),
    path("cases", views.case_list, name="api-cases"),
    path("cases/<str:number>", views.case_detail, name="api-case"),
    path("cases/<str:number>/similar", views.case_similar, name="api-similar"),
    path("match", views.match, name="api-match"),
    path("vocab", views.vocab, name="api-vocab"),
    path("topics/<str:facet>/<str:slug>", views.topic, name="api-topic"),
    path("graph", views.graph, name="api-graph"),
    path("openapi.json", views.description, name="api-openapi"),
    path("schema/case.json", views.record_schema, name="api-schema"),
    re_path("", views.not_found),
]
