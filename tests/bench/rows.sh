# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The rows of the benchmark: how each set-up is built, and the checks that it forwards as
# described.  Sourced by bench.sh.

# shellcheck disable=SC2154,SC2034 # variables of bench.sh

# ---- the generator alone --------------------------------------------------

row_wire() { chain 0; measure; }

# The generator alone, with the PFC frames that r sends in the congested rows
row_gated() { chain 0; measure --gate r; }

# ---- no priorities --------------------------------------------------------

row_plain() { chain 1; measure; }
row_plain3() { chain 3; measure; }

row_pfifo()
{
	chain 1
	tc -n sw1 qdisc replace dev p2 root pfifo
	measure
}

# Qdiscs with a rate, which frames never reach: the CPU is slower
row_tbf()
{
	chain 1
	tc -n sw1 qdisc replace dev p2 root tbf rate 10gbit burst 256k limit 4m
	measure
}

row_htb()
{
	chain 1
	tc -n sw1 qdisc replace dev p2 root handle 1: htb default 1
	tc -n sw1 class add dev p2 parent 1: classid 1:1 htb rate 10gbit burst 256k
	measure
}

row_cake()
{
	chain 1
	tc -n sw1 qdisc replace dev p2 root cake bandwidth 10gbit diffserv8
	measure
}

# ---- priorities with functions of the kernel alone -----------------------

row_bpf()
{
	chain 1
	mkdir -p /bpf
	mount -t bpf bpf /bpf
	check "$row: the program is loaded" bpfprio /bpf/prio
	tc -n sw1 qdisc add dev p1 clsact
	tc -n sw1 filter add dev p1 ingress bpf direct-action object-pinned /bpf/prio
	# shellcheck disable=SC2086 # a list of words
	tc -n sw1 qdisc replace dev p2 root handle 1: prio bands 8 priomap $BANDS
	measure
	classified "$(band)"
}

row_flower()
{
	local prio

	chain 1
	tc -n sw1 qdisc add dev p1 clsact
	for prio in {0..7}; do
		tc -n sw1 filter add dev p1 ingress protocol ip prio 1 flower \
			ip_tos "$((prio << 5))/0xe0" action skbedit priority "$prio"
	done
	ets
	measure
	classified "$(band)"
}

row_nft()
{
	chain 1
	nft_rules > "$OUT/nft.rules"
	check "$row: the rules are loaded" in_ns sw1 nft -f "$OUT/nft.rules"
	ets
	measure
	classified "$(band)"
}

nft_rules()
{
	local dscp

	echo "table netdev bench {"
	echo "map classes { type dscp : classid; elements = {"
	for dscp in {0..63}; do
		echo "$dscp : 0:$((dscp / 8)),"
	done
	echo "}"
	echo "}"
	echo "chain ingress { type filter hook ingress device p1 priority 0;"
	echo "meta priority set ip dscp map @classes"
	echo "}"
	echo "}"
}

# The band of each priority; band 0 is the first in strict order
BANDS="7 6 5 4 3 2 1 0 7 7 7 7 7 7 7 7"

# shellcheck disable=SC2086 # a list of words
ets() { tc -n sw1 qdisc replace dev p2 root handle 1: ets bands 8 strict 8 priomap $BANDS; }

# band: prints the number of frames in the band of priority 3
band()
{
	tc -n sw1 -s class show dev p2 | awk '$3 == "1:5" { getline; print $4 }'
}

# ---- this module ----------------------------------------------------------

row_pfc()
{
	chain 1
	lossless sw1
	measure
	classified "$(stat sw1 p1 '.[0].pg[3].rx_packets')"
}

# With a rate, as on veth: each frame is charged, queued and released
row_rated()
{
	chain 1
	lossless sw1
	pfc sw1 port set dev p1,p2 rate 10gbit
	measure
	classified "$(stat sw1 p1 '.[0].pg[3].rx_packets')"
	is "$row: no frame bypasses the queues" "$(stat sw1 p2 '.[0].port.tx_bypass')" 0
}

row_pfc3()
{
	chain 3
	lossless sw1
	lossless sw2
	lossless sw3
	measure
	classified "$(stat sw3 p1 '.[0].pg[3].rx_packets')"
}

lossless()
{
	local port

	for port in p1 p2; do
		pfc "$1" port add dev "$port"
		pfc "$1" pfc set dev "$port" prio-pfc 3:on
		pfc "$1" map set dev "$port" dscp-prio class-selector
	done
}

# One DSCP of 64 is mapped to priority 3, all others to priority 0
row_pfc_dscp()
{
	local port

	chain 1
	lossless sw1
	for port in p1 p2; do
		pfc sw1 map set dev "$port" dscp-prio zero 26:3
	done
	measure
	is "$row: one of 64 frames has priority 3" \
		"$(stat sw1 p1 '.[0].pg[3].rx_packets')" "$((total / 64))"
}

# The ports that do not forward are added before the two that do, and are in another bridge
row_pfc_ports()
{
	local i

	chain 1
	pfc sw1 pool set size 512M
	ip -n sw1 link add br1 type bridge stp_state 0 mcast_snooping 0
	for ((i = 3; i <= PORTS; i++)); do
		echo "link add x$i index $((i + 1000)) type dummy"
		echo "link set x$i up master br1"
	done | ip -n sw1 -b -
	for ((i = 3; i <= PORTS; i++)); do
		echo "port add dev x$i"
		echo "pfc set dev x$i prio-pfc 3:on"
	done | pfc sw1 -b -
	lossless sw1
	measure
	classified "$(stat sw1 p1 '.[0].pg[3].rx_packets')"
	is "$row: the number of ports is $PORTS" "$(pfc sw1 -j port show | jq length)" "$PORTS"
}

# Two lossless priorities.  r pauses both; the frames of the second one stay in p2.  Each
# batch of the first one waits in p2 and fills its PG of p1 to twice the XOFF threshold.  Then
# r resumes the first one.
row_congested()
{
	chain 1
	congested sw1
	each_size=thresholds
	measure --gate r --standing 32 --dscp 24 --dscps 8
	is "$row: one XOFF and one XON for each batch" \
		"$(stat sw1 p1 '.[0].pg[3].xoff, .[0].prio[3].tx_xon' | xargs)" \
		"$batches $batches"
	is "$row: no frame bypasses the queues" "$(stat sw1 p2 '.[0].port.tx_bypass')" 0
}

congested()
{
	local port

	for port in p1 p2; do
		pfc "$1" port add dev "$port"
		pfc "$1" pfc set dev "$port" prio-pfc 3-4:on
	done
}

thresholds()
{
	local half=$((($1 - 4) * 128))

	pfc sw1 pg set dev p1 pg 3 xon 0
	pfc sw1 pg set dev p1 pg 3 xoff "$half" xon "$((half / 2))" headroom 1M
}

# ---- bulk TCP -------------------------------------------------------------
#
# With offloads, all ports at 10 Gb/s, with PFC for the priority of the data.  bulk() of bench.sh
# measures.

row_bulk_plain() { bulk_chain; bulk; }

row_bulk_tbf()
{
	bulk_chain
	bulk_qdisc tbf rate 10gbit burst 256k limit 4m
	bulk
}

row_bulk_cake()
{
	bulk_chain
	bulk_qdisc cake bandwidth 10gbit besteffort no-split-gso
	bulk
}

row_bulk_pfc() { bulk_chain; bulk_ports auto "${BULK_DEVICES[@]}"; bulk; }
row_bulk_split() { bulk_chain; bulk_ports split "${BULK_DEVICES[@]}"; bulk; }

# The hosts do not obey, so the data crosses the XOFF threshold of p1
row_bulk_switch()
{
	bulk_chain
	bulk_ports auto "sw1 p1" "sw1 p2"
	bulk
	check "$row: p1 sends XOFF" [ "$(stat sw1 p1 '.[0].pg[0].xoff')" -gt 0 ]
}

# The hosts have a port, but the data passes none: only the hooks run that clear forged tags
row_bulk_guard()
{
	local host

	bulk_chain
	for host in h r; do
		ip -n "$host" link add x0 type dummy
		pfc "$host" port add dev x0
	done
	bulk
}

bulk_qdisc()
{
	tc -n sw1 qdisc replace dev p1 root "$@"
	tc -n sw1 qdisc replace dev p2 root "$@"
}

# bulk_ports GSO DEVICE...: adds ports
bulk_ports()
{
	local gso=$1 where dev

	shift
	for where in "$@"; do
		read -r where dev <<< "$where"
		check "$row: $where $dev is a port" pfc "$where" port add dev "$dev" rate 10gbit \
			gso "$gso" prio-pfc 0:on pg 0 headroom auto
	done
}
