#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# NVMe over RDMA: h1 writes a file to a namespace of h3 and reads it back while h2 floods the link of h3
# with a lossy class.  The lossy class loses packets, NVMe loses none and transfers the same bytes.
# The traffic class of NVMe is the default of the connection manager (cma_roce_tos sets the same).
#
# timeout: 1800
# mode: icount
# kernels: 6.1-rdma 6.12-rdma
# rdma: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/rdma.bash

NVMET=/sys/kernel/config/nvmet
BLOCKS=64		# of 64 KiB
NVME=/dev/nvme0n1

# cma_tos N: the connections of host N have DSCP 26 and ECT(0)
cma_tos()
{
	mkdir "/sys/kernel/config/rdma_cm/rxe$1" &&
		echo "$RDMA_TCLASS" > "/sys/kernel/config/rdma_cm/rxe$1/ports/1/default_roce_tos"
}

# target: exports the RAM disk of h3 as the subsystem pfc
target()
{
	mkdir "$NVMET/subsystems/pfc" "$NVMET/subsystems/pfc/namespaces/1" "$NVMET/ports/1" || return
	echo 1 > "$NVMET/subsystems/pfc/attr_allow_any_host"
	echo /dev/ram0 > "$NVMET/subsystems/pfc/namespaces/1/device_path"
	echo 1 > "$NVMET/subsystems/pfc/namespaces/1/enable" || return
	echo ipv4 > "$NVMET/ports/1/addr_adrfam"
	echo rdma > "$NVMET/ports/1/addr_trtype"
	echo 10.0.0.3 > "$NVMET/ports/1/addr_traddr"
	echo 4420 > "$NVMET/ports/1/addr_trsvcid"
	ln -s "$NVMET/subsystems/pfc" "$NVMET/ports/1/subsystems/pfc"
}

# dropped PG: prints the number of packets of a priority group that the switch has dropped
dropped()
{
	jq "[.[].pg[$1] | to_entries[] | select(.key | startswith(\"drop_\")).value] | add" \
		"$OUT/nvme-sw.json"
}

connect()
{
	nvme connect -t rdma -a 10.0.0.3 -s 4420 -n pfc -w 10.0.0.1 -i 1 -Q 16 \
		-q nqn.2014-08.org.nvmexpress:uuid:00000000-0000-0000-0000-000000000001 \
		-I 00000000-0000-0000-0000-000000000001 && wait_for 20 test -b $NVME
}

# copy FROM TO FLAGS...: copies the file by direct I/O
copy() { dd if="$1" of="$2" bs=64k count=$BLOCKS "${@:3}" 2>&1; }

# sum FILE: prints the hash of the first bytes of a file
sum() { head -c $((BLOCKS * 65536)) "$1" | sha256sum; }

check "hosts, switch and RDMA devices are created" rdma_build
check "PFC is switched on for priority 3 at all ports" rdma_pfc on
modprobe -a configfs nvmet-rdma nvme-rdma rdma_cm
modprobe brd rd_nr=1 rd_size=16384
mount -t configfs none /sys/kernel/config
check "h1 has DSCP 26 for connections" cma_tos 1
check "h3 has DSCP 26 for connections" cma_tos 3
check "h3 exports a namespace" target
check "h1 connects to it" connect
head -c $((BLOCKS * 65536)) /dev/urandom > /tmp/file

_rdma_counters > /tmp/before
pfc hosts stats clear
pfc sw stats clear
capture hosts eth3 nvme -s 96 udp port 4791
receive hosts flooded --port 6000
send hosts flood --from 10.0.0.2 --port 6000 --rate 60m --duration 600000 10.0.0.3 &
flood=$!
wait_for 20 sh -c 'pfcctl -n sw -j stats show dev p2 | jq -e ".[0].pg[0].rx_packets > 500"'
check "h1 writes a file" copy /tmp/file $NVME oflag=direct
check "h1 reads the file" copy $NVME /tmp/again iflag=direct
kill $flood
wait $flood
received flooded
captures_end
_rdma_counters > /tmp/after
pfc sw -j stats show > "$OUT/nvme-sw.json"

is "the same bytes are in the target's RAM disk" "$(sum /dev/ram0)" "$(sum - < /tmp/file)"
is "h1 reads the same bytes" "$(sum /tmp/again)" "$(sum - < /tmp/file)"
is "no counter of retransmissions increases" "$(_rdma_increased /tmp/before /tmp/after)" ""
is "the lossless class loses nothing" "$(dropped 3)" 0
check "the lossy class loses packets" [ "$(dropped 0)" -gt 0 ]
check "h1 disconnects" nvme disconnect -n pfc
