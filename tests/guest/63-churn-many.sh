#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A thousand ports in a namespace; as many as there are ids, and one more; and
# memory after many rounds.
#
#   sw: d1 … d4096 (dummy)
#
# timeout: 400

. /tests/guest/lib.sh

MAX=4095

ns sw
# each COUNT LINE: the line with @ as 1 to COUNT
each() { seq "$1" | awk -v line="$2" '{ now = line; sub("@", $1, now); print now }'; }

# timed TEXT COMMAND...: check, and tell the time
timed()
{
	local start

	start=$(date +%s%N)
	check "$@"
	note "$1: $((($(date +%s%N) - start) / 1000000)) ms"
}

each $((MAX + 1)) 'link add d@ type dummy' > /tmp/devices
each 1000 'port add dev d@' > /tmp/add
each 1000 'port del dev d@' > /tmp/del
timed "dummies are made" ip -n sw -batch /tmp/devices

# ---- a thousand
timed "1000 ports are added" pfc sw -b /tmp/add
show() { pfc sw -j "$1" show > "$OUT/$1"; }
timed "1000 ports are shown" show port
is "they are 1000" "$(jq length "$OUT/port")" 1000
is "with 1000 ids" "$(jq '[.[].port_id] | unique | length' "$OUT/port")" 1000
is "and so says tc" "$(tc -n sw qdisc show | grep -c '^qdisc pfc')" 1000
timed "their counters are shown" show stats
is "of 1000" "$(jq length "$OUT/stats")" 1000

# ---- all
each $MAX 'qdisc replace dev d@ root pfc' | tail -n +1001 > /tmp/more
timed "$MAX ports are added" tc -n sw -batch /tmp/more
refused "one more is refused" \
	'there are 4095 pfc ports already, the most possible' \
	pfc sw port add dev d$((MAX + 1))
pfc sw port del dev d77
check "with one less it is not" pfc sw port add dev d$((MAX + 1))
is "it has the free id" "$(pfc sw -j port show dev d$((MAX + 1)) | jq '.[0].port_id')" \
	"$(jq '.[] | select(.dev == "d77").port_id' "$OUT/port")"
check "the module is in use" eval '! rmmod pfc'
timed "the namespace is deleted with all" ip netns del sw
check "the module is free" wait_for 60 rmmod pfc
