# `make play` and `make test` are all one needs: each makes its own environment in .venv the first time.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play setup test test-browser look aria test-long test-cluster test-train train coverage check format words bench bench-peers bench-server pages clean help

play: $(VENV)/installed ## play in the browser (in the terminal: .venv/bin/arboretum play)
	@$(BIN)/arboretum serve

setup: $(VENV)/installed-dev ## make the environment for working on the project

test: $(VENV)/installed-dev ## run the tests (a few minutes)
	$(BIN)/python -m pytest -q -n auto -m "not long and not browser_long"

test-browser: $(VENV)/installed-dev ## look at everything in a browser: whole games, every state of every page
	$(BIN)/python -m pytest -q -n auto -m "not long" tests/browser

look: $(VENV)/installed-dev ## pictures of every state of every page, in build/look; OF="dark turn" for some of them
	$(BIN)/python tools/look.py $(OF)

aria: $(VENV)/installed-dev ## write anew what a screen reader is told, in tests/browser/aria
	ARBORETUM_WRITE_ARIA=1 $(BIN)/python -m pytest -q -n auto tests/browser/test_aria.py

test-long: $(VENV)/installed-dev ## run the long tests too: thousands of games against the oracle
	$(BIN)/python -m pytest -q -n auto

test-cluster: $(VENV)/installed-dev $(VENV)/installed-cluster ## run the tests of matches and trainings on a cluster; installs Ray, 250 MB
	$(BIN)/python -m pytest -q -p no:xdist tests/test_cluster.py tests/test_training_cluster.py

test-train: $(VENV)/installed-dev $(VENV)/installed-train ## run the tests of learning, a whole training among them; installs PyTorch
	$(BIN)/python -m pytest -q -n auto tests/test_training.py tests/test_training_parts.py tests/test_lessons.py

# What ships in src/arboretum/value/trained was made like this; TRAIN says something else for all.
TRAIN_2 = --games 160000 --seed 1 --choices 20 --evaluations 10
TRAIN_3 = --games 100000 --seed 1 --evaluations 10
TRAIN_4 = --games 60000 --seed 1 --choices 20 --evaluations 6
PLAYERS ?= 2 3 4

train: $(VENV)/installed $(VENV)/installed-train ## train what ships, into build/train; PLAYERS=3 for one of them, TRAIN="--minutes 10"
	@$(foreach players,$(PLAYERS),rm -f build/train/$(players).*; \
		$(BIN)/arboretum train --players $(players) $(or $(TRAIN),$(TRAIN_$(players))) --out build/train || exit;)

coverage: $(VENV)/installed-dev ## see that every branch of the rules is run, interpreted
	$(BIN)/coverage run -m pytest -q -p no:xdist tests/test_game.py tests/test_laws.py tests/test_engine.py \
		tests/test_worlds.py tests/test_examples.py tests/test_pad_batch.py tests/test_growth.py
	$(BIN)/coverage report

check: $(VENV)/installed-dev ## format, lint, types (the browser's code too), generated pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/render_examples.py --check
	$(BIN)/python tools/draw_picture.py --check
	$(BIN)/python tools/check_js.py
	$(BIN)/python tools/words.py --check

format: $(VENV)/installed-dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pages: $(VENV)/installed-dev ## make the generated pages and pictures anew
	$(BIN)/python tools/render_examples.py
	$(BIN)/python tools/draw_picture.py

words: $(VENV)/installed-dev ## collect all texts into the catalogue, and compile the languages
	$(BIN)/python tools/words.py

bench-server: $(VENV)/installed ## measure a server under load, kills and faults, 20 minutes; SHORT=1 for three of them
	$(BIN)/python benchmarks/pages.py
	$(BIN)/python benchmarks/load.py $(if $(SHORT),--tables 20 --rate 10 --seconds 5)
	$(BIN)/python benchmarks/resume.py $(if $(SHORT),--clients 100)
	$(BIN)/python benchmarks/crash.py $(if $(SHORT),--rounds 4)
	$(BIN)/python benchmarks/faults.py
	$(BIN)/python benchmarks/soak.py $(if $(SHORT),--seconds 60)

bench: $(VENV)/installed ## measure the engine on this machine
	$(BIN)/arboretum bench

bench-peers: $(VENV)/installed ## measure it beside OpenSpiel, PettingZoo, RLCard, python-chess (installs them in build/peers)
	$(BIN)/python benchmarks/peers.py --install
	$(BIN)/python benchmarks/peers.py

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

help: ## show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: install it, or name it with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Nothing is installed again while pyproject.toml stays the same: the package is used from src.
$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# The PyTorch that what ships was trained with, unless another is there.
TORCH ?= torch==2.13.0

$(VENV)/installed-train: $(VENV)/installed
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check '$(TORCH)'
	@touch $@

$(VENV)/installed-cluster: pyproject.toml | $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,cluster]"
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@ $(VENV)/installed
