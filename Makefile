# SPDX-License-Identifier: GPL-2.0-only

# These variables of the command line are also for scripts/install
export DESTDIR prefix sbindir mandir bashdir zshdir docdir unitdir tcdir manifest
export INSTALL_MOD_PATH INSTALL_MOD_DIR INSTALL_MOD_STRIP

##@ Build and use

all: modules tool ## build pfc.ko and pfcctl (default target)

modules: prepare-module ## build pfc.ko (KDIR, KERNEL)
	@headers=$$(scripts/kernel/module-headers) && $(MAKE) -C "$$headers" M=$(CURDIR) modules

tool: prepare-tool ## build pfcctl and its plugin for tc
	$(MAKE) -C userspace

install: modules tool ## install module and tool (DESTDIR, prefix, KDIR, INSTALL_MOD_PATH)
	@scripts/install all

install-module: modules ## install only pfc.ko
	@scripts/install module

install-tool: tool ## install only pfcctl, its plugin for tc, man pages, completion and units
	@scripts/install tool

uninstall: ## remove what make install has installed (DESTDIR, prefix)
	@scripts/install --uninstall

deb: prepare-package ## build the Debian packages pfc-dkms, pfcctl, pfcctl-tools and pfc-lab (build/deb)
	@scripts/deb

demo: prepare-demo ## run an incast without and with PFC (NATIVE=1)
	scripts/demo

demo-rdma: prepare-guest ## run RDMA WRITEs of two senders without and with PFC, with soft-RoCE (KERNEL)
	KERNEL=$(or $(KERNEL),6.1-rdma) scripts/demo-rdma

lab: prepare-lab ## simulate a fabric in virtual time (FILE, OUT)
	@test -n "$(FILE)" || { echo "FILE is not set: make lab FILE=DESCRIPTION.toml" \
		"[OUT=DIRECTORY]; see lab/README.md, lab/examples"; exit 2; }
	lab/pfclab run $(FILE) -o $(or $(OUT),lab-out)

doc: prepare-doc ## build the documents as HTML
	sphinx-build -q -W --keep-going -b html -d build/doc/.doctrees Documentation build/doc
	@echo build/doc/index.html

clean: ## remove build results; the cache stays
	-$(MAKE) -C userspace clean
	rm -rf build demo-out lab-out
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' \
		-o -name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' \
		-o -name modules.order -o -name Module.symvers \) -print | xargs -r rm -f

help: ## print this text
	@echo 'Usage: make [TARGET] [NAME=VALUE ...]'
	@awk '/^##@ / { print "\n" substr($$0, 5) ":" } \
		/^##= / { print "  " substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { name = $$0; sub(/:.*/, "", name); sub(/.*## /, ""); \
			printf "  %-15s%s\n", name, $$0 }' $(MAKEFILE_LIST)

##@ Development: checks and tests

check: ## run the checks that every change must pass (RESUME=1)
	@scripts/check

check-all: ## run all tests on all kernels (RESUME=1)
	@scripts/check all

check-next: ## run the stages of check-all whose last green run is the oldest (MINUTES)
	@scripts/check next $(MINUTES)

ledger: ## print when each stage of check-all ran last
	@scripts/ledger

lint: prepare-lint prepare-kunit ## check style, types and warnings
	scripts/lint

generate: prepare-lint ## generate C files from the netlink specification
	scripts/netlink-generate

build-test: prepare-module prepare-tool ## test the Makefile as a user without root rights
	tests/build/run

shims-test: prepare-guest ## build the module for kernels with changed interfaces
	tests/build/shims

targets-test: prepare-targets ## build the module with clang, and for 32-bit and big-endian machines
	tests/build/targets

attribute-test: prepare-tool prepare-guest ## add a setting to a copy of the sources, by five files
	tests/attribute/run

faults: prepare-guest ## inject faults into the module, which guest tests must find (KERNEL)
	scripts/faults --run

tool-test: prepare-tool prepare-completion ## run the tests of pfcctl
	$(MAKE) -C userspace check

package-test: prepare-package ## build the Debian packages and check their content
	tests/packages/run

package-guest: prepare-package prepare-guest ## install, use and remove the packages in a guest (KERNEL)
	scripts/package-guest

kunit: prepare-kunit ## run the unit tests of kmod/core (VERBOSE=1; KERNEL=small: 32 bits, few options)
	scripts/kunit

test: prepare-guest ## run guest tests by name (TEST, KERNEL, SEED, FACTOR)
	@test -n "$(TEST)" || { echo "TEST is not set: make test TEST=NAME; names:"; \
		ls tests/guest/*/[0-9]*.sh | sed 's|.*/||; s|\.sh$$||' | sort; exit 2; }
	scripts/guest-test $(TEST)

tests: prepare-guest ## run all guest tests (KERNEL, JOBS)
	scripts/guest-test

rdma-test: prepare-guest ## run the guest tests with RDMA programs (KERNEL=6.1-rdma or 6.12-rdma, TEST)
	KERNEL=$(or $(KERNEL),6.1-rdma) scripts/guest-test $(or $(TEST),--rdma)

machines-test: prepare-guest ## run the tests of fabrics over two machines (KERNEL=6.1-rdma or 6.12-rdma, TEST)
	KERNEL=$(or $(KERNEL),6.1-rdma) JOBS=$(or $(JOBS),1) scripts/guest-test $(or $(TEST),--machines)

arm64-test: prepare-arm64 ## run guest tests on an emulated arm64 machine (KERNEL=6.1-arm64, 6.12-arm64 or 7.2-arm64, TEST)
	KERNEL=$(or $(KERNEL),6.1-arm64) scripts/guest-test $(or $(TEST),--arm64)

kselftest: prepare-guest prepare-kunit ## run tests/kselftest in a guest, with the kernel's lib.sh (KERNEL)
	scripts/guest-test 16-kselftest

conformance: $(if $(filter lab,$(KERNEL)),prepare-lab,prepare-guest) ## run the whole PFC test plan in a guest, or in the simulator (KERNEL=lab)
	$(if $(filter lab,$(KERNEL)),lab/conformance,FACTOR=2 scripts/guest-test 89-conformance)

shell: prepare-guest ## start a shell in a guest with the module; make shell < FILE runs commands (KERNEL)
	scripts/guest-shell

record: prepare-guest ## write what users see, all output of pfcctl, to a file (OUT, KERNEL)
	scripts/record $(OUT)

sanitize: prepare-guest prepare-kunit ## run guest tests in a user-mode debug kernel
	scripts/sanitize

sanitize-all: prepare-guest prepare-kunit ## run all guest tests that can run in such a kernel
	KERNEL=uml scripts/guest-test

planted: prepare-guest ## verify that a debug kernel finds injected faults (KERNEL)
	scripts/planted

debug-all: debug-kernels ## run all tests on the debug kernels with two CPUs
	for kernel in debug kcsan; do \
		$(MAKE) planted tests KERNEL=$$kernel || exit; \
	done

fuzz: prepare-fuzz ## run the fuzzers (SEED)
	scripts/fuzz

fuzz-all: prepare-fuzz ## run the fuzzers longer, and verify that they find injected faults
	scripts/fuzz --all

lab-test: prepare-lab-test ## test the simulator
	lab/tests/run

lab-why: prepare-lab ## compare pfcctl why with the truth of seeded scenarios (SEED, COUNT, OUT)
	lab/pfclab why --seed $(or $(SEED),1) --count $(or $(COUNT),10) -o $(or $(OUT),build/lab-why)

experiments: prepare-lab ## compare the module with computed results (EXPERIMENT)
	lab/experiments/run $(EXPERIMENT)

experiments-all: prepare-lab ## experiments, with more seeds and longer runs (EXPERIMENT)
	lab/experiments/run --all $(EXPERIMENT)

bench: prepare-bench ## count instructions for each forwarded frame (SEEDS, SIZES)
	scripts/bench

bench-check: prepare-bench ## count instructions only for the set-ups that have an upper bound
	scripts/bench --quick

##@ Development: packages and kernels

prepare: ## install all Debian packages that any target needs
	scripts/prepare

fetch: prepare-guest prepare-kunit ## fetch the emulator and kernels of the guests, and kernel sources
	scripts/guest/emulator > /dev/null
	scripts/report/prometheus > /dev/null
	scripts/guest/trace-disk > /dev/null
	scripts/guest/guest-image all
	scripts/kernel/uml-kernel --source

kernels: ## print the kernels of Debian's archive, and what has passed on each
	@scripts/kernel/series

user-kernels: prepare-kunit ## build the user-mode kernels
	scripts/kernel/uml-kernel debug
	scripts/kernel/uml-kernel lab

debug-kernels: prepare-debug ## build the debug kernels with two CPUs
	scripts/kernel/debug-kernel debug
	scripts/kernel/debug-kernel kcsan

##@ Variables
##= KERNEL        modules: build for Debian's 6.1, 6.12, 7.2 or 7.3, or for arm64: 6.1-arm64 ...
##=               tests: kernel of the guests: 6.1 (default), 6.12, 7.2, 7.3, 6.1-rt, 7.3-rt,
##=               uml, debug, kcsan, 6.1-arm64, 6.12-arm64, 7.2-arm64
##=               rdma-test, demo-rdma, machines-test: 6.1-rdma (default), 6.12-rdma
##=               arm64-test: 6.1-arm64 (default), 6.12-arm64, 7.2-arm64
##= KDIR          modules: directory of kernel headers
##= DESTDIR       install, uninstall: prepended to all paths; depmod does not run
##= prefix        install, uninstall: directory of the tool (default /usr/local)
##= INSTALL_MOD_PATH  install: directory that contains lib/modules (default /)
##= PFC_CACHE     directory for downloads and kernel builds (default /var/cache/pfc)
##= NATIVE        demo: 1 uses the running kernel instead of a guest
##= FILE          lab: description of the fabric (TOML)
##= OUT           lab, lab-why: directory for the results (default lab-out, build/lab-why); record: file
##= TEST          test: names of guest tests; make test without TEST lists them
##= JOBS          tests, planted: number of guests that run at the same time (default 2)
##= SEED          test, tests, fuzz, lab-why: seed of random inputs (default 1)
##= COUNT         lab-why: number of scenarios of each sort (default 10)
##= FACTOR        test, tests: multiplies the work and the timeout of random tests (default 1)
##= RESUME        check, check-all: 1 skips stages that passed on the same files
##= LEDGER        check: 1 writes the results to tests/ledger.tsv, as check-all and check-next do
##= MINUTES       check-next: time that the stages may take (default 60)
##= GROUP         tests: folders of tests/guest, such as "paths pause" (default: all)
##= LONG          tests: "no" leaves out the tests that take long, "only" runs no others
##= VERBOSE       kunit, tests: 1 prints all checks, not only failures
##= EXPERIMENT    experiments: names of experiments (default: all)
##= SEEDS         bench: seeds of the guests (default "1 2 3")
##= SIZES         bench: frame sizes in bytes, with FCS (default "64 1500")

arm64 = $(if $(findstring -arm64,$(KERNEL)),arm64)
prepare-module: ; @scripts/prepare module $(arm64)
prepare-tool: ; @scripts/prepare tool
prepare-completion: ; @scripts/prepare completion
prepare-package: prepare-tool prepare-completion prepare-lab ; @scripts/prepare package
prepare-kunit: ; @scripts/prepare kunit $(filter small,$(KERNEL))
prepare-targets: ; @scripts/prepare targets
prepare-arm64: prepare-guest ; @scripts/prepare arm64
prepare-demo: prepare-guest ; @scripts/prepare demo
prepare-lab: ; @scripts/prepare lab
prepare-lab-test: prepare-lab ; @scripts/prepare lab-test
prepare-doc: ; @scripts/prepare doc
prepare-fuzz: ; @scripts/prepare fuzz
prepare-bench: prepare-guest ; @scripts/prepare bench
prepare-lint: prepare-guest ; @scripts/prepare lint
prepare-debug: ; @scripts/prepare debug
prepare-guest: ; @scripts/prepare module tool guest $(arm64) $(filter debug kunit, \
		$(patsubst uml,kunit,$(KERNEL:kcsan=debug)))

.PHONY: all install install-module install-tool uninstall deb package-test package-guest bench bench-check modules tool kunit test tests planted sanitize sanitize-all shell record \
	lint generate doc check check-all check-next ledger build-test attribute-test shims-test targets-test kselftest conformance faults tool-test \
	prepare fetch kernels user-kernels debug-kernels debug-all demo demo-rdma rdma-test machines-test arm64-test lab lab-test lab-why experiments experiments-all fuzz \
	fuzz-all clean help \
	prepare-module prepare-tool prepare-kunit prepare-lab prepare-lab-test prepare-fuzz prepare-lint prepare-guest \
	prepare-debug prepare-targets prepare-doc prepare-demo prepare-arm64 prepare-completion prepare-package
