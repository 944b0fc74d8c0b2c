# SPDX-License-Identifier: GPL-2.0-only
"""Tables, plots and the report of a run."""
