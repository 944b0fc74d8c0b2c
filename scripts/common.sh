# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What all scripts share.  Sourced.

set -Eeuo pipefail
trap 'echo "${0##*/}: line $LINENO: failed: $BASH_COMMAND" >&2' ERR

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PFC_CACHE=${PFC_CACHE:-/var/cache/pfc}
BUILD=$TOP/build
export TOP PFC_CACHE BUILD

# shellcheck disable=SC2034 # all of these are for who sources this
{
# All kernels of Debian's that there is support for, and the one of the guests,
# which can also be "uml" or one of those that watch themselves.  What is made for
# others than the default has a suffix, and those that watch take longer.
KERNELS="6.1 6.12 7.2"
KERNEL=${KERNEL:-6.1}
SUFFIX=
[ "$KERNEL" = 6.1 ] || SUFFIX=-$KERNEL
SLOW=1
[[ $KERNEL = [0-9]* ]] || SLOW=4

# What a kernel says when it is in trouble
TROUBLE='WARNING:|\bBUG:|Oops|Call Trace|INFO: rcu|INFO: task|hung task'
TROUBLE+='|unregister_netdevice: waiting|refcount_t:|[Kk]ernel panic'
TROUBLE+='|soft lockup|hard LOCKUP|UBSAN|KASAN|KCSAN|ODEBUG|ref_tracker:'
TROUBLE+='|possible (recursive|circular) locking|possible irq lock inversion'
TROUBLE+='|IRQ-safe|inconsistent lock state|DEBUG_LOCKS_WARN|MAX_LOCK.* too low'
TROUBLE+='|suspicious RCU usage|Illegal context switch|sleeping function called'
TROUBLE+='|scheduling while atomic|unreferenced object|kmemleak: .* suspected'
TROUBLE+='|kmemleak: .*(disabled|empty)'
}

say() { echo "${0##*/}: $*" >&2; }
die() { say "$*"; exit 1; }

# with_lock NAME COMMAND...: one process at a time, over all of the cache
with_lock()
{
	local name=$1

	shift
	mkdir -p "$PFC_CACHE" || die "$PFC_CACHE: no write access; set PFC_CACHE"
	(
		flock 9
		"$@"
	) 9>"$PFC_CACHE/.$name.lock"
}

# kernel_release DIR: what a kernel of scripts/guest-kernel calls itself
kernel_release()
{
	local images=("$1"/boot/vmlinuz-*)

	# one in user mode is its build directory
	cat "$1/include/config/kernel.release" 2> /dev/null ||
		echo "${images[0]##*/vmlinuz-}"
}

# Prints SHA-256, shortened, of what comes in
short_hash() { sha256sum | cut -c1-12; }

# pack_tree DIRECTORY [NAME]: prints a cpio archive that depends on nothing but
# what is inside, so that guests repeat exactly
pack_tree()
{
	(
		cd "$1"
		find "${2:-.}" -exec touch -h -d @0 {} +
		find "${2:-.}" | LC_ALL=C sort |
			cpio -o -H newc -R 0:0 --reproducible --quiet
	)
}

# Prints how many seconds have gone by since NANOSECONDS (of date +%s%N)
seconds_since()
{
	local ms=$((($(date +%s%N) - $1) / 1000000))

	printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}
