PYTHON ?= python3
VENV := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help serve admin test check bench lock clean ready test-ready

##@ Run it
serve: ready ## the site on http://127.0.0.1:8000; HOST, PORT and DATABASE_URL change that
	@exec $(VENV) manage.py serve

admin: ready ## make the account of a reviewer
	@exec $(VENV) manage.py create_reviewer

##@ Work on it
test: test-ready ## all tests on a real Postgres; ARGS="-k words" for some
	@exec $(VENV) -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile $(ARGS)

check: test-ready ## format, lint, types, migrations, deployment settings, translations
	$(VENV) -m ruff format --check .
	$(VENV) -m ruff check .
	$(VENV) -m mypy incidentlib cases
	$(VENV) manage.py makemigrations --check --dry-run
	HTTPS=1 SECRET_KEY="$$($(VENV) -c 'import secrets; print(secrets.token_urlsafe(48))')" \
		$(VENV) manage.py check --deploy --fail-level WARNING
	$(VENV) manage.py check_translations

bench: ## measure it; ARGS goes to the benchmarks
	@mkdir -p .state
	@$(PYTHON) .ci/install.py .state/bench-venv benchmarks/requirements.txt
	@exec .state/bench-venv/bin/python -m benchmarks $(ARGS)

LOCK = uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header pyproject.toml $(ARGS)

lock: ## pin all requirements anew, with uv; ARGS=--upgrade takes newer versions
	$(LOCK) -o requirements.txt
	$(LOCK) -c requirements.txt --extra test -o .ci/requirements.txt
	$(LOCK) -c requirements.txt --extra bench -o benchmarks/requirements.txt

clean: ## remove all that was made here, the database included
	@case "$$(cat .state/postgres.home 2>/dev/null)" in /var/lib/incidentlib-*) rm -rf -- "$$(cat .state/postgres.home)";; esac
	rm -rf .venv .state
	find . \( -name __pycache__ -o -name '*.mo' \) -prune -exec rm -rf {} +

help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' Makefile

ready:
	@$(PYTHON) .ci/install.py .venv requirements.txt

test-ready:
	@$(PYTHON) .ci/install.py .venv requirements.txt .ci/requirements.txt
