# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Programs and libraries for the architecture of the guest.  Sourced after common.sh.

# shellcheck disable=SC2034 # used by the scripts that source this file
{
# FROM: prefix of the paths of programs and libraries; empty if they are those of this machine.
# USER_CC: compiler for programs of the guest.  USER_TOOLS: directory of the traffic tools.
FROM='' USER_CC=cc USER_TOOLS=$BUILD/guest/tools$ARCH_SUFFIX
if [ -n "$CROSS" ]; then
	FROM=$("$TOP/scripts/guest/foreign-root")
	USER_CC="${CROSS}gcc-12 --sysroot=$FROM"
	export PKG_CONFIG_LIBDIR=$FROM/usr/lib/$TRIPLET/pkgconfig PKG_CONFIG_SYSROOT_DIR=$FROM
fi
}

# user_strip FILE...: as strip, for programs of the guest
user_strip() { "${CROSS}strip" "$@"; }

# user_program NAME: prints the path of an installed program
user_program() { PATH=$FROM/usr/sbin:$FROM/usr/bin:$FROM/sbin:$FROM/bin command -v "$1"; }

# foreign_libraries DIRECTORIES PROGRAM...: as user_libraries, without running the programs
foreign_libraries()
{
	local directories=$1 name directory names files
	local -A known=()

	shift
	files=("$@")
	while [ ${#files[@]} -gt 0 ]; do
		mapfile -t names < <(readelf -d "${files[@]}" |
			sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
		files=()
		for name in "${names[@]}"; do
			[ -z "${known[$name]:-}" ] || continue
			for directory in ${directories//:/ }; do
				[ ! -e "$directory/$name" ] || break
			done
			[ -e "$directory/$name" ] || die "no package contains $name for $GUEST_ARCH"
			known[$name]=$directory/$name
			files+=("$directory/$name")
		done
	done
	[ ${#known[@]} = 0 ] || printf '%s\n' "${known[@]}" | sort
}

# user_libraries DIRECTORIES PROGRAM...: prints the paths of the libraries that programs of the
# guest need: those in DIRECTORIES, separated by colons, and those of $FROM.  Static programs need
# none.
user_libraries()
{
	local directories=$1 output

	shift
	if [ -n "$CROSS" ]; then
		foreign_libraries "$directories:$FROM/usr/lib:$FROM/usr/lib/$TRIPLET" "$@"
		return
	fi
	# ldd fails for a static program
	output=$(LD_LIBRARY_PATH=$directories ldd "$@" 2> /dev/null) || true
	if grep 'not found' <<< "$output" >&2; then
		die "these libraries are missing"
	fi
	{ grep -o '\s/[^ :]*' <<< "$output" || true; } | tr -d '\t ' | sort -u
}

# build_tools: builds the traffic tools
build_tools()
{
	make -s -C "$TOP/tests/tools" O="$USER_TOOLS" CC="$USER_CC" >&2
}
