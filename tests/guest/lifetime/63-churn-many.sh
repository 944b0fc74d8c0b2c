#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A thousand ports in a namespace; the maximum number of ports; one port more is refused.
# Debug kernels have only a thousand devices, because the removal of 4095 takes them many minutes.
#
#   sw: d1 … d4096 (dummy)
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan uml
# long: yes
# timeout: 400

. /tests/guest/lib/lib.sh

MAX=4095
DEVICES=$((MAX + 1))
[ "${SLOW:-1}" = 1 ] || DEVICES=1000

ns sw
# each COUNT LINE: prints LINE COUNT times and replaces @ by 1, 2 … COUNT
each() { seq "$1" | awk -v line="$2" '{ now = line; sub("@", $1, now); print now }'; }

# timed TEXT COMMAND...: a check that also notes the duration
timed()
{
	local start

	start=$(date +%s%N)
	check "$@"
	note "$1: $((($(date +%s%N) - start) / 1000000)) ms"
}

each $DEVICES 'link add d@ type dummy' > /tmp/devices
each 1000 'port add dev d@' > /tmp/add
each 1000 'port del dev d@' > /tmp/del
timed "$DEVICES dummy devices are added" ip -n sw -batch /tmp/devices

# ---- a thousand
timed "1000 ports are added" pfc sw -b /tmp/add
show() { pfc sw -j "$1" show > "$OUT/$1"; }
timed "1000 ports are shown" show port
is "port show lists 1000 ports" "$(jq length "$OUT/port")" 1000
is "1000 ports have different ids" "$(jq '[.[].port_id] | unique | length' "$OUT/port")" 1000
is "tc lists 1000 pfc qdiscs" "$(tc -n sw qdisc show | grep -c '^qdisc pfc')" 1000
timed "counters of 1000 ports are shown" show stats
is "stats show lists 1000 ports" "$(jq length "$OUT/stats")" 1000

# ---- the maximum
if [ "${SLOW:-1}" = 1 ]; then
	each $MAX 'qdisc replace dev d@ root pfc' | tail -n +1001 > /tmp/more
	timed "$MAX ports are added" tc -n sw -batch /tmp/more
	refused "a port above the maximum is refused" \
		'the maximum of 4095 pfc ports is reached' \
		pfc sw port add dev d$((MAX + 1))
	pfc sw port del dev d77
	check "a port is accepted after another one is deleted" pfc sw port add dev d$((MAX + 1))
	is "the new port gets the id of the deleted one" \
		"$(pfc sw -j port show dev d$((MAX + 1)) | jq '.[0].port_id')" \
		"$(jq '.[] | select(.dev == "d77").port_id' "$OUT/port")"
fi
check "rmmod with ports is refused" eval '! rmmod pfc'
timed "the namespace is deleted with all ports" ip netns del sw
check "rmmod succeeds after the namespace is deleted" wait_for 60 rmmod pfc
