# make play      sets everything up and opens the menu
#                make play ARGS="tower-siege --second hard"  starts a game against the computer
#                make play ARGS=resume                       continues the last match
# make serve     sets everything up and serves matches to browsers and bots
#                make serve ARGS="--port 8080"               on another port
# make test      sets everything up and runs every check: about ten minutes the first time, on two cores
#                make test COVERAGE=yes                      also measures coverage, as CI does
# make quick     runs the tests of what changed, the closest first, for at most a minute (see tools/quick_tests.py)
# make format    fixes the formatting
# make tables    solves the games and writes the tables that come with them
# make figures   writes the tables of README.md and docs from what the benchmarks measured
# make pictures  redraws the pictures in README.md and docs (needs Chromium)
# make site      builds the documentation site in build/site
# make baselines learns on every game, judges it exactly, and draws the curves of docs/explanation/baselines.md
#                (11 minutes on two cores; curves that are in docs/baselines are kept)
# make clean     removes .venv and caches

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BROWSER ?= /usr/bin/chromium
COMMANDS := play rules games replay resume matches stats practice analyse solve balance bench \
	arena evaluate serve bot verify mcp new check
# --no-compile: most modules are never imported, and Python compiles the others on the way.
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-compile

.PHONY: play serve test quick style types tests kernels format tables figures pictures baselines site clean

play: $(VENV)/play.done
	@$(BIN)/parlour $(if $(filter $(COMMANDS),$(firstword $(ARGS))),,$(if $(ARGS),play)) $(ARGS) || [ $$? -eq 130 ]

serve: $(VENV)/serve.done
	@$(BIN)/parlour serve $(ARGS) || [ $$? -eq 130 ]

# Tests start hundreds of programs. Each would compile every module it imports if none could store the result.
play serve test quick: export PYTHONDONTWRITEBYTECODE :=
# Programs buffer their output, as they do for users.
test quick: export PYTHONUNBUFFERED :=

# Installing uses one core: the other compiles the kernels meanwhile. Types are checked while some tests only wait.
test: $(VENV)/play.done
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/test.done kernels
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory --jobs=2 types tests

quick: style
	$(BIN)/python tools/quick_tests.py

style: $(VENV)/test.done
	$(BIN)/ruff format --check . || { echo "make format fixes it" >&2; exit 1; }
	$(BIN)/ruff check .

types: $(VENV)/test.done
	nice $(BIN)/mypy
	nice $(BIN)/lint-imports

tests: $(VENV)/test.done
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not alone" $(if $(COVERAGE),--cov --cov-report=term)
	$(BIN)/python -m pytest -m alone tests/attacks

kernels: $(VENV)/play.done
	nice $(BIN)/python tests/compile_kernels.py

format: $(VENV)/test.done
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

tables: $(VENV)/play.done
	$(BIN)/python tools/write_tables.py

figures: $(VENV)/test.done
	$(BIN)/python benchmarks/write_pages.py
	$(BIN)/python examples/baselines/plot.py

pictures: $(VENV)/test.done
	$(BIN)/python tools/pictures/terminals.py
	$(BIN)/python tools/pictures/charts.py
	$(BIN)/python tools/pictures/film.py $(BROWSER)

baselines: $(VENV)/test.done
	$(BIN)/python examples/baselines/curves.py
	$(BIN)/python examples/baselines/openings.py
	$(BIN)/python examples/baselines/plot.py

site: $(VENV)/site.done
	$(BIN)/python tools/build_site.py $(ARGS)

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Parlour needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# requirements.txt pins every version, so that a commit can be reproduced later.
$(VENV)/play.done: $(BIN)/python pyproject.toml requirements.txt
	$(PIP) --constraint requirements.txt hatchling editables click rich numpy numba
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/serve.done: $(VENV)/play.done
	$(PIP) --constraint requirements.txt cryptography httptools markdown-it-py starlette uvicorn uvloop websockets
	@touch $@

$(VENV)/site.done: $(VENV)/play.done
	$(PIP) --constraint requirements.txt pyyaml zensical
	@touch $@

$(VENV)/test.done: $(VENV)/play.done
	$(PIP) --requirement requirements.txt
	@touch $@
