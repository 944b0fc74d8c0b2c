# SPDX-License-Identifier: GPL-2.0-only
# The tables of the tool and of the tests that follow from the specification.  They are not in git:
# make writes them if one is older than the specification or missing, and then reads all makefiles
# again, so that each list of files contains them.

TABLES_TOP := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))../..)
# debhelper also asks for distclean and realclean
ifneq ($(filter-out %clean,$(or $(MAKECMDGOALS),all)),)
include $(TABLES_TOP)/userspace/tables.d

$(TABLES_TOP)/userspace/tables.d: $(TABLES_TOP)/scripts/netlink-generate \
		$(wildcard $(TABLES_TOP)/scripts/netlink/*.py $(TABLES_TOP)/Documentation/netlink/specs/*.yaml) \
		$(if $(filter-out $(wildcard $(TABLES)),$(TABLES)),missing-tables)
	@$< --tables

.PHONY: missing-tables
missing-tables:

# The first target is that of the makefile which includes this one
.DEFAULT_GOAL :=
endif
