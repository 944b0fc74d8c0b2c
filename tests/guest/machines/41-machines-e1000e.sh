#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# 41-machines-virtio with e1000e NICs: a driver of hardware, on an emulated 82574L.
#
# timeout: 240
# mode: smp
# machines: 2 e1000e
# kernels: 6.1-rdma 6.12-rdma
# post: lib/machines.py

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash

# nic_without_pause: the flow control of the NIC itself is off
nic_without_pause()
{
	nic wire
	check "sw/wire: the NIC does no flow control" \
		in_ns sw ethtool -A wire autoneg off rx off tx off
	up sw wire
}

build e1000e nic_without_pause
without_pfc
with_pfc
