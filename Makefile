# `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.

SWIFT ?= swift
export SWIFT
CONFIGURATION ?= debug
PREFIX ?= /usr
DESTDIR ?=
BUILD := .build/$(CONFIGURATION)
# Paths of the build tree are relative, so that the same sources give the same bytes in every directory.
# What is installed is stripped, so it is built without what debuggers read.
RELEASE := -Xcc -ffile-prefix-map=$(CURDIR)=. -debug-info-format none
# Manifests of the bundled providers that point into the build tree, so that nothing needs to be installed to try them.
MANIFESTS := $(CURDIR)/.build/providers/$(CONFIGURATION)
# The daemon runs nothing that lies below a directory of a user who is neither root nor its own. Where the checkout does, its user's cache takes them.
ifneq ($(shell d="$(CURDIR)"; while stat -c %u "$$d"; [ "$$d" != / ]; do d=$$(dirname "$$d"); done | grep -vx -e 0 -e "$$(id -u)"),)
MANIFESTS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/widgetd/providers/$(CONFIGURATION)
endif

.PHONY: help run build release test attack goldens pictures soak soak-daemon soak-engine power-cuts bench proto reference man format lint install uninstall deb clean dependencies

help: ## This list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Build, start widgetd in the foreground, and place two widgets where there are none.
	@scripts/first-widgets $(BUILD)/widgetctl & \
	exec $(BUILD)/widgetd --providers $(MANIFESTS)

build: dependencies ## Build everything; CONFIGURATION=release for a fast daemon.
	$(SWIFT) build -c $(CONFIGURATION)
	@scripts/manifests Sources/Providers $(CURDIR)/$(BUILD) $(MANIFESTS)

release: dependencies ## Build what `make install` links and installs: programs that need no Swift runtime.
	flags=$$(scripts/release-flags) && WIDGETD_INSTALLED=1 $(SWIFT) build -c release $$flags $(RELEASE)

test: ## The whole test suite.
	@scripts/dependencies test
	@.ci/test

attack: build ## Attack daemons of its own and say what held; FULL=full fuzzes the decoders too.
	$(SWIFT) build -c $(CONFIGURATION) --product widgetdPackageTests
	@Tests/Attack/run.sh $(BUILD) $(FULL)

goldens: dependencies ## Write the board's screens anew that a test compares, after a change of how something is drawn; look at what `git diff` says.
	WIDGETD_TESTS=WidgetCommandsTests WIDGETD_GOLDENS=write $(SWIFT) test --no-parallel --filter BoardGoldenTests

pictures: build ## Take the pictures of the docs and the examples anew, in a terminal under Xvfb; look at them before a commit.
	@scripts/pictures $(BUILD) $(MANIFESTS) docs/pictures Examples
	@scripts/wall-picture $(BUILD) docs/pictures/wall-desktop.png docs/pictures/film-wall.gif
	@scripts/film-phone $(BUILD) docs/pictures/film-phone.gif
	@scripts/film-terminal $(BUILD) $(MANIFESTS) docs/pictures/film-terminal.gif
	@scripts/films $(BUILD) docs/pictures

SEEDS ?= 100000
soak: dependencies ## Replication through SEEDS (100,000) more seeds of faults than `make test`; about 60 a second.
	$(SWIFT) build --product widgetdPackageTests
	SIM_SEEDS=$(SEEDS) SIM_START=$(or $(START),2000) $(SWIFT) test --skip-build --filter devicesEndUpEqualAndLoseNothing

HOURS ?= 1
soak-daemon: release ## Use three daemons for HOURS (1, may be a fraction) while they are killed, stopped, filled up and given wrong clocks; draws what they cost.
	@nice Tests/Soak/run.sh .build/release $(HOURS) --out .build/soak $(if $(SEED),--seed $(SEED))

ROUNDS ?= 10
soak-engine: build ## Three hubs with PostgreSQL for ROUNDS (10) of faults: hubs and servers are killed, parted and filled up; about 35 s a round.
	Tests/Fleet/run.sh $(BUILD) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

CUTS ?= 50
power-cuts: build ## Cut the power of an emulated machine CUTS (50) times while two daemons in it answer changes; about a minute each.
	Tests/Machine/run.sh --only power-cuts --cuts $(CUTS) $(BUILD)

bench: dependencies ## The benchmarks, each beside its floor; takes minutes.
	@Benchmarks/run.py

proto: ## Generate the protobuf code anew after a change under proto/.
	@scripts/proto

reference: build ## Make docs/reference anew from the programs' help and the sources' limits.
	@python3 scripts/reference pages $(BUILD)

man: build ## Make man pages in .build/man; try them with `man -l .build/man/man1/widgetctl.1`.
	@python3 scripts/reference man $(BUILD) .build/man

format: ## Format the sources in place.
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Package.swift

lint: ## Say what `make format` would change.
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift

install: release ## Install programs, providers and units under PREFIX (/usr), in DESTDIR where it is set.
	@scripts/shared-library .build/release .build/installed
	@scripts/install "$(DESTDIR)" "$(PREFIX)" .build/installed
	@python3 scripts/reference man .build/release "$(DESTDIR)$(PREFIX)/share/man"

uninstall: ## Remove what `make install` installed; the store stays.
	@scripts/install --remove "$(DESTDIR)" "$(PREFIX)"
	@rm -f $(foreach page,man1/widgetctl*.1 man1/widgetd-*.1 man5/widgetd.conf.5 man5/widgetd.provider.5 man8/widgetd.8,"$(DESTDIR)$(PREFIX)/share/man/"$(page))

deb: release ## Make Debian packages and a tarball in .build/packages.
	@scripts/deb .build/release .build/packages

clean: ## Remove what was built.
	rm -rf .build Benchmarks/.build

dependencies:
	@scripts/dependencies
