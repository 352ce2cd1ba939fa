# Two commands do everything: `make play` opens the room, `make test` runs all tests.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
READY := .venv/.ready
PLAY_READY := .venv/.ready-to-play
RELEASE_READY := .venv/.ready-to-release
LOCK := requirements/dev.lock
RELEASE_LOCK := requirements/release.lock
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
LOWEST := .venv/lowest

.PHONY: play test check lint bench fuzz web rules lock lowest docs wheel release-check clean help

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort

play: ## set up and open the room
	@$(MAKE) --no-print-directory --jobs 2 web rules
	@$(BIN)/rumpus

test: $(READY) web rules ## set up and run all tests
	@echo "== tests"
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
	@echo "== rule coverage"
	@$(BIN)/python tools/rule_coverage.py

check: lint ## the gate before a commit: lint and the fast tests
	@echo "== fast tests"
	@$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow"

lint: $(READY) ## format, lint, types, import contract and circles, spelling
	@echo "== format and lint"
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@echo "== types"
	@$(BIN)/mypy
	@echo "== import contract"
	@$(BIN)/lint-imports --no-logo
	@echo "== import circles in the page"
	@$(BIN)/python tools/check_web_imports.py
	@echo "== spelling"
	@$(BIN)/codespell

bench: $(READY) ## compare with the peers (installs them in a folder of its own)
	@$(BIN)/python benchmarks/identity.py --seeds 500
	@$(BIN)/python benchmarks/compare.py

SECONDS ?= 600
fuzz: $(READY) ## look for rules that the back ends disagree about (SECONDS=600)
	@$(BIN)/python tools/fuzz_rules.py --seconds $(SECONDS)

COMPILE := $(UV) pip compile pyproject.toml --upgrade --quiet --universal --python-version 3.11 \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock"
lock: $(READY) ## look for newer versions of everything and lock them
	@$(COMPILE) --group dev --extra lab --output-file $(LOCK)
	@$(COMPILE) --group release --constraint $(LOCK) --output-file $(RELEASE_LOCK)

docs: $(RELEASE_READY) ## build the documentation as a folder for any web server: site/
	@rm -rf site
	@$(BIN)/sphinx-build --quiet --nitpicky --fail-on-warning --builder dirhtml docs site
	@$(BIN)/python tools/release/check_site.py site

wheel: $(RELEASE_READY) web ## build the wheel that runs everywhere, and the source distribution
	@echo "== compiling the rules for every kind of machine"
	@$(BIN)/python tools/release/build_rules.py
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation > /dev/null
	@ls -l dist

release-check: wheel ## everything that must hold before a release
	@$(BIN)/python tools/release/check_release.py
	@$(BIN)/python tools/release/run_elsewhere.py
	@tools/release/try_wheel.sh

lowest: $(READY) ## run the fast tests with the lowest versions that pyproject.toml allows
	@test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	@$(UV) pip install --quiet --python $(LOWEST) --resolution lowest-direct --upgrade \
		--exact -e . --group test
	@$(LOWEST)/bin/python -m pytest -n auto --dist loadfile -m "not slow" -p no:cacheprovider \
		tests/table tests/store tests/server tests/lab tests/terminal --ignore tests/server/cluster

clean: ## remove everything that was set up
	rm -rf .venv benchmarks/.peers build dist site

$(UV):
	@echo "== setting up Rumpus in .venv (once)"
	@$(PYTHON) -m venv --without-pip .venv
	@$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check uv 2> /dev/null \
		|| ($(BIN)/python -m ensurepip > /dev/null && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv)

$(PLAY_READY): pyproject.toml $(LOCK) | $(UV)
	@$(INSTALL) --constraint $(LOCK) --constraint $(RELEASE_LOCK) --build-constraint $(LOCK) -e . \
		$$(command -v cc > /dev/null || command -v clang > /dev/null || command -v gcc > /dev/null || echo ziglang)
	@touch $@

web: $(PLAY_READY)
	@$(BIN)/python tools/build_web.py

rules: $(PLAY_READY)
	@$(BIN)/python -m rumpus.server.operations.prepare

$(READY): $(LOCK) $(PLAY_READY)
	@echo "== setting up the development tools in .venv (once)"
	@$(INSTALL) --requirement $(LOCK)
	@touch $@

$(RELEASE_READY): $(READY) $(RELEASE_LOCK)
	@echo "== setting up the release tools in .venv (once)"
	@$(INSTALL) --requirement $(RELEASE_LOCK)
	@touch $@
