# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Functions for the steps of the test of the packages.  Sourced.

. /tests/guest/lib/lib.sh

KEY=/var/lib/dkms/mok	# of DKMS: .key and .pub

# apt COMMAND...: runs apt-get; its output is in $OUT/apt-COMMAND
apt()
{
	apt-get -y -o APT::Install-Recommends=false "$@" > "$OUT/apt-$1" 2>&1 || {
		cat "$OUT/apt-$1"
		return 1
	}
}

# files: lists all files and links, except those that dpkg, apt, depmod and a running systemd
# maintain, and the signing key that DKMS creates for all modules
files()
{
	(cd / && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache \
		-o -path ./var/backups -o -path ./var/log -o -path ./var/tmp -o -path ./tmp -o -path ./var/lib/pfc-test \
		-o -path './usr/lib/modules/*/modules.*' -o -path "./${KEY#/}.*" \
		-o -path './var/lib/systemd/[!d]*' \) -prune -o ! -type d -print | sort)
}

# installed PACKAGE: prints "installed" if it is installed
# shellcheck disable=SC2016 # dpkg-query expands it
installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null; }
built() { find /usr/lib/modules -name 'pfc.ko*' | sort; }
signer() { modinfo -F signer "$1"; }
