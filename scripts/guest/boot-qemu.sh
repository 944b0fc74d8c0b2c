# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# QEMU (TCG) back end of guest-boot.  Sourced; sets $command.

# shellcheck disable=SC2154 # set by guest-boot
# shellcheck disable=SC2034 # used by guest-boot

release=$(kernel_release "$kernel")
# nokaslr and norandmaps fix all addresses, so that the emulator can reuse translated code.  Without
# the accounts of memory groups and the zeroes in new pages, a program starts in a tenth less time.
parameters="rdinit=/init panic=-1 oops=panic unknown_nmi_panic=1"
parameters+=" no_timer_check nokaslr norandmaps mitigations=off"
parameters+=" random.trust_cpu=on cgroup_disable=memory init_on_alloc=0 $append"
memory=768	# MB; a debug kernel needs twice as much
[ "$SLOW" = 1 ] || memory=1536
qemu=$("$TOP/scripts/guest/emulator" "$mode")

# machine_amd64: sets the machine, and the CPU for each mode.  No cx16: if cmpxchg16b is
# interrupted, the emulator can leave the low half of RAX in EFLAGS, and the kernel's memory
# allocator uses this instruction frequently.
machine_amd64()
{
	local khz

	machine=pc pvpanic=pvpanic
	parameters+=" console=ttyS0 tsc=reliable"
	if [ "$mode" = icount ]; then
		# No erms and fsrm: with them, a copy of many bytes would count as one instruction
		cpu="max,-cx16,-erms,-fsrm"
		return
	fi
	# No la57 (5-level paging): the kernel forgets this feature for a moment while it identifies
	# the CPU, and KASAN then reports each access of an interrupt as wild
	cpu="max,-cx16,-la57"
	# A guest that calibrates its TSC on a busy machine can get a wrong clock rate
	khz=$("$BUILD/guest/tools/tickrate")
	parameters+="${khz:+ tsc_early_khz=$khz}"
}

# machine_arm64: the CPU for icount has exclusive loads and stores only, the one for smp also the
# atomic instructions of ARMv8.1.  The kernel uses these where it finds them, so both sorts of
# its atomic operations run.  The counter of time runs at 1 GHz, as clocks of amd64 have 1 ns.
# qemuio finds pvpanic by its slot.
machine_arm64()
{
	machine="virt,gic-version=3" pvpanic="pvpanic-pci,addr=1f"
	parameters+=" console=ttyAMA0"
	cpu="neoverse-n1,cntfrq=1000000000"
	[ "$mode" != icount ] || cpu="cortex-a72,cntfrq=1000000000"
}

"machine_$GUEST_ARCH"
command=(
	"$qemu" -nodefaults -display none
	-machine "$machine" -m "${PFC_GUEST_MEMORY:-$memory}" -nic none
	-seed "${PFC_GUEST_SEED:-1}"
	-kernel "$kernel/boot/vmlinuz-$release" -initrd "$initrd" -cpu "$cpu"
)
if [ "$mode" = icount ]; then
	command+=(-accel tcg -icount "shift=0,sleep=off" -smp 1 -rtc "base=2024-01-01,clock=vm")
else
	command+=(-accel "tcg,thread=multi" -smp "${PFC_GUEST_CPUS:-2}")
fi
command+=(-append "$parameters")
[ -z "${PFC_GUEST_PLUGIN:-}" ] || command+=(-plugin "$PFC_GUEST_PLUGIN")

if [ "$test" = shell ]; then
	command+=(-serial mon:stdio)
else
	# ioeventfd=off: the guest CPU's own thread serves the ports, so runs repeat exactly
	command+=(
		-serial "file:$dir/console.log"
		-monitor "unix:$dir/monitor,server=on,wait=off"
		-device "virtio-serial-pci,ioeventfd=off,max_ports=4"
		-chardev "file,id=tap,path=$dir/tap.log"
		-device "virtserialport,chardev=tap,nr=1,name=tap"
		-chardev "file,id=out,path=$dir/out.tar"
		-device "virtserialport,chardev=out,nr=2,name=out"
	)
fi

# One of two machines.  Machine a creates the sockets of both links and waits until machine b has
# connected to the serial port, so no line to it is lost.
read -r machine machine_nic <<< "${PFC_GUEST_MACHINE:-}"
if [ -n "$machine" ]; then
	end=server=off,reconnect-ms=100 wait=
	[ "$machine" != a ] || end=server=on wait=,wait=on
	command+=(
		-chardev "socket,id=meet,path=$dir/../meet,$end$wait"
		-device "virtserialport,chardev=meet,nr=3,name=meet"
		-netdev "stream,id=wire,addr.type=unix,addr.path=$dir/../wire,$end"
		-device "$machine_nic,netdev=wire,romfile=,mac=02:00:00:00:ff:0$machine"
	)
fi

# guest-state saves the state of this machine, with the memory in the file $ram.  guest-boot restores
# the state in an equal machine, with other contents of these files.
if [ "$test" = state ]; then
	command+=(-device "$pvpanic" -action panic=pause
		-object "memory-backend-file,id=ram,size=${memory}M,mem-path=$ram,share=$share"
		-machine memory-backend=ram)
	for name in test overlay in; do
		command+=(-fw_cfg "name=opt/pfc/$name,file=$dir/files/$name")
	done
fi

# The NICs follow the serial ports, because the guest's names of serial ports contain the
# number of devices before the ports
read -r nics model <<< "${PFC_GUEST_NICS:-0}"
for ((i = 0; i < nics; i++)); do
	command+=(-netdev "hubport,id=nic$i,hubid=0"
		-device "${model:-virtio-net-pci},netdev=nic$i,romfile=,mac=02:00:00:00:ff:0$i")
done

# The guest can write to the disk, but QEMU writes to a temporary file
[ -z "${PFC_GUEST_DISK:-}" ] || command+=(
	-drive "file=$PFC_GUEST_DISK/disk.img,if=virtio,format=raw,snapshot=on,cache=unsafe"
)
# A disk with firmware contains a system, which can boot again
if [ -d "${PFC_GUEST_DISK:-}/ovmf" ]; then
	cp "$PFC_GUEST_DISK/ovmf/OVMF_VARS_4M.fd" "$dir/uefi-variables"
	command+=(
		-drive "file=$PFC_GUEST_DISK/ovmf/OVMF_CODE_4M.fd,if=pflash,format=raw,readonly=on"
		-drive "file=$dir/uefi-variables,if=pflash,format=raw"
	)
else
	command+=(-no-reboot)
fi
# restrict: the guest cannot reach this machine or the Internet
[ -z "${PFC_GUEST_PORT:-}" ] || command+=(
	-netdev "user,id=user,restrict=on,hostfwd=tcp:127.0.0.1:${PFC_GUEST_PORT/:/-:}"
	-device "virtio-net-pci,netdev=user,romfile=,mac=02:00:00:00:fe:00"
)

# An NMI makes a hanging guest print a backtrace and panic
ask_for_backtrace()
{
	"$TOP/scripts/guest/monitor" "$dir/monitor" nmi || true
	sleep 5
}
