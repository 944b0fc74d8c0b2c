# SPDX-License-Identifier: GPL-2.0-only
"""Files for the ns-3 simulator of the paper on HPCC."""
