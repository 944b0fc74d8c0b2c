# SPDX-License-Identifier: GPL-2.0-only

# The kernel to build for: a guest's, or the running one if there are headers
RUNNING := /lib/modules/$(shell uname -r)/build
ifeq ($(KERNEL)$(wildcard $(RUNNING)/Makefile),$(RUNNING)/Makefile)
KDIR ?= $(RUNNING)
else
KDIR ?= $(shell scripts/guest-kernel --headers)
endif

all: modules tool ## build the module and the tool

modules: prepare-module ## build pfc.ko (KDIR=... for another kernel)
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

tool: prepare-tool ## build pfcctl, and its plugin for tc
	$(MAKE) -C userspace

kunit: prepare-kunit ## run the unit tests of the module's pure logic
	scripts/kunit

test: prepare-guest ## run one test in a guest: make test TEST=name KERNEL=6.1
	@test -n "$(TEST)" || { echo "make test TEST=name; names:"; \
		ls tests/guest | sed -n '/^[0-9]/s/\.sh$$//p'; exit 2; }
	scripts/guest-test $(TEST)

tests: prepare-guest ## run all tests in guests, JOBS at a time (2)
	scripts/guest-test

shell: prepare-guest ## get a shell in a guest with all loaded
	scripts/guest-shell

planted: prepare-guest ## see whether a kernel finds planted faults (KERNEL=...)
	scripts/planted

sanitize: prepare-guest prepare-kunit ## run guest tests in a kernel that watches memory and locks
	scripts/sanitize

sanitize-all: prepare-guest prepare-kunit ## run all guest tests that can be run there
	KERNEL=uml scripts/guest-test

lint: prepare-lint prepare-kunit ## check style, types and warnings
	scripts/lint

tool-test: prepare-tool ## run the tool's own tests
	$(MAKE) -C userspace check

fuzz: prepare-fuzz ## run the fuzzers (SEED=1)
	scripts/fuzz

fuzz-all: prepare-fuzz ## run them for longer, and see whether they find faults
	scripts/fuzz --all

check: ## run what every change has to pass (RESUME=1: but not what it has passed)
	@scripts/check

check-all: ## run all there is: all tests on all kernels
	@scripts/check all

prepare: ## install all Debian packages that are needed
	scripts/prepare

fetch: prepare-guest prepare-kunit ## fetch the kernels of the guests, and sources
	scripts/guest-image all
	scripts/uml-kernel --source

kernels: prepare-kunit ## build all kernels that run in user mode
	scripts/uml-kernel debug
	scripts/uml-kernel lab

debug-kernels: prepare-debug ## build the kernels with two CPUs that watch themselves
	scripts/debug-kernel debug
	scripts/debug-kernel kcsan

debug-all: debug-kernels ## run all tests on them, planted faults first
	for kernel in debug kcsan; do \
		$(MAKE) planted tests KERNEL=$$kernel || exit; \
	done

demo: prepare-guest ## show an incast with and without PFC
	scripts/demo

lab: prepare-lab ## run a fabric in virtual time: make lab FILE=... OUT=...
	@test -n "$(FILE)" || { echo "make lab FILE=description.toml OUT=directory;" \
		"see lab/README.md, lab/examples"; exit 2; }
	lab/pfclab run $(FILE) -o $(or $(OUT),lab-out)

experiments: prepare-lab ## compare the module with known answers, in virtual time
	lab/experiments/run $(EXPERIMENT)

lab-test: prepare-lab ## test the laboratory
	tests/lab/run

bench: prepare-bench ## count instructions for each forwarded frame
	scripts/bench

bench-check: prepare-bench ## the same, no more than what has a bound
	scripts/bench --quick

clean: ## remove all that was built here (the cache stays)
	-$(MAKE) -C userspace clean
	rm -rf build demo-out lab-out
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' \
		-o -name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' \
		-o -name modules.order -o -name Module.symvers \) -print | xargs -r rm -f

help: ## print this
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

prepare-module: ; @scripts/prepare module
prepare-tool: ; @scripts/prepare tool
prepare-kunit: ; @scripts/prepare kunit
prepare-lab: ; @scripts/prepare lab
prepare-fuzz: ; @scripts/prepare fuzz
prepare-bench: prepare-guest ; @scripts/prepare bench
prepare-lint: prepare-guest ; @scripts/prepare lint
prepare-debug: ; @scripts/prepare debug
prepare-guest: ; @scripts/prepare module tool guest $(filter debug kunit, \
		$(patsubst uml,kunit,$(KERNEL:kcsan=debug)))

.PHONY: all bench bench-check modules tool kunit test tests planted sanitize sanitize-all shell \
	lint check check-all tool-test \
	prepare fetch kernels debug-kernels debug-all demo lab lab-test experiments fuzz \
	fuzz-all clean help \
	prepare-module prepare-tool prepare-kunit prepare-lab prepare-fuzz prepare-lint prepare-guest \
	prepare-debug
