#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Memory does not grow with the number of ports that have been.
#
#   sw: d1 … d20 (dummy)
#
# timeout: 300

. /tests/guest/lib.sh

ns sw
seq 20 | sed 's/.*/link add d& type dummy/' | ip -n sw -batch -
{
	seq 20 | sed 's/.*/port add dev d& rate 10mbit/'
	seq 20 | sed 's/.*/pfc set dev d& prio-pfc 3:on/'
	seq 20 | sed 's/.*/port del dev d&/'
} > /tmp/round

# memory: kB of slabs that cannot be reclaimed, and of per-CPU memory
memory()
{
	sleep 0.3	# for what RCU frees
	awk '/^SUnreclaim|^Percpu/ { print $2 }' /proc/meminfo | paste -sd' ' -
}

rounds()
{
	local i

	for ((i = 0; i < $1; i++)); do
		pfc sw -b /tmp/round || return
	done
}

rounds 3
before=$(memory)
check "200 ports come and go" rounds 10
after=$(memory)
note "kB of slabs, per-CPU: $before before, $after after"
if [ "${SLOW:-1}" = 1 ]; then
	# A port is more than 4 kB: 200 would be more than 800
	between "slabs do not grow" $((${after% *} - ${before% *})) -10000 300
	between "per-CPU memory does not grow" $((${after#* } - ${before#* })) -10000 40
else
	skip "memory does not grow" "a kernel that watches itself keeps what was freed"
fi
is "the pool is free" "$(pfc sw -j pool show default | jq -c '[.reserved, .shared_used,
	.headroom_used]')" "[0,0,0]"
pfc sw port add dev d1
is "so many ports there have been" "$(pfc sw -j | jq '.[0].port_id')" 261
pfc sw port del dev d1
check "rmmod" rmmod pfc
