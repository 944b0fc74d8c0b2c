# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# APT with a state of its own, for packages that are unpacked into the cache and
# not installed: the machine's own lists stay as they are.  Sourced, after
# common.sh.

APT_STATE=$PFC_CACHE/apt
APT_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# apt get|cache ARGUMENTS...: there nothing is installed, so all is missing
apt()
{
	local command=$1

	shift
	"apt-$command" -q -o Dir::Etc="$APT_STATE/etc" \
		-o Dir::State::Lists="$APT_STATE/lists" \
		-o Dir::State::Status="$APT_STATE/status" \
		-o Dir::Cache="$APT_STATE/cache" -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

# apt_uri LABEL: where this machine takes an archive of Debian's from
apt_uri()
{
	# shellcheck disable=SC2016 # APT expands it
	apt-get indextargets --format '$(REPO_URI)' "Label: $1" | sort -u | head -n 1
}

# Lists what bookworm, its updates and backports, and sid have today
apt_update()
{
	local main security suite

	main=$(apt_uri Debian)
	[ -n "$main" ] || die "APT has no Debian archive; apt-get update?"
	security=$(apt_uri Debian-Security)
	mkdir -p "$APT_STATE"/{etc/preferences.d,lists/partial,cache/archives/partial}
	touch "$APT_STATE/status"
	for suite in bookworm bookworm-backports sid; do
		echo "deb [signed-by=$APT_KEYRING] $main $suite main"
	done > "$APT_STATE/etc/sources.list"
	[ -z "$security" ] || echo "deb [signed-by=$APT_KEYRING] $security" \
		"bookworm-security main" >> "$APT_STATE/etc/sources.list"
	apt get update >&2
}
