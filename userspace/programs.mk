# SPDX-License-Identifier: GPL-2.0-only
# The programs of the tool: each has a folder with its name.  The simulator and the fuzzers link
# all of them into one program.

PROGRAMS := check config metrics roce sonic test top why
