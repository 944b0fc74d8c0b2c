# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Unprivileged users with networks in user namespaces.  Sourced after lib.sh.

# as PID COMMAND...: runs the command as root of the user namespace of the process, without rights
# outside of this namespace
as() { nsenter -t "$1" -U -n -S 0 -G 0 "${@:2}"; }

# user NAME UID: the user creates a user namespace with the network namespace NAME; prints the PID of
# a process in it
user() { new_net "$1" setpriv --reuid "$2" --regid "$2" --clear-groups unshare -Urn; }

# more_net NAME PID: the user of the process creates another network namespace in the same user
# namespace; prints the PID of a process in it
more_net() { new_net "$1" nsenter -t "$2" -U -n -S 0 -G 0 unshare -n; }

# new_net NAME COMMAND...: COMMAND creates a network namespace; gives it the name NAME and prints the
# PID of a process in it
new_net()
{
	local name=$1 pid

	shift
	"$@" sleep infinity > /dev/null 2>&1 &
	pid=$!
	wait_for 10 sh -c "[ \$(readlink /proc/$pid/ns/net) != $(readlink /proc/self/ns/net) ]"
	ip netns attach "$name" "$pid"
	in_ns "$name" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
		net.ipv6.conf.default.disable_ipv6=1
	echo "$pid"
}
