# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How guest-boot runs a kernel in user mode, a process of this machine.  Sourced;
# sets $command.  There is neither QEMU's monitor nor its exact time: $mode means
# nothing here, and a run does not repeat exactly.

# shellcheck disable=SC2154 # set by who sources this
# shellcheck disable=SC2034 # used there

memory=${PFC_GUEST_MEMORY:-1024}
# The guest's memory is a file, in memory if it fits there
shm=$(df -m --output=avail /dev/shm 2> /dev/null | tail -n 1) || shm=0
files=/dev/shm
[ "${shm:-0}" -gt $((memory * 2)) ] || files=$dir

# slab_debug: else the allocator's lists of what was freed, which it does not clear,
# hide from kmemleak what is leaked.  retain_initrd: kmemleak goes on to take the
# place of the initrd for memory in use, and what is allocated there for referenced
# Results go to files in $dir, which is all that it sees of this machine
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

# What sleeps and what runs, by the management console
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
