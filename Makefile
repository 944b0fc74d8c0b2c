# SPDX-License-Identifier: GPL-2.0-only

# The kernel to build for: the running one, or else that of the test guest
RUNNING := /lib/modules/$(shell uname -r)/build
ifneq ($(wildcard $(RUNNING)/Makefile),)
KDIR ?= $(RUNNING)
else
KDIR ?= $(shell k=$$(scripts/guest-kernel) && \
	echo $$k/usr/src/linux-headers-$$(basename $$k))
endif

all: modules tool ## build the module and the tool

modules: prepare-module ## build pfc.ko (KDIR=... for another kernel)
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

tool: prepare-tool ## build pfcctl
	$(MAKE) -C userspace

kunit: prepare-kunit ## run the unit tests of the module's pure logic
	scripts/kunit

test: prepare-guest ## run one test in a guest: make test TEST=name
	@test -n "$(TEST)" || { echo "make test TEST=name; names:"; \
		ls tests/guest | sed -n '/^[0-9]/s/\.sh$$//p'; exit 2; }
	scripts/guest-test $(TEST)

tests: prepare-guest ## run all tests in guests, JOBS at a time (2)
	scripts/guest-test

shell: prepare-guest ## get a shell in a guest with all loaded
	scripts/guest-shell

lint: prepare-lint prepare-kunit ## check style, types and warnings
	scripts/lint

check: ## run everything: lint, unit tests, guest tests
	@scripts/check

demo: prepare-guest ## show an incast with and without PFC
	scripts/demo

clean: ## remove all that was built here (the cache stays)
	-$(MAKE) -C userspace clean
	rm -rf build demo-out
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' \
		-o -name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' \
		-o -name modules.order -o -name Module.symvers \) -print | xargs -r rm -f

help: ## print this
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

prepare-module: ; @scripts/prepare module
prepare-tool: ; @scripts/prepare tool
prepare-kunit: ; @scripts/prepare kunit
prepare-lint: prepare-guest ; @scripts/prepare lint
prepare-guest: ; @scripts/prepare module tool guest

.PHONY: all modules tool kunit test tests shell lint check demo clean help \
	prepare-module prepare-tool prepare-kunit prepare-lint prepare-guest
