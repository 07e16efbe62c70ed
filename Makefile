# Everything here works in a clean clone: the first target that needs it makes .venv from the locked versions.
PYTHON ?= python3
BIN := .venv/bin
SIDE_BY_SIDE := -n 2 --dist worksteal
export NO_MKDOCS_2_WARNING := 1
export DISABLE_MKDOCS_2_WARNING := true

.DEFAULT_GOAL := help
.PHONY: help serve quick test site check pdf format mutants book-mutants bench snapshot lock clean

help:  ## say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: .venv/.ready node_modules/.ready  ## the book on http://127.0.0.1:8000, rebuilt at each change
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:8000 --watch src

quick: .venv/.ready  ## for writers, in less than a minute: the gate, the examples, the tests of the library and the book
	$(BIN)/ruff check --quiet .
	QUICK=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "not slow" docs src tests/book tests/hellenes tests/here_i_stand tests/republic_of_rome

test: .venv/.ready node_modules/.ready check  ## every test: examples, tables, numbers, library, site
	tools/install-browsers
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)

site: .venv/.ready node_modules/.ready  ## the book in site/, built strictly
	$(BIN)/mkdocs build --strict

pdf: site  ## on paper: each rulebook and its player aids as PDFs in print/; all the code too with ARGS=--code
	tools/install-browsers
	$(BIN)/python -m tools.print_edition site print $(ARGS)

check: .venv/.ready  node_modules/.ready  ## lint, format and types, of scripts and styles too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if [ -x node_modules/.bin/biome ] && [ -x node_modules/.bin/tsc ]; then \
	    node_modules/.bin/biome lint --error-on-warnings && \
	    node_modules/.bin/tsc --project jsconfig.json && node_modules/.bin/tsc --project jsconfig.workers.json; \
	elif [ -n "$$CI" ]; then echo "Biome and TypeScript are missing: npm ci has failed" >&2; exit 1; \
	else echo "scripts and styles are not checked: npm ci installs Biome and TypeScript" >&2; fi

format: .venv/.ready  ## put code and examples into the one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

mutants: .venv/.ready  ## change the library one place at a time: what do pages and tests notice?
	$(BIN)/python -m tools.mutants $(ARGS)

book-mutants: .venv/.ready  ## change the pages one place at a time: does the gate go red?
	$(BIN)/python -m tools.book_mutants $(ARGS)

bench: site  ## how quick it is, against other tools; written to benchmarks/results.md
	$(BIN)/python -m benchmarks.run

fuzz: .venv/.ready  ## play at random for long, choosing only what the library says may be done: ARGS="here_i_stand 20000"
	$(BIN)/python tools/fuzz.py $(ARGS)

snapshot: .venv/.ready  ## note new rules, pages and public names in docs/about/
	$(BIN)/python -m responsa.book.note
	$(BIN)/python -m responsa.site.note
	$(BIN)/python -m tools.public_names

lock: .venv/.ready  ## write requirements.txt anew from pyproject.toml
	$(BIN)/uv pip compile --universal --generate-hashes --all-extras --no-header --quiet \
	    --output-file requirements.txt pyproject.toml

clean:  ## forget everything that was made
	rm -rf .venv node_modules site print .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.ready: requirements.txt pyproject.toml
	@$(PYTHON) -c '' || { echo "$(PYTHON) cannot be started: make PYTHON=..., with the path of a Python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "$(PYTHON) is older than 3.11, which is needed: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

# Python for the browser. Without npm, or without a network, the site is made without it and says so.
node_modules/.ready: package.json package-lock.json
	@if npm ci --ignore-scripts --loglevel=error; then touch $@; \
	elif [ -n "$$CI" ]; then echo "npm ci has failed" >&2; exit 1; \
	else echo "npm ci has failed: examples will not run in the browser" >&2; fi
