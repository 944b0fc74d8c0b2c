#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# 41-machines-virtio with a GRE-TAP device as the port on each machine, over virtio-net NICs.  The
# MTU of the NICs has room for the headers, so no frame is fragmented.
#
# timeout: 240
# mode: smp
# machines: 2 virtio-net-pci
# kernels: 6.1-rdma 6.12-rdma
# post: lib/machines.py gre

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash

# gretap: 14 (Ethernet) + 8 (GRE with a key) + 20 (IP) bytes
gretap()
{
	underlay
	tunnel gretap key 7
}

OVERHEAD=$((24 + 42))
build virtio_net gretap
without_pfc
capture sw under under
with_pfc
