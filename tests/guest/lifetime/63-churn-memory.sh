#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Memory does not grow with the number of ports that were added and deleted.
#
#   sw: d1 … d20 (dummy)
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh

ns sw
seq 20 | sed 's/.*/link add d& type dummy/' | ip -n sw -batch -
{
	seq 20 | sed 's/.*/port add dev d& rate 10mbit/'
	seq 20 | sed 's/.*/pfc set dev d& prio-pfc 3:on/'
	seq 20 | sed 's/.*/port del dev d&/'
} > /tmp/round

# memory: prints the size of unreclaimable slabs and of per-CPU memory in kB
memory()
{
	sleep 0.3	# RCU frees memory with a delay
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
check "200 ports are added and deleted" rounds 10
after=$(memory)
note "kB of slabs, per-CPU: $before before, $after after"
if [ "${SLOW:-1}" = 1 ]; then
	# A port takes more than 4 kB: a leak of 200 ports would add more than 800 kB
	between "slabs do not grow" $((${after% *} - ${before% *})) -10000 300
	between "per-CPU memory does not grow" $((${after#* } - ${before#* })) -10000 40
else
	skip "memory does not grow" "a debug kernel keeps freed memory"
fi
is "the pool is empty and has no reservation" \
	"$(pfc sw -j pool show default | jq -c '[.reserved, .shared_used,
	.headroom_used]')" "[0,0,0]"
pfc sw port add dev d1
is "port ids are assigned in sequence" "$(pfc sw -j port | jq '.[0].port_id')" 261
pfc sw port del dev d1
check "rmmod without ports succeeds" rmmod pfc
