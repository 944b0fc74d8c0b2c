#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# 41-machines-virtio with a point-to-point VXLAN device as the port on each machine, over
# virtio-net NICs.  The MTU of the NICs has room for the headers, so no frame is fragmented.
#
# timeout: 240
# mode: smp
# machines: 2 virtio-net-pci
# kernels: 6.1-rdma 6.12-rdma
# post: lib/machines.py vxlan

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash

# vxlan: 14 (Ethernet) + 8 (VXLAN) + 8 (UDP) + 20 (IP) bytes
vxlan()
{
	underlay
	tunnel vxlan id 7 dstport 4789 nolearning
}

OVERHEAD=$((24 + 50))
build virtio_net vxlan
without_pfc
capture sw under under
with_pfc
