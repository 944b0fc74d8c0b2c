#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The guest's part of scripts/bench: builds the set-up of each row, sends frames through it
# and writes the results to $OUT/runs.jsonl.
#
#   h eth0 ── p1 sw1 p2 ── ... ── p1 swN p2 ── eth0 r

# shellcheck source-path=SCRIPTDIR source=../guest/lib/lib.sh
. /tests/guest/lib/lib.sh
# shellcheck source-path=SCRIPTDIR source=rows.sh
. /tests/bench/rows.sh

# Destination of all frames.  It is not the address of r, so r drops them at its IP layer.
SINK=02:00:00:00:ff:ff
PORTS=1000

# chain N: N switches between h and r; 0: a link without a switch
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

# new_bridge NS: a bridge with the default settings that sends no frames of its own, with a
# static FDB entry for the sink.  The hash table of each new bridge has another seed.
new_bridge()
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

# arrived: prints the number of frames that arrived at the IP layer of r
arrived() { ip -n r -s -s -j link show dev eth0 | jq '.[0].stats64.rx.otherhost // 0'; }

# run SIZE [OPTION...]: sends frames of a size through the set-up
run()
{
	local size=$1 before sent count

	shift
	before=$(arrived)
	# shellcheck disable=SC2086 # a list of options
	in_ns h hopsend --label "$row" --size "$((size - 4))" $HOPSEND "$@" eth0 "$SINK" \
		> "$OUT/run.json"
	sleep 0.05	# frames that wait in a switch leave when its pause ends
	read -r -d '' sent count <<< "$(value run .frames '(.ns | length)')"
	is "$row, $size bytes: all frames arrive" "$(($(arrived) - before))" "$sent"
	total=$((total + sent)) batches=$((batches + count))
	echo "$(< "$OUT/run.json")" >> "$OUT/runs.jsonl"
}

# measure [OPTION...]: measures all sizes, with new bridges in each repetition
measure()
{
	local size repeat i

	for ((repeat = 0; repeat < REPEATS; repeat++)); do
		for ((i = 1; i <= switches; i++)); do
			new_bridge "sw$i"
		done
		for size in $SIZES; do
			"$each_size" "$size"
			run "$size" "$@"
		done
	done
}

BULK=32		# MiB of a transfer
BULK_DEVICES=("h eth0" "sw1 p1" "sw1 p2" "r eth0")
PORT=7000

# bulk_chain: one switch between h and r, with offloads, as for bulk TCP
bulk_chain()
{
	local where dev

	chain 1
	for where in "${BULK_DEVICES[@]}"; do
		read -r where dev <<< "$where"
		offload "$where" "$dev" on
	done
	new_bridge sw1
	lan h/eth0=10.0.0.1 r/eth0=10.0.0.2
}

# bytes: prints the number of bytes that r has received
bytes() { ip -n r -s -j link show dev eth0 | jq '.[0].stats64.rx.bytes'; }

listening() { in_ns r ss -Hltn "sport = :$PORT" | grep -q .; }

# bulk: sends data by TCP, and writes the time that it takes.  The CPU is the bottleneck, so it is
# never idle, and the time in nanoseconds is the number of instructions.
bulk()
{
	local repeat start receiver before

	for ((repeat = 0; repeat < REPEATS; repeat++)); do
		PORT=$((PORT + 1))
		in_ns r sh -c "nc -l -p $PORT > /dev/null" &
		receiver=$!
		wait_for 10 listening
		before=$(bytes)
		start=$(date +%s%N)
		in_ns h bash -c "dd if=/dev/zero bs=1M count=$BULK status=none \
			> /dev/tcp/10.0.0.2/$PORT"
		wait $receiver
		echo "{\"label\": \"$row\", \"bulk_ns\": $(($(date +%s%N) - start))}" \
			>> "$OUT/runs.jsonl"
		check "$row: all bytes arrive" [ "$(($(bytes) - before))" -ge $((BULK << 20)) ]
	done
}

# classified COUNT: checks that COUNT is an eighth of the frames.  The DSCPs rotate, and one
# DSCP of eight has priority 3.
classified() { is "$row: an eighth of the frames has priority 3" "$1" "$((total / 8))"; }

tear_down()
{
	local name

	for name in $(ip netns list | cut -d' ' -f1); do
		ip netns del "$name"
	done
	# The kernel switches off features that only deleted namespaces used, but with a delay.
	# Idle time costs no instructions, so this wait does not change the result.
	sleep 1
	_links=0
}

# shellcheck disable=SC1091 # scripts/bench writes it
. /in/bench.conf	# ROWS, SIZES, REPEATS, HOPSEND, PROFILE
for row in $ROWS; do
	total=0 batches=0 each_size=:
	"row_$row"
	tear_down
done
# Names for the addresses of a profile
[ -z "$PROFILE" ] || sort /proc/kallsyms > "$OUT/kallsyms"
