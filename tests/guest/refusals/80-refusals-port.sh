#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Refused: a port with a wrong setting, changes by users without privileges, and each command while
# the module is not loaded.  82-messages has the mistakes with names of devices.
#
#   sw: p1 ── p2    (p1 is a port)
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1 rate 100mbit
pfc sw pfc set dev p1 prio-pfc 3:on
remember

# If the kernel refuses a setting of port add, the port is not added
no 'p2: pause-time: 2 quanta' port add dev p2 rate 5mbit speed 10gbit pause-time 2
no 'rate: 5 is out of range' port add dev p2 rate 5

# ---- without CAP_NET_ADMIN
unprivileged()
{
	nsexec sw setpriv --reuid 65534 --regid 65534 --clear-groups \
		--inh-caps=-all --bounding-set=-all pfcctl "$@"
}
denied() { ends "without privilege: $*" 1 'not permitted' unprivileged "$@"; }

is "a user without privileges can read the state" "$(unprivileged -j port show)" \
	"$(pfc sw -j port show)"
check "a user without privileges can read counters" unprivileged stats show
check "a user without privileges can read watermarks" unprivileged watermark show
denied port set dev p1 rate 5mbit
denied map set dev p1 dscp-prio 26:4
denied pfc set dev p1 prio-pfc 3:off
denied pg set dev p1 pg 3 xoff 1M
denied pool set size 1M
denied pool add gold size 1M
denied pool del gold
denied profile add storage
denied profile set storage min 1K
denied profile del storage
denied queue set dev p1 queue 1 limit 1M
denied watermark clear
denied watchdog set dev p1 detection-time 1s
denied watchdog clear
denied watchdog mitigate
denied watchdog inject dev p1 prio 3 on
denied watermark clear dev p1 pg 3
denied watermark clear pool default
denied stats clear
denied stats clear dev p1
denied port add dev p2
denied port del dev p1
denied -n sw port show

# ---- root of a user namespace can change only the ports and pools of its own namespaces
inside()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups unshare -Urn \
		sh -c 'ip link add d0 type dummy && pfcctl port add dev d0 &&
			pfcctl pool set size 7M && pfcctl -j pool show default'
}
is "root of a user namespace has a pool of its own" \
	"$(inside 2>&1 | jq .size 2>/dev/null)" $((7 << 20))
check "root of a user namespace does not change the pool of sw" unchanged

# ---- the module is not loaded
pfc sw port del dev p1
check "the module can be unloaded" wait_for 10 rmmod pfc
check "the kernel loads the module on demand" pfc sw pool show
wait_for 10 rmmod pfc
echo /nowhere > /proc/sys/kernel/modprobe
for arguments in "port show" "port add dev p1" "port set dev p1 rate 5mbit" \
	"stats clear" "pool show" "profile show" "watermark show" "monitor"; do
	# shellcheck disable=SC2086 # a list of words
	{
		pfc sw $arguments > /tmp/stdout 2> /tmp/stderr
		is "no module: $arguments" \
			"$? $(wc -c < /tmp/stdout) $(cat /tmp/stderr)" \
			"1 0 pfcctl: the pfc module is not loaded; fix: modprobe pfc"
	}
done
