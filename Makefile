# The commands of Float Desk; what each does is in scripts/. ARGS="…" is passed on.
.DEFAULT_GOAL := help
.PHONY: help setup run watch test torture lint fmt deny fuzz e2e tour bench release clean

help: ## show this menu
	@sed -n 's/^\([a-z0-9]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: ## install what is missing for running and testing
	@scripts/setup.sh all

run: ## build and start with the demo world, on the embedded engine
	@scripts/run.sh $(ARGS)

watch: ## the same, rebuilt and reloaded at every change (cargo-leptos)
	@scripts/watch.sh $(ARGS)

test: ## formatting, clippy, Rust tests, the API, browser tests
	@scripts/test.sh

lint: ## clippy only
	@scripts/lint.sh

fmt: ## format the Rust code
	@scripts/fmt.sh

deny: ## check the dependencies: licenses, sources, duplicates, advisories (cargo-deny)
	@scripts/deny.sh

torture: ## the long tests at full size: races, kills, overload
	@scripts/torture.sh

fuzz: ## try the API against its description (schemathesis)
	@scripts/fuzz.sh $(ARGS)

e2e: ## the browser tests only
	@scripts/e2e.sh $(ARGS)

tour: ## a screenshot of every page, light and dark, wide and narrow
	@scripts/e2e.sh --config tour.config.ts $(ARGS)

release: ## the optimised build: split, brotli and gzip beside each file
	@scripts/release.sh

bench: ## measure the release
	@scripts/bench.sh $(ARGS)

clean: ## remove what was built; installed tools stay
	@scripts/clean.sh
