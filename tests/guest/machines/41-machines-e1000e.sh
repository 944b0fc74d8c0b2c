#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# 41-machines-virtio with e1000e NICs: a driver of hardware, on an emulated 82574L.
#
# timeout: 240
# mode: smp
# machines: yes e1000e
# kernels: 6.1-rdma 6.12-rdma

. /tests/guest/lib/lib.sh
. /tests/guest/lib/machines.bash

build e1000e nic wire
without_pfc
with_pfc
