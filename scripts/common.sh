# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Variables and functions that all scripts share.  Sourced.

set -Eeuo pipefail
trap 'echo "${0##*/}: line $LINENO: failed: $BASH_COMMAND" >&2' ERR

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PFC_CACHE=${PFC_CACHE:-/var/cache/pfc}
BUILD=$TOP/build
export TOP PFC_CACHE BUILD

# shellcheck disable=SC2034 # used by the scripts that source this file
{
# KERNELS: the supported Debian kernels, in their order.  RT_KERNELS: those of them whose real-time
# kernels the tests use.  KERNEL: the kernel of the guests, one of these, a kernel
# SERIES-arm64 or SERIES-rdma, or a debug kernel: uml, debug, kcsan.  SUFFIX:
# suffix of output directories, empty for the default kernel.  SLOW: factor for timeouts, since
# debug kernels are slow.
KERNELS="6.1 6.12 7.2 7.3"
RT_KERNELS="6.1-rt 7.3-rt"
KERNEL=${KERNEL:-6.1}
SUFFIX=
[ "$KERNEL" = 6.1 ] || SUFFIX=-$KERNEL
SLOW=1
[[ $KERNEL = [0-9]* ]] || SLOW=4

# Parameters of every guest kernel
GUEST_PARAMETERS="quiet loglevel=5"
[ "$SLOW" = 1 ] || GUEST_PARAMETERS+=" kasan_multi_shot SLOW=$SLOW"

# Pattern of kernel messages that report a fault
TROUBLE='WARNING:|\bBUG:|Oops|Call Trace|INFO: rcu|INFO: task|hung task'
TROUBLE+='|unregister_netdevice: waiting|refcount_t:|[Kk]ernel panic'
TROUBLE+='|soft lockup|hard LOCKUP|UBSAN|KASAN|KCSAN|ODEBUG|ref_tracker:'
TROUBLE+='|possible (recursive|circular) locking|possible irq lock inversion'
TROUBLE+='|IRQ-safe|inconsistent lock state|DEBUG_LOCKS_WARN|MAX_LOCK.* too low'
TROUBLE+='|suspicious RCU usage|Illegal context switch|sleeping function called'
TROUBLE+='|scheduling while atomic|unreferenced object|kmemleak: .* suspected'
TROUBLE+='|kmemleak: .*(disabled|empty)'
# A message that names the module or one of its functions, and those of each module that is loaded
NAMES_MODULE='\bpfc(_[a-z0-9_]+)?\b'
LOADING_MODULE='loading out-of-tree module taints kernel|module verification failed'
}

# choose_arch KERNEL: sets the architecture of the guests.  GUEST_ARCH: Debian's name.  TRIPLET:
# GNU's name, also that of the directory of libraries.  CROSS: prefix of the compiler and of strip.
# ARCH_SUFFIX: suffix of build results that depend only on the architecture.  The last two are
# empty for the architecture of this machine.
# shellcheck disable=SC2034 # used by the scripts that source this file
choose_arch()
{
	GUEST_ARCH=amd64 TRIPLET=x86_64-linux-gnu CROSS='' ARCH_SUFFIX=''
	[[ $1 != *-arm64 ]] ||
		GUEST_ARCH=arm64 TRIPLET=aarch64-linux-gnu CROSS=aarch64-linux-gnu- \
			ARCH_SUFFIX=-arm64
}

choose_arch "$KERNEL"

say() { echo "${0##*/}: $*" >&2; }
die() { say "$*"; exit 1; }

# with_lock NAME COMMAND...: runs a command that writes to the cache, one process at a
# time.  Readers need no lock, so a user without write permission can use the cache.
with_lock()
{
	local name=$1

	shift
	{ mkdir -p "$PFC_CACHE" && : >> "$PFC_CACHE/.$name.lock"; } 2> /dev/null ||
		die "the cache $PFC_CACHE is incomplete and $(id -un) cannot write to it:" \
			"run this as root once, or set PFC_CACHE to a writable directory"
	(
		flock 9
		"$@"
	) 9>"$PFC_CACHE/.$name.lock"
}

# kernel_release DIR: prints the release of the kernel in DIR, a directory that guest-kernel
# has printed
kernel_release()
{
	local images=("$1"/boot/vmlinuz-*)

	# The first file exists in the build directory of a user-mode kernel, which has no boot/
	cat "$1/include/config/kernel.release" 2> /dev/null ||
		echo "${images[0]##*/vmlinuz-}"
}

# Prints the first 12 digits of the SHA-256 of stdin
short_hash() { sha256sum | cut -c1-12; }

# pack_tree DIRECTORY [NAME]: prints a cpio archive of DIRECTORY, or of the file or folder NAME in
# it only.  Sets all times of these files to 0: equal files give an equal archive, so that the
# runs of a guest repeat exactly.
pack_tree()
{
	(
		cd "$1"
		find "${2:-.}" -exec touch -h -d @0 {} +
		find "${2:-.}" | LC_ALL=C sort |
			cpio -o -H newc -R 0:0 --reproducible --quiet
	)
}

# seconds_since NANOSECONDS: prints the seconds since a time that "date +%s%N" has printed
seconds_since()
{
	local ms=$((($(date +%s%N) - $1) / 1000000))

	printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}
