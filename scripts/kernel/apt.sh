# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# APT with a separate state directory, for packages that are unpacked into the cache
# and not installed.  The package lists of the machine do not change.  Sourced after
# common.sh.

APT_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# Suites with kernels.  A series may be in any of them, and moves between them.
APT_SUITES="bookworm bookworm-backports trixie trixie-backports sid experimental"

# apt_arch ARCH: chooses the architecture of the packages.  Each architecture has its own package
# lists, so this machine needs no foreign architecture.
apt_arch()
{
	APT_ARCH=$1
	APT_STATE=$PFC_CACHE/apt
	[ "$1" = amd64 ] || APT_STATE+=-$1
}

apt_arch amd64

# apt get|cache ARGUMENTS...: runs apt-get or apt-cache with an empty list of
# installed packages
apt()
{
	local command=$1

	shift
	"apt-$command" -q -o Dir::Etc="$APT_STATE/etc" \
		-o APT::Architecture="$APT_ARCH" -o APT::Architectures="$APT_ARCH" \
		-o Dir::State::Lists="$APT_STATE/lists" \
		-o Dir::State::Status="$APT_STATE/status" \
		-o Dir::Cache="$APT_STATE/cache" -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

# apt_uri LABEL: prints the URI of a Debian archive in this machine's configuration
apt_uri()
{
	# shellcheck disable=SC2016 # APT expands it
	apt-get indextargets --format '$(REPO_URI)' "Label: $1" | sort -u | head -n 1
}

# Updates the package lists of $APT_SUITES and of the security updates of bookworm
apt_update()
{
	local main security suite

	main=$(apt_uri Debian)
	[ -n "$main" ] || die "the APT configuration of this machine has no archive with the label" \
		"Debian: run apt-get update, or add one to /etc/apt/sources.list"
	security=$(apt_uri Debian-Security)
	mkdir -p "$APT_STATE"/{etc/preferences.d,lists/partial,cache/archives/partial}
	touch "$APT_STATE/status"
	for suite in $APT_SUITES; do
		echo "deb [signed-by=$APT_KEYRING] $main $suite main"
	done > "$APT_STATE/etc/sources.list"
	[ -z "$security" ] || echo "deb [signed-by=$APT_KEYRING] $security" \
		"bookworm-security main" >> "$APT_STATE/etc/sources.list"
	apt get update >&2
}

# unpack ROOT: unpacks the packages in ROOT/debs into ROOT and deletes them
unpack()
{
	local root=$1 deb

	for deb in "$root"/debs/*.deb; do
		dpkg-deb -x "$deb" "$root"
	done
	rm -rf "$root/debs"
}
