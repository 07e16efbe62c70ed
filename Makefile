# Everything here works in a clean clone: the first target that needs it makes .venv from the locked versions.
PYTHON ?= python3
BIN := .venv/bin
export NO_MKDOCS_2_WARNING := 1
export DISABLE_MKDOCS_2_WARNING := true

.PHONY: serve test site check format lock clean

serve: .venv/.ready  ## the book on http://127.0.0.1:8000, rebuilt at each change
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:8000 --watch src

test: .venv/.ready .venv/.browser check  ## every test: examples, tables, numbers, library, site
	$(BIN)/python -m pytest

site: .venv/.ready  ## the book in site/, built strictly
	$(BIN)/mkdocs build --strict

check: .venv/.ready  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/.ready  ## put code and examples into the one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/.ready  ## write requirements.txt anew from pyproject.toml
	$(BIN)/uv pip compile --universal --generate-hashes --all-extras --no-header --quiet \
	    --output-file requirements.txt pyproject.toml

clean:  ## forget everything that was made
	rm -rf .venv site .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.ready: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

.venv/.browser: .venv/.ready tools/install-browser
	tools/install-browser
	touch $@
