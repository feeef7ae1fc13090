"""The pages of the library."""

from django.urls import path

from cases import feeds
from cases.exports import views as exports
from cases.views import api, cases, check, citations, compare, graph, match, stats, topics

urlpatterns = [
    path("", cases.case_list, name="case-list"),
    # Of a case, for reference managers and shared links; before the case itself, whose number may be anything
    path("cases/<str:number>.bib", citations.case_bibtex, name="case-bibtex"),
    path("cases/<str:number>.csl.json", citations.case_csl, name="case-csl"),
    path("cases/<str:number>.png", citations.case_card, name="case-card"),
    path("cases/<str:number>", cases.case_detail, name="case-detail"),
    # What the library knows about a value of the vocabulary or an organization
    path("topics/", topics.topic_list, name="topic-list"),
    path("topics/<str:facet>/", topics.topic_facet, name="topic-facet"),
    path("topics/<str:facet>/<str:slug>", topics.topic_detail, name="topic"),
    path("match", match.match_text, name="match"),
    path("about", cases.about, name="about"),
    path("api", api.api, name="api"),
    # Any filtered set in another way
    path("graph", graph.graph, name="graph"),
    path("stats", stats.stats, name="stats"),
    path("check", check.check, name="check"),
    path("check.sh", check.check_script, name="check-script"),
    path("compare", compare.compare, name="compare"),
    # Any filtered set as a file or feed, with words of the language
    path("export.csv", exports.export_csv, name="export-csv"),
    path("feed.atom", feeds.feed, name="feed"),
    path("card.png", citations.library_card, name="card"),
    path("opensearch.xml", citations.open_search, name="opensearch"),
]
