# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of forwarding paths: a switch between two senders and a receiver.
# The receiver pauses p2, so that forwarded packets wait in p2 and their charge is
# visible.  Then the receiver sends XON, and the test checks the frames that arrive.
#
#   h1 eth0 ── p1 ┐
#                 ├ sw ── p2 ── eth0 h2
#   h3 eth0 ── p3 ┘

path_texts=()		# description of each path
path_wires=()		# for each path: the expected frames and bytes at h2
holders=(h2)		# hosts that pause their ports of the switch
flows=0
link_options=()
holds=()		# PIDs of processes that repeat XOFF

# paths_switch: creates hosts, links and ports
paths_switch()
{
	local n

	ns -6 h1 h2 h3 sw
	for n in h1 h2 h3 sw; do
		# Send multicast listener reports at once, not after a random delay
		in_ns "$n" sysctl -qw \
			net.ipv6.conf.default.mldv2_unsolicited_report_interval=1
	done
	for n in 1 2 3; do
		link "${link_options[@]}" "h$n" eth0 sw "p$n"
		# 65535 quanta at 10 Mb/s are 3.3 s
		pfc sw port add dev "p$n" speed 10mbit
		pfc sw pfc set dev "p$n" prio-pfc all:on
		pfc_frame "$(mac "h$n" eth0)" 0xff 0xffff > "/tmp/h$n.xoff"
		pfc_frame "$(mac "h$n" eth0)" 0xff 0 > "/tmp/h$n.xon"
	done
	capture h2 eth0 wire --immediate-mode
	receive h2 all
}

# hold NS DEV FILE: sends the XOFF frame in FILE now and every 0.5 s, until release()
hold()
{
	in_ns "$1" rawsend "$2" "$3" > /dev/null
	nsexec "$1" rawsend --loop 1000 --period 500000000 "$2" "$3" > /dev/null &
	holds+=($!)
}

# unhold: stops the hold that was started last; the caller then sends XON
unhold()
{
	kill "${holds[-1]}"
	wait "${holds[-1]}"
	unset 'holds[-1]'
}

# release: stops every hold; the caller then sends XON
release()
{
	kill "${holds[@]}"
	wait "${holds[@]}"
	holds=()
}

# holders xoff|xon: all hosts in $holders pause or resume their ports
holders()
{
	local host

	[ "$1" = xoff ] || [ ${#holds[@]} = 0 ] || release
	for host in "${holders[@]}"; do
		if [ "$1" = xoff ]; then
			hold "$host" eth0 "/tmp/$host.xoff"
		else
			in_ns "$host" rawsend eth0 "/tmp/$host.xon" > /dev/null
		fi
	done
}

# charge PORT PG FRAMES SIZE [SIZE_IN]: prints the line of state() for FRAMES queued
# frames.  SIZE is the size of a queued frame, SIZE_IN its size at ingress (default: SIZE).
charge()
{
	echo "$1 pg $2: $3 came, $(($3 * ${5:-$4})) bytes, $(($3 * $4)) wait"
}

# state: prints the counters of sw that are not zero: received and charged frames of each
# PG, bytes that are charged to no PG, stale tags, drops.  It uses awk because jq needs
# half a second to start.
state()
{
	pfc sw -j -p stats show | awk -F '[ ":,]+' '
	function group() {
		if (kind == "pg" && (came || waits))
			print dev " pg " id ": " came ", " bytes " bytes, " waits " wait"
	}
	$2 == "dev" { dev = $3 }
	$2 ~ /^(port|pg|prio|queue)$/ { group(); kind = $2; id = $3; came = waits = 0 }
	$2 == "rx_packets" && $3 > 0 { came = $3 " came" }
	$2 == "rx_bytes" { bytes = $3 }
	$2 == "occupancy" { waits = $3 }
	$2 == "local_bytes" && $3 > 0 { print dev " queue " id ": " $3 " local" }
	$2 == "tx_stale" && $3 > 0 { print dev " stale " $3 }
	$2 ~ /drop/ && $3 > 0 { print dev " " kind " " id " " $2 " " $3 }'
}

state_is() { [ "$(state)" = "$1" ]; }

# empty: all PGs and queues are empty
empty()
{
	local text

	text=$(pfc sw -j stats show) && [[ $text == *'"occupancy":'* &&
		! $text =~ \"(occupancy|backlog_bytes|local_bytes)\":[1-9] ]]
}

# path TEXT WANTED COMMAND...: COMMAND makes the hosts send to h2.  While the packets wait,
# state() prints WANTED.  After XON no charge remains, and the packets arrive.  WIRE is the
# expected number of frames and bytes at h2; by default path() computes it from WANTED.
path()
{
	local text=$1 wanted=$2

	shift 2
	pfc sw stats clear
	holders xoff
	"$@"
	wait_for 5 state_is "$wanted"
	is "$text: charged" "$(state)" "$wanted"
	holders xon
	check "$text: released" wait_for 10 empty
	holders xon
	path_texts+=("$text")
	path_wires+=("${WIRE:-$(awk '{
		frames += $4; bytes += $8 } END { print frames, bytes }' <<< "$wanted")}")
}

# udp HOST ARGUMENTS...: sends the next flow to h2
udp()
{
	local host=$1

	shift
	flows=$((flows + 1))
	send "$host" "flow$flows" --flow "$flows" "$@"
}

# _wires: prints for each path the frames and bytes that h2 received between the two XONs,
# and the number of frames that it received before the first XON, during the pause
_wires()
{
	tcpdump -Z root -nne -r "$OUT/wire.pcap" 2> /dev/null | awk -v h2="$(mac h2 eth0)" '
	# Skip continuation lines, and TCP acknowledgements without data
	!/^[0-9]/ || /Flags .* length 0$/ { next }
	{ match($0, /length [0-9]+/); bytes = substr($0, RSTART + 7, RLENGTH - 7) + 0 }
	$2 == h2 && /0x8808/ {
		if (bytes > 60)
			phase = phase == "held" ? "released" : "over"
		else if (phase != "held") {
			phase = "held"
			path++
		}
	}
	$2 == h2 || phase == "over" { next }
	phase == "held" { early[path]++ }
	phase == "released" { frames[path]++; sum[path] += bytes < 60 ? 60 : bytes }
	END {
		for (i = 1; i <= path; i++)
			print frames[i] + 0, sum[i] + 0 \
				(early[i] ? ", too early: " early[i] : "")
	}'
}

# paths_end: checks that everything has arrived and no packet is lost
paths_end()
{
	local i got

	received all
	captures_end
	mapfile -t got < <(_wires)
	for i in "${!path_texts[@]}"; do
		is "${path_texts[i]}: on the wire" "${got[i]:-}" "${path_wires[i]}"
	done
	is "all datagrams arrive once and in order" \
		"$(value all '.flows | to_entries | sort_by(.key | tonumber) | .[].value |
			select(.duplicates + .missing + .out_of_order == 0) |
			.datagrams' | paste -sd ' ')" \
		"$(for ((i = 1; i <= flows; i++)); do
			cat "$OUT/flow$i.json"
		done | jq .datagrams | paste -sd ' ')"
	is "the pool is empty" "$(pfc sw -j pool show default |
		jq -c '[.shared_used, .headroom_used]')" "[0,0]"
	# Ignore Ip6InNoRoutes: these packets are multicast listener reports
	is "no packet is lost outside the ports" "$(losses | grep -v 'sw Ip6InNoRoutes')" ""
}
