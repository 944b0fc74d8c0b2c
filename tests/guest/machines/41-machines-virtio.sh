#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two machines with virtio-net NICs: PFC frames pass the wire between them in both directions, and
# an incast from hosts of both machines loses nothing.  Topology and flows: lib/machines.bash.
#
# timeout: 240
# mode: smp
# machines: 2 virtio-net-pci
# kernels: 6.1 6.1-rdma 6.12-rdma
# post: lib/machines.py

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash

build virtio_net nic wire
without_pfc
with_pfc
