#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# SENDs of two senders (ib_send_bw, four queue pairs each) to one receiver: with PFC no packet
# is lost or sent again, and the senders share the link fairly; without PFC packets are lost and
# sent again.  lib/rocev2.py checks the packets that arrive at the receiver.
#
# timeout: 1800
# mode: icount
# kernels: 6.1-rdma 6.12-rdma
# rdma: yes
# post: lib/rocev2.py

. /tests/guest/lib/lib.sh
. /tests/guest/lib/rdma.bash

check "hosts, switch and RDMA devices are created" rdma_build
rdma_without ib_send_bw -r 32
rdma_with ib_send_bw -r 32
