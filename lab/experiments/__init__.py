# SPDX-License-Identifier: GPL-2.0-only
"""Experiments: measurements compared with computed values."""
