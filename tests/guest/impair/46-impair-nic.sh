#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Impairments of a port whose device is a NIC: the frames that h2 receives show the loss.  Several
# transmit queues become one for the time of the impairments.
#
#   h1 eth0 ── p1 sw p2 (impaired) ═══ eth0 h2
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan
# long: yes
# nics: 2

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/scene-nic.sh

# both NAME: sends datagrams in both directions and prints how many arrive: at h2, at h1
both()
{
	receive h2 "$1-2"
	receive h1 "$1-1"
	send h1 "$1-sent2" --dscp 26 --count 1000 --rate 20m 10.0.0.2
	send h2 "$1-sent1" --dscp 26 --count 1000 --rate 20m 10.0.0.1
	sleep 0.3
	received "$1-2"
	received "$1-1"
	echo "$(value "$1-2" '.datagrams // 0') $(value "$1-1" '.datagrams // 0')"
}

nic_scene virtio_net
become_port sw p2
is "all datagrams arrive" "$(both before)" "1000 1000"

check "a fifth of the frames is lost" pfc sw impair set dev p2 prio 3 loss 20% seed 5
read -r there back < <(both lossy)
# 20 % of 1000, within five standard deviations of 12.6
between "a fifth of the datagrams to h2 is lost" $((1000 - there)) 137 263
is "the other direction loses nothing" "$back" 1000
is "the port counts the lost frames" \
	"$(pfc sw -j impair show dev p2 | jq '.[].prio[3] | [.frames, .lost]' -c)" \
	"[1000,$((1000 - there))]"
is "the port uses one transmit queue" "$(pfc sw -j port show dev p2 | jq '.[].tx_queues_used')" 1

check "off" pfc sw impair off dev p2
is "all datagrams arrive again" "$(both after)" "1000 1000"
is "no PG holds bytes" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
