#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The guest's part of scripts/bench: builds the set-up of each row, sends through it
# and leaves what that took in $OUT/runs.jsonl.
#
#   h eth0 ── p1 sw1 p2 ── ... ── p1 swN p2 ── eth0 r

# shellcheck source-path=SCRIPTDIR source=../guest/lib.sh
. /tests/guest/lib.sh
# shellcheck source-path=SCRIPTDIR source=rows.sh
. /tests/bench/rows.sh

# r is not the one that is meant: it drops the frames at the very start of IP
SINK=02:00:00:00:ff:ff
PORTS=1000

# chain N: N switches between h and r; 0: a wire
chain()
{
	local i last=h port=eth0

	ns h r
	for ((i = 1; i <= $1; i++)); do
		ns "sw$i"
		link "$last" "$port" "sw$i" p1
		last=sw$i port=p2
	done
	link "$last" "$port" r eth0
	switches=$1
}

# bridge_anew NS: as it is by default, but that it talks to nobody; the frames have a
# static way.  Made anew, it hashes with another seed.
bridge_anew()
{
	ip -n "$1" link del br0 2> /dev/null
	ip -n "$1" link add br0 type bridge stp_state 0 mcast_snooping 0 forward_delay 0
	ip -n "$1" link set p1 master br0
	ip -n "$1" link set p2 master br0
	ip -n "$1" link set br0 up
	_sees "$1" p1/brport/state 3
	_sees "$1" p2/brport/state 3
	bridge -n "$1" fdb replace "$SINK" dev p2 master static
}

# Frames that got as far as the sink's IP
arrived() { ip -n r -s -s -j link show dev eth0 | jq '.[0].stats64.rx.otherhost // 0'; }

# run SIZE [OPTION...]: sends frames of a size through what has been built
run()
{
	local size=$1 before sent count

	shift
	before=$(arrived)
	in_ns h hopsend --label "$row" --size "$((size - 4))" "$@" eth0 "$SINK" \
		> "$OUT/run.json"
	sleep 0.05	# what stands in a switch leaves when its pause ends
	read -r -d '' sent count <<< "$(value run .frames '(.ns | length)')"
	is "$row, $size bytes: all frames arrive" "$(($(arrived) - before))" "$sent"
	total=$((total + sent)) batches=$((batches + count))
	echo "$(< "$OUT/run.json")" >> "$OUT/runs.jsonl"
}

# measure [OPTION...]: all sizes, through bridges made anew each time
measure()
{
	local size repeat i

	for ((repeat = 0; repeat < REPEATS; repeat++)); do
		for ((i = 1; i <= switches; i++)); do
			bridge_anew "sw$i"
		done
		for size in $SIZES; do
			"$each_size" "$size"
			run "$size" "$@"
		done
	done
}

# classified COUNT: frames that got priority 3, of DSCPs that rotate
classified() { is "$row: an eighth of all has priority 3" "$1" "$((total / 8))"; }

tear_down()
{
	local name

	for name in $(ip netns list | cut -d' ' -f1); do
		ip netns del "$name"
	done
	# What namespaces had switched on in the kernel is undone behind their backs;
	# idle time costs nothing here
	sleep 1
	_links=0
}

# shellcheck disable=SC1091 # scripts/bench writes it
. /in/bench.conf	# ROWS, SIZES, REPEATS
for row in $ROWS; do
	total=0 batches=0 each_size=:
	"row_$row"
	tear_down
done
