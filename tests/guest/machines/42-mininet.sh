#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# examples/mininet/incast.py with Debian's Mininet: with PFC the lossless class loses nothing, and
# without PFC it loses datagrams.  tcpdump and tc in the nodes agree.
#
#   h1 ── 100 Mb/s ── s1 ── 20 Mb/s ── h3
#   h2 ── 100 Mb/s ───┘
#
# disk: mininet
# timeout: 300
# mode: icount
# kernels: 6.1

. /tests/guest/lib/lib.sh
. /tests/guest/lib/mininet.bash

python3 "$IN/incast.py" > "$OUT/pfc.txt" 2>&1
python3 "$IN/incast.py" --no-pfc > "$OUT/no-pfc.txt" 2>&1
cat "$OUT"/*.txt
