# credstate: every command a developer needs. `make help` lists them.

FLAGS := -Xswiftc -warnings-as-errors
PROGRAMS := credstated credstate-hookd credstatectl credstate-sandbox credstate-exec

.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

setup: ## install the distribution packages that are missing
	@scripts/setup

build: setup ## build the programs (debug)
	@swift=$$(scripts/find-swift) && $$swift build $(FLAGS)

# Those that start the built programs run by themselves: more than a thousand at once let them wait for
# minutes, which counts against their limits.
test: setup ## build everything and run the tests
	@swift=$$(scripts/find-swift) && \
	$$swift build --build-tests $(FLAGS) && \
	$$swift test --skip-build $(FLAGS) --skip IntegrationTests && \
	$$swift test --skip-build $(FLAGS) --filter IntegrationTests

test-kill: setup ## kill daemon and hook runner at every call that matters (root; 10 to 20 minutes)
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/KillPoints "$$($$swift build --show-bin-path)"

MINUTES ?= 60
soak: setup ## kill daemon, hook runner and bus at random under load (MINUTES=60 SEED=any)
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/Soak "$$($$swift build --show-bin-path)" --minutes $(MINUTES) \
	  $(if $(SEED),--seed $(SEED))

test-peers: ## the daemon against django-oauth-toolkit (from PyPI) and glewlwyd (some 10 minutes)
	@scripts/setup glewlwyd || scripts/setup
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/Peers "$$($$swift build --show-bin-path)"

test-jose-peers: setup ## tokens between these programs and PyJWT, jwcrypto and Authlib from PyPI
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/JOSEPeers "$$($$swift build --show-bin-path)"

test-examples: ## the examples of docs/sign-in.md and docs/pushes.md before daemon and sandbox
	@scripts/setup python3-dbus
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/Examples "$$($$swift build --show-bin-path)"

test-vectors: setup ## public test vectors of signatures and keys (VECTORS=FOLDER)
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) --product jose-check && \
	python3 Tests/Vectors "$$($$swift build --show-bin-path)" $(VECTORS)

test-faults: setup ## the daemon in real time through every fault of a provider (some 13 minutes)
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	python3 Tests/Faults "$$($$swift build --show-bin-path)"

demo: setup ## show the main job end to end: private bus, stand-in provider, hook
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	scripts/demo "$$($$swift build --show-bin-path)"

test-users: setup ## as root: a hook reads no store, key or memory when each has its own user
	@swift=$$(scripts/find-swift) && \
	$$swift build $(FLAGS) && \
	scripts/test-users "$$($$swift build --show-bin-path)"

test-systemd: setup ## as root, with a test bed: what is shipped under systemd 252, 254 and 257
	@python3 Tests/Systemd --why-not || exit 0; $(MAKE) release && python3 Tests/Systemd

check-debian13: ## as root: build, test, demo and release in a fresh Debian 13 (Swift 6.0.3)
	@scripts/check-debian13

bench: ## measure release builds beside what else could be used (some 50 minutes; QUICK=1: 4)
	@scripts/setup nghttp2-client python3-aiohttp
	@$(MAKE) --no-print-directory release
	@swift=$$(scripts/find-swift) && programs=$$($$swift build -c release --show-bin-path) && \
	$$swift build -c release --static-swift-stdlib $(FLAGS) --product jose-check && \
	/usr/bin/python3 Benchmarks "$$programs" $(if $(QUICK),--quick,--write docs/performance.md)

CREDENTIALS ?= 1000000
simulate: ## every fault for two days of a simulated week, release build (CREDENTIALS=1000000)
	@$(MAKE) --no-print-directory release
	@swift=$$(scripts/find-swift) && programs=$$($$swift build -c release --show-bin-path) && \
	scripts/simulate-faults "$$programs/credstated" $(CREDENTIALS)

SECONDS_EACH ?= 60
fuzz: setup ## feed each reader of foreign input with mutations, SECONDS_EACH=60 each
	@scripts/fuzz run $(SECONDS_EACH)

test-tsan: setup ## run the tests with the thread sanitizer in all programs
	@scripts/test-sanitized thread

test-asan: setup ## run the tests with the address and leak sanitizers in all programs
	@scripts/test-sanitized address

lint: ## check the style
	@swift=$$(scripts/find-swift) && $$swift format lint --strict -r Sources Tests Package.swift

fmt: ## apply the style
	@swift=$$(scripts/find-swift) && $$swift format -i -r Sources Tests Package.swift

release: setup ## build the programs for installation, the Swift library inside
	@swift=$$(scripts/find-swift) && \
	for program in $(PROGRAMS); do \
	  $$swift build -c release --static-swift-stdlib $(FLAGS) --product $$program || exit 1; \
	done

clean: ## remove what was built
	rm -rf .build

.PHONY: help setup build test demo test-kill test-peers test-jose-peers test-examples test-vectors test-faults soak \
	test-users test-systemd check-debian13 simulate fuzz test-tsan test-asan bench lint fmt release clean
