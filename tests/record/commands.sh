#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Prints what users see: the help texts, the output of each show command with each option, and
# refused changes.  scripts/record runs it in a guest.

run() { printf '\n# %s\n' "$*"; "$@" 2>&1; printf '[%d]\n' $?; }

objects='roce port map pfc pg profile pool queue ets headroom stats top watermark watchdog impair
	save restore check why monitor history metrics'

helps()
{
	run pfcctl help
	for object in $objects; do run pfcctl "$object" help; done
}

scene()
{
	ip link add p1 address 02:00:00:00:00:01 numtxqueues 1 numrxqueues 1 type veth \
		peer name p2 address 02:00:00:00:00:02 numtxqueues 1 numrxqueues 1
	ip link add p3 address 02:00:00:00:00:03 type veth peer name h3 address 02:00:00:00:00:04
	for device in p1 p2 p3 h3; do
		echo 1 > "/proc/sys/net/ipv6/conf/$device/disable_ipv6"
		ip link set "$device" up
	done
	run pfcctl pool add gold size 2M
	run pfcctl profile add bulk xoff 50K xon 40K pool gold headroom auto
	run pfcctl port add p1 rate 1gbit delay 500ns pg 3 headroom auto prio-pfc 3:on
	run pfcctl port add p2 speed 10gbit cable-length 300m peer-rate 1gbit gso split
	run pfcctl port add p3
}

shows()
{
	for options in "" -j -s -r -B "-s -j" "-j -p" "-s -r"; do
		for object in show "port show" "map show" "pfc show" "pg show" "profile show" \
			"pool show" "queue show" "ets show" "headroom show" "stats show" \
			"watermark show" "watchdog show" "watchdog history" "impair show" \
			save check history "history events" metrics "roce show" why; do
			# shellcheck disable=SC2086
			run pfcctl $options $object
		done
	done
	run pfcctl headroom speed 100gbit cable-length 300m
	run tc -s qdisc show dev p1
	run tc -s class show dev p1
}

changes()
{
	while read -r command; do
		# shellcheck disable=SC2086
		run pfcctl $command
	done <<- 'EOF'
		pg set dev p2 pg 4 profile bulk
		pg set dev p2 pg 3 alpha 1/8 xon 20K xoff 30K
		pg set dev p1 pg all min 1K
		queue set dev p1 queue 3 ecn-kmin 100K ecn-kmax 400K ecn-pmax 10% limit 1M
		map set dev p1 dscp-prio 26:4 AF31:5 trust pcp prio-dscp 3:26 ethtype-prio 0x8915:3
		ets set dev p1 tc-tsa 0:strict 1:ets tc-bw 0:0 1:34 tc-maxrate 2:100mbit
		ets set dev p2 prio-tc 3:2 tc-bw 0:16 1:18
		watchdog set dev p1 prio-watchdog 3:on detection-time 200ms restoration-time 1s
		watchdog set dev p2 prio-watchdog all:on restoration-time manual escalate-count off
		watchdog set dev p3 xoff-timeout 20ms action alert escalate-period 9s
		pfc set dev p3 flow-control pause
		impair set dev p1 prio 3 loss 1% delay 1us ce 0.5%
		impair set dev p1 seed 7
		port set dev p3 tx-queues all queue-limit 100K port-group 3 batch 8 latency 1ms
		map set dev p2 flood-prio 0-2:1 bounce-prio 3:4 bounce-dscp 3:20 flood-lossless drop
		pool set size 8M oversubscribe-ratio 2
	EOF
}

refusals()
{
	while read -r command; do
		# shellcheck disable=SC2086
		run pfcctl $command
	done <<- 'EOF'
		port add nodevice
		port set dev lo rate 1gbit
		port add lo
		port add p1
		port set p1 rate 5
		port set p1 rate unlimited
		port set p1 tx-queues all
		pg set p1 pg 3 xoff 1K xon 2K
		pg set p1 pg 3 headroom 1
		pg set p1 pg 3 headroom 900M
		pg set p1 pg 3 pool silver
		pg set p1 pg 9 pool gold
		pg set p2 pg 4 xoff 1K
		pg set p2 pg 4 profile iron
		map set p1 prio-pg 4:3
		map set p1 flood-prio 1:3
		map set p1 ethtype-prio 0x88a8:3
		queue set p1 queue 3 ecn-kmin 900K
		ets set p1 tc-bw 1:55
		ets set p1 tc-bw 0:3
		ets set p1 tc-tsa 2:strict
		pfc set p1 flow-control off
		pfc set p1 pause-time 1
		pool add gold size 1M
		pool del gold
		pool del default
		pool del silver
		pool set size 1K
		profile add bulk
		profile del bulk
		profile set bulk xoff 1K
		watchdog inject dev p1 prio 5 on
		watchdog inject dev p1 prio 3
		watchdog set p1 detection-time 1us
		watchdog clear prio 3
		impair set dev p2 prio 3 delay 1us
		impair set dev p1 prio 5 xoff-duty 10%/1s
		stats clear pool gold dev p1
		port frobnicate
		restore /nowhere
	EOF
}

clean()
{
	run pfcctl impair del dev p1
	run pfcctl pg set dev p2 pg 4 profile none
	for object in "profile del bulk" "port del p1" "pool del gold" "port del all" show; do
		# shellcheck disable=SC2086
		run pfcctl $object
	done
}

helps
scene
shows
changes
shows
refusals
clean
