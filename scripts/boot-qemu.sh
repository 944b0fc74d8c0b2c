# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How guest-boot runs a kernel in QEMU (TCG).  Sourced; sets $command.

# shellcheck disable=SC2154 # set by who sources this
# shellcheck disable=SC2034 # used there

release=$(kernel_release "$kernel")
# Without random addresses the emulator can use again what it has translated
parameters="console=ttyS0 rdinit=/init panic=-1 oops=panic unknown_nmi_panic=1"
parameters+=" no_timer_check nokaslr norandmaps tsc=reliable mitigations=off"
parameters+=" random.trust_cpu=on $append"
memory=768	# MB; what the kernel notes of itself takes as much again
[ "$SLOW" = 1 ] || memory=1536
command=(
	qemu-system-x86_64 -nodefaults -no-reboot -display none
	-machine pc -m "${PFC_GUEST_MEMORY:-$memory}" -nic none -seed "${PFC_GUEST_SEED:-1}"
	-kernel "$kernel/boot/vmlinuz-$release" -initrd "$dir/initrd"
)
# The emulator's cmpxchg16b (cx16) can leave the low half of RAX in EFLAGS when it
# is interrupted, and the kernel's memory allocator uses it at every turn
if [ "$mode" = icount ]; then
	# erms and fsrm would count a copy of many bytes as one instruction each
	command+=(-accel tcg -icount "shift=0,sleep=off" -smp 1
		-cpu "max,-cx16,-erms,-fsrm" -rtc "base=2024-01-01,clock=vm")
else
	command+=(-accel "tcg,thread=multi" -smp 2 -cpu "max,-cx16")
	# Left to find out on a busy machine, a guest may have its clock run away
	khz=$("$BUILD/guest/tools/tickrate")
	parameters+="${khz:+ tsc_early_khz=$khz}"
fi
command+=(-append "$parameters")

if [ "$test" = shell ]; then
	command+=(-serial mon:stdio)
else
	# The ports are served at once, by the guest CPU's own thread: exact repeats
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

# Behind the serial ports, whose names count the devices before them
read -r nics model <<< "${PFC_GUEST_NICS:-0}"
for ((i = 0; i < nics; i++)); do
	command+=(-netdev "hubport,id=nic$i,hubid=0"
		-device "${model:-virtio-net-pci},netdev=nic$i,romfile=,mac=02:00:00:00:ff:0$i")
done

# An NMI makes a guest that hangs say where, and ends it
ask_for_backtrace()
{
	python3 - "$dir/monitor" <<-'END' || true
		import socket, sys
		monitor = socket.socket(socket.AF_UNIX)
		monitor.settimeout(5)
		monitor.connect(sys.argv[1])
		monitor.recv(4096)
		monitor.sendall(b"nmi\n")
		monitor.recv(4096)
	END
	sleep 5
}
