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

# node NAME COMMAND...: runs the command in a node, as Mininet's script "m" does
node()
{
	local pid

	pid=$(pgrep -f "mininet:$1\$") || return
	nsenter -t "$pid" -n "${@:2}"
}
