# The tabletop companion.
#   make play   set up what is missing, serve the table and open its page
#   make test   set up what is missing, then every gate: ruff, mypy, import contracts, pytest with coverage
#   make help   the other targets
#
# A second run finds the stamps in .venv and starts at once.

SHELL := /bin/sh
PYTHON ?= $(shell command -v python3.11 || command -v python3 || command -v python)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCK := requirements.lock
COMMA := ,

# Where Python is told to keep nothing that it has compiled, as in many images of containers, each process compiles all
# it imports anew, and every command takes a second more: here it keeps it, and what is installed is compiled at once.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## Say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1	/' | expand -t 12

# --- set-up ---------------------------------------------------------------------------------------

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and no python3 was found: install it, or say make PYTHON=/path/to/python3." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, and $(PYTHON) is `$(PYTHON) -V 2>&1`: install a newer one, or say make PYTHON=/path/to/python3." >&2; exit 1; }
	@test -x $(BIN)/python && $(BIN)/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(VENV) || { echo "The virtual environment could not be made; on Debian and Ubuntu the package python3-venv is needed." >&2; exit 1; }
	@touch $@

$(VENV)/.system-play: .ci/system.py | $(VENV)/.made
	@$(BIN)/python .ci/system.py opengl zbar && touch $@ || true

$(VENV)/.system-test: .ci/system.py | $(VENV)/.made
	@$(BIN)/python .ci/system.py opengl zbar chromium postgresql && touch $@ || true

# $(call install,what it is called,[its extras]): what is installed is compiled all at once on all cores, where pip would
# compile on one.
define install
@echo "Installing $(1) into $(VENV) (once)..." >&2
@$(PIP) install --quiet --no-compile --constraint $(LOCK) --editable '.$(2)'
@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib companion vision calibration || true
endef

$(VENV)/.play: pyproject.toml $(LOCK) $(VENV)/.made
	$(call install,the companion,[heic])
	@touch $@

$(VENV)/.test: pyproject.toml $(LOCK) $(VENV)/.made
	$(call install,the companion and its tests,[test])
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml $(LOCK) $(VENV)/.made
	$(call install,the companion and its bench,[test$(COMMA)bench])
	@touch $@ $(VENV)/.test $(VENV)/.play

.PHONY: setup
setup: $(VENV)/.system-test $(VENV)/.test ## Set up for development, run nothing

# --- use ------------------------------------------------------------------------------------------

.PHONY: play
play: $(VENV)/.system-play $(VENV)/.play ## Serve the table and open its page
	@COMPANION_BEGUN_BY_MAKE=1 $(BIN)/companion serve --open $(ARGS)

# --- gates ----------------------------------------------------------------------------------------

.PHONY: test lint types contracts tests
test: lint types contracts tests ## Every gate

lint: $(VENV)/.test ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ## mypy --strict
	$(BIN)/mypy

contracts: $(VENV)/.test ## The arrows between the rooms
	$(BIN)/lint-imports

# One worker more than there are cores, for at any time some wait for a browser; files in an order of our own, in which
# those that wait and those that compute take turns. More workers than that end no sooner.
WORKERS = $(shell "$(BIN)/python" -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
# Each keeps to one thread: the workers use all cores already, and threads that wait for their turn spin.
tests: $(VENV)/.system-test $(VENV)/.test ## pytest with coverage
	OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 $(BIN)/pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder --cov --cov-report=term:skip-covered $(ARGS)

# --- the rest -------------------------------------------------------------------------------------

.PHONY: bench
bench: $(VENV)/.system-play $(VENV)/.bench ## Measure this machine (prints the table of docs/bench.md)
	$(BIN)/companion bench $(ARGS)

.PHONY: wheel
wheel: $(VENV)/.made ## Build the wheel into dist/
	@$(PIP) wheel --quiet --no-deps --wheel-dir dist .

.PHONY: lock
lock: $(VENV)/.made ## Pin every library anew, within the bounds of pyproject.toml
	@rm -rf build/lock && "$(BIN)/python" -m venv build/lock && build/lock/bin/python -m pip --disable-pip-version-check install --quiet pip-tools
	@build/lock/bin/pip-compile --quiet --upgrade --all-extras --strip-extras --no-annotate --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options --output-file build/lock/pins pyproject.toml
	@{ echo "# Every library that the companion, its tests and its bench use, pinned. Made by: make lock"; grep -E '^[a-z0-9]' build/lock/pins; } > $(LOCK)
	@rm -rf build/lock

.PHONY: clean
clean: ## Remove what was built and the virtual environment
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
