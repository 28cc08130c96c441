# `make` sets everything up, plays the quick studies and writes out/index.html; `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
TEST_INSTALLED := $(VENV)/.installed-test
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt
SIMKIT := $(BIN)/simkit
STUDIES ?= all
SAMPLE := spellbloom/three_dice blume/solo spell_smashers/dynamics spell_smashers/luck \
  spellbook/seats spellbook/league spellbook/cards spellbook/compensation spellbook/sweep spellbook/setups
GALLERY ?= $(foreach game,spellbloom blume spell_smashers spellbook,$(addprefix $(game)/,seats solo league cards)) \
  blume/hybrid_pattern spell_smashers/compensation spell_smashers/vocabulary spellbook/setups spellbook/extra_token
PYTEST := $(BIN)/python -m pytest --quiet --numprocesses auto --dist worksteal

.DEFAULT_GOAL := all
.PHONY: all sample install warm studies report gallery test test-full test-python test-bounds check format bench playthroughs studies-full clean help

all: report ## set up, play the quick studies, write out/index.html

sample: ## the same with ten of the studies: one of every kind, of all games
	$(MAKE) --no-print-directory STUDIES="$(SAMPLE)"

$(INSTALLED): pyproject.toml .ci/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	touch $@

$(TEST_INSTALLED): $(INSTALLED)
	$(PIP) --editable '.[test,dev,dask]'
	touch $@

install: $(INSTALLED) ## make the virtual environment and install simkit

warm: install ## compile all kernels, on all cores
	$(SIMKIT) warm

studies: warm ## play every study of experiments/ at its quick size; `make studies STUDIES=spellbloom/seats` plays one
	$(SIMKIT) run $(STUDIES) --quick

report: studies ## write out/index.html from the quick studies
	$(SIMKIT) report

studies-full: warm ## play every study at full size (hours) and report them
	$(SIMKIT) run $(STUDIES)
	$(SIMKIT) report

gallery: warm ## play the studies of the gallery at full size, go on where that stopped, write out/gallery/index.html
	$(SIMKIT) run $(GALLERY)
	$(SIMKIT) report $(GALLERY) --out out/gallery

check: $(TEST_INSTALLED) ## lint and type-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(TEST_INSTALLED) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: $(TEST_INSTALLED) warm ## the test suite, compiled, then rule tests interpreted and random games bounds-checked
	$(PYTEST)
	$(MAKE) --no-print-directory test-python
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/conformance/test_promises.py

test-python: $(TEST_INSTALLED) ## rule tests with kernels interpreted
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/core tests/games tests/conformance

test-bounds: $(TEST_INSTALLED) ## rule tests with array bounds checked, without those of the players
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/games tests/conformance/test_promises.py --ignore-glob='*/test_strategies.py'

test-full: $(TEST_INSTALLED) warm test-bounds ## everything at full size: 20,000 games a mode, some hours
	$(PYTEST) --slow

playthroughs: $(TEST_INSTALLED) ## write the golden playthroughs anew
	$(BIN)/python -m tests.playthroughs

bench: $(TEST_INSTALLED) ## decisions, options and games a second, against C and on two threads
	$(BIN)/python -m tests.benchmarks

clean: ## remove the environment and all output
	rm -rf $(VENV) out build *.egg-info

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16
