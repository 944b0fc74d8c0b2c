# SPDX-License-Identifier: GPL-2.0-only
# The programs of the tool: each has a folder with its name.  The simulator and the fuzzers link
# all of them into one program.

PROGRAMS := check config metrics roce sonic test top why

# The copy in which the fuzzers inject faults has all tables, and no generator
-include $(dir $(lastword $(MAKEFILE_LIST)))../scripts/netlink/tables.mk
