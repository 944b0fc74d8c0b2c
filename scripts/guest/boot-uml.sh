# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# User-mode Linux back end of guest-boot: the kernel is a process of this machine.
# Sourced; sets $command.  $mode has no effect: UML has no instruction counter, so a run
# does not repeat exactly.

# shellcheck disable=SC2154 # set by guest-boot
# shellcheck disable=SC2034 # used by guest-boot

memory=${PFC_GUEST_MEMORY:-1024}
# The guest's memory is a file: in /dev/shm if it fits there
shm=$(df -m --output=avail /dev/shm 2> /dev/null | tail -n 1) || shm=0
files=/dev/shm
[ "${shm:-0}" -gt $((memory * 2)) ] || files=$dir

# slab_debug: without it, stale pointers in the allocator's free lists hide leaks from
# kmemleak.  retain_initrd keeps the memory of the initrd: otherwise the kernel frees it,
# and kmemleak still scans it and considers new objects there as referenced.  hostfs: the
# guest has access only to $dir, and writes its results there.
command=(
	env -u TMP -u TEMP "TMPDIR=$files"
	"$kernel/linux" "mem=${memory}M" seccomp=on "initrd=$dir/initrd"
	"hostfs=$dir" "umid=guest-$$" "uml_dir=$dir/" con=null
	rdinit=/init panic=-1 oops=panic norandmaps slab_debug=F
	retain_initrd
)
# shellcheck disable=SC2206 # a list of words
command+=($append)
if [ "$test" = shell ]; then
	command+=("con0=fd:0,fd:1")
else
	command+=("con0=null,fd:1")
	stdout=$dir/console.log
fi

# Requests backtraces of sleeping and running tasks through UML's management console
ask_for_backtrace()
{
	python3 - "$dir/guest-$$/mconsole" <<-'END' || true
		import os, socket, struct, sys
		console = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		console.bind(sys.argv[1] + ".reply")
		console.settimeout(5)
		for request in (b"sysrq 8", b"sysrq w", b"sysrq l", b"sysrq t"):
		    console.sendto(struct.pack("III", 0xCAFEBABE, 2, len(request)) +
		                   request.ljust(512, b"\0"), sys.argv[1])
		    console.recv(4096)
		os.unlink(sys.argv[1] + ".reply")
	END
	sleep 2
}
