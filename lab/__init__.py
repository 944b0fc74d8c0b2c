# SPDX-License-Identifier: GPL-2.0-only
"""Simulator of fabrics with priority flow control, in virtual time."""
