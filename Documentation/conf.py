# SPDX-License-Identifier: GPL-2.0-only
#
# Sphinx configuration.  Used by "make doc" and scripts/lint.

project = "pfc"
html_title = "pfc: priority flow control for Linux software switches"
html_theme = "alabaster"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
# The documents contain literal option names such as "--json": no typographic dashes
smartquotes = False
