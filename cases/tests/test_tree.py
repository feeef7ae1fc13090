"""The whole tree: imports point down, files and functions stay small, nothing names the place where it was written."""

import ast
import re
import subprocess
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines

ROOT = settings.BASE_DIR
PYTHON = [path for folder in ("cases", "incidentlib") for path in sorted((ROOT / folder).rglob("*.py"))]
OURS = [path for path in PYTHON if not {"tests", "migrations"} & set(path.parts)]
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
ADMIN_TEMPLATES = sorted((ROOT / "cases/templates").rglob("*.html"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 300, 40

# From the bottom up; a module imports only from layers below its own.
LAYERS = [
    {"dates", "querystring", "search", "vocabulary", "wording"},
    {"models"},
    {"numbers", "values", "version"},
    {"snapshot"},
    {"selection", "documents", "similar", "topics", "cards", "citation", "snippets"},
    {"matcher"},
    {"finding"},
    {"filters"},
    {"facets", "narrower", "graph", "statistics", "suggested"},
    {"results", "whole"},
    {
        "checks",
        "comparison",
        "fragments",
        "glossary",
        "metadata",
        "pages",
        "panel",
        "portrait",
        "script",
        "search_rates",
    },
    {"answers"},
    {"api"},
    {"mcp"},
    {"views", "exports", "feeds", "sitemaps", "admin", "management"},
    {"urls"},
]
RANKS = {module: rank for rank, layer in enumerate(LAYERS) for module in layer}


def module_of(path: Path) -> str:
    """The module or package of cases/ that a file belongs to."""
    return path.relative_to(ROOT / "cases").parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The modules and packages of cases/ that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("cases."))


def imports() -> dict[str, set[str]]:
    """For every module or package of cases/ what it imports of the others."""
    found: dict[str, set[str]] = {}
    for path in OURS:
        if path.is_relative_to(ROOT / "cases"):
            own = module_of(path)
            found.setdefault(own, set()).update(name for name in imported(path) if name != own)
    return found


def test_every_module_has_its_layer():
    assert set(imports()) == {*RANKS, "__init__", "apps"}


def test_imports_point_down():
    wrong = [
        f"{module} imports {name}"
        for module, names in imports().items()
        for name in names
        if module in RANKS and name in RANKS and RANKS[name] > RANKS[module]
    ]
    assert wrong == []


def test_no_imports_go_round_in_a_circle():
    assert list(TopologicalSorter(imports()).static_order())


def test_the_lowest_layer_knows_nothing_of_cases():
    assert {module: names - LAYERS[0] for module, names in imports().items() if module in LAYERS[0]} == {
        module: set() for module in imports() if module in LAYERS[0]
    }


def test_every_layer_is_there():
    assert set(RANKS) <= set(imports()) | {"wording"}


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_stay_small(path):
    source = path.read_text("utf-8")
    if "migrations" not in path.parts:
        assert source.count("\n") <= MOST_LINES
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert (node.end_lineno or 0) - node.lineno < MOST_LINES_OF_A_FUNCTION, node.name


def tracked() -> list[Path]:
    """The files that a clone has."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git repository, so there are no tracked files")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


# Where packages come from and where somebody's files lie is no matter of the project.
FOREIGN = re.compile(rb"index-url|pythonhosted\.org|pypi\.org/simple|/root/|/work/|/home/[a-z]+/|[A-Z]:\\Users", re.I)


def test_nothing_names_the_place_where_it_was_written():
    own = Path(__file__).resolve()
    texts = [path for path in tracked() if not path.is_relative_to(ROOT / "fixtures") and path.resolve() != own]
    assert [str(path) for path in texts if FOREIGN.search(path.read_bytes())] == []


def test_no_secret_and_no_state_is_tracked():
    names = [str(path.relative_to(ROOT)) for path in tracked()]
    assert not [
        name for name in names if name.startswith((".state", ".venv")) or name.endswith((".mo", ".pyc", ".env"))
    ]


@pytest.mark.parametrize("name", ["README.md", "LICENSE", "CHANGELOG.md", "fixtures/LICENSE", ".ci/run"])
def test_a_clone_has_what_a_stranger_looks_for(name):
    assert (ROOT / name).read_text("utf-8").strip()


def test_the_licences_are_the_ones_that_are_promised():
    assert "Apache License" in (ROOT / "LICENSE").read_text("utf-8")
    assert re.search(r"CC BY 4\.0|Attribution 4\.0", (ROOT / "fixtures/LICENSE").read_text("utf-8"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_compiles(path):
    engines["jinja2"].get_template(str(path.relative_to(ROOT / "templates")))


@pytest.mark.parametrize("path", ADMIN_TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_of_the_admin_compiles(path):
    engines["django"].get_template(str(path.relative_to(ROOT / "cases/templates")))


def test_nothing_for_the_admin_lies_where_jinja_would_find_it():
    assert not (ROOT / "templates/admin").exists()


PAGES = [path for path in TEMPLATES if path.suffix == ".html" and "{% extends" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_has_a_title(path):
    [title] = re.findall(r"{% block title %}(.+?){% endblock %}", path.read_text("utf-8"), re.DOTALL)
    assert title.strip()


def test_no_template_asks_which_language_it_is_of_a_case_or_uses_hidden_variables():
    text = "\n".join(path.read_text("utf-8") for path in TEMPLATES)
    assert not re.findall(r"\b\w+_(?:en|ko)\b", text)
    assert not re.findall(r"{%-? include|with context", text)
