# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Mininet from the disk (header "disk: mininet"), and the files of examples/mininet in $IN, where
# NAME.pre has copied them.  Source it after lib.sh.

MININET=/run/mininet
mkdir -p $MININET /dev/pts
modprobe -q virtio_blk
check "the disk with Mininet is mounted" mount -t ext4 -o ro /dev/vda $MININET
# Mininet's nodes are shells, in which its programs must be found
export PATH=$MININET/usr/bin:$PATH LD_LIBRARY_PATH=$MININET/usr/lib/x86_64-linux-gnu SHELL=/bin/bash
export PYTHONPATH=$MININET/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1
mount -t devpts -o ptmxmode=666 devpts /dev/pts
ln -sf pts/ptmx /dev/ptmx

# mininet_begin PROGRAM ARGUMENTS...: starts a program of $IN, which ends with Mininet's command line
mininet_begin()
{
	mkfifo /tmp/mininet.commands
	exec 8<> /tmp/mininet.commands
	python3 "$IN/$1" "${@:2}" < /tmp/mininet.commands > "$OUT/mininet.txt" 2>&1 8>&- &
	echo $! > /tmp/mininet.pid
	check "$1 starts Mininet's command line" wait_for 60 grep -q 'mininet>' "$OUT/mininet.txt"
}

# mininet_shells: prints the process and the name of each node.  A node is a shell, with its name as
# the last argument.
mininet_shells()
{
	grep -aoE 'mininet:[a-z0-9]+' /proc/[0-9]*/cmdline | sed -E 's,/proc/([0-9]+).*:,\1 ,'
}

# mininet_nodes NAME...: gives the namespaces of the nodes their names, for the functions of lib.sh
mininet_nodes()
{
	local name

	for name in "$@"; do
		ip netns attach "$name" "$(mininet_shells | sed -n "s/ $name\$//p")" || return
	done
}

# mininet_losses: losses() without the router solicitations that Mininet's nodes ignore
mininet_losses() { losses | grep -v Ip6InNoRoutes; }

# mininet_end: ends the program, which removes all nodes and links
mininet_end()
{
	ip -all netns del
	echo exit >&8
	wait "$(cat /tmp/mininet.pid)"
	is "Mininet ends" $? 0
	is "no node remains" "$(mininet_shells)" ""
	check "no port remains: the module can be removed" wait_for 10 rmmod pfc
}
