# SPDX-License-Identifier: GPL-2.0-only
"""Seeded scenarios for "pfcctl why": a generator, and a comparison of answers and truth."""
