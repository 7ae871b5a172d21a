# Everything a developer runs. `make` alone lists it.

PYTHON ?= python3
# How many tests run side by side. Those that need the machine to themselves always run one by one.
JOBS ?= 2
# Further arguments for pytest: make test ARGS="-k tan"
ARGS ?=
export ARGS

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
export PATH := $(BIN):$(CURDIR)/node_modules/.bin:$(PATH)
export VIRTUAL_ENV := $(CURDIR)/$(VENV)

LOCK := uv pip compile --quiet --generate-hashes --no-emit-index-url --no-annotate --no-header --python-version 3.11
LOCKS := requirements/uv.txt requirements/base.txt requirements/dev.txt requirements/node.txt
PROTOS := $(shell find protos -name '*.proto' 2>/dev/null)
PROTO_FOLDERS := $(shell find protos/. -type d 2>/dev/null)
NODE_PACKAGES := package.json package-lock.json .npmrc $(wildcard clients/ts/package.json web/package.json)
PAGE := $(shell find web clients/ts/src -type f -not -path '*/node_modules/*' -not -path '*/gen/*' 2>/dev/null)
ALONE := race or e2e or browser or chaos or foreign

.PHONY: help setup protos compiled run check test bench lock clean

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

# --- setup: one stamp a step, so that only what changed is done again -------------------------------------------------

setup: $(VENV)/.package build/ts/.made build/.page ## install everything into .venv (Python 3.11 or later; PYTHON=... chooses one)

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Chieu needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.uv: requirements/uv.txt $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.requirements: requirements/dev.txt $(VENV)/.uv
	uv pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

build/protos/.made: $(PROTOS) $(PROTO_FOLDERS) tools/protos.py $(VENV)/.requirements
	python tools/protos.py
	@touch $@

$(VENV)/.package: pyproject.toml requirements/base.in README.md LICENSE build/protos/.made
	uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.node: requirements/node.txt tools/node.py $(VENV)/.uv
	python tools/node.py || uv pip install --quiet --require-hashes -r requirements/node.txt
	@touch $@

node_modules/.made: $(NODE_PACKAGES) $(VENV)/.node
	npm ci --no-progress --loglevel=error
	@touch $@

build/ts/.made: $(PROTOS) $(PROTO_FOLDERS) clients/ts/buf.gen.yaml node_modules/.made $(VENV)/.requirements
	cd clients/ts && buf generate
	@mkdir -p $(@D) && touch $@

build/.page: $(PAGE) build/ts/.made
	vite build --logLevel warn web
	@touch $@

protos: setup ## generate code from the protos: build/protos, clients/ts/src/gen (setup does it when they changed)

# --- the daily ones ---------------------------------------------------------------------------------------------------

compiled: setup ## compile the rules (some forty times faster) into build/compiled, if they changed
	@python tools/compile_rules.py

run: setup ## everything on this machine: Valkey, service, worker, gateway; Ctrl-C stops it
	@exec python -m deploy.local.run

check: setup ## lint, types (Python and TypeScript), import contracts, the protos, the lock files
	ruff check
	ruff format --check
	mypy
	PYTHONPATH=. lint-imports
	biome check --error-on-warnings
	tsc --project clients/ts
	tsc --project web
ifneq ($(PROTOS),)
	buf lint
	buf format --diff --exit-code protos
	python tools/breaking.py
endif
	@! grep -nE '://|^-{1,2}(i|f|index-url|extra-index-url|find-links|trusted-host)\b' $(LOCKS) /dev/null
	@! git grep --untracked -n '"resolved": "http' -- '*package-lock.json'

# The rules are tested in both forms: everything in the one that is built, and what looks at rules alone interpreted too.
test: compiled ## run all tests but the benchmarks; ARGS="-k tan" for some
	@python tools/needs.py
	@pytest --numprocesses $(JOBS) -m 'not bench and not ($(ALONE))' $(ARGS) || [ $$? = 5 -a -n "$$ARGS" ]
	@CHIEU_RULES=python pytest --numprocesses $(JOBS) -m '(golden or conformance or property) and not bench' $(ARGS) \
		|| [ $$? = 5 -a -n "$$ARGS" ]
	@code=0; pytest -m 'not bench and ($(ALONE))' --collect-only -qq $(ARGS) >/dev/null || code=$$?; \
	if [ $$code != 5 ]; then pytest -m 'not bench and ($(ALONE))' $(ARGS); fi

bench: compiled ## run the benchmarks
	pytest -q -m bench --numprocesses 0 --timeout 0 $(ARGS) || [ $$? = 5 ]

lock: $(VENV)/.uv $(VENV)/.node ## lock the dependencies again; UPGRADE=1 takes the newest releases
	cd requirements && $(LOCK) $(if $(UPGRADE),--upgrade) uv.in -o uv.txt
	cd requirements && $(LOCK) $(if $(UPGRADE),--upgrade) base.in -o base.txt
	cd requirements && $(LOCK) $(if $(UPGRADE),--upgrade) dev.in -c base.txt -o dev.txt
	cd requirements && $(LOCK) $(if $(UPGRADE),--upgrade) node.in -o node.txt
	npm $(if $(UPGRADE),update,install) --package-lock-only --loglevel=error

clean: ## remove everything that was made
	rm -rf $(VENV) build node_modules clients/ts/src/gen .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
