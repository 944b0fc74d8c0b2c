#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# man.sh TOOL DIRECTORY
#
# The man pages describe the tool: each object has a page with its commands and
# settings, no page names a setting that the tool does not have, and references
# between the pages are valid.

tool=$1 dir=$2 failed=0

# plain PAGE: prints the text of PAGE without roff escapes
plain()
{
	sed 's/\\f[BIR]//g; s/\\-/-/g' "$dir/$1"
}

# expect PAGE TEXT WORDS SOURCE: checks that TEXT contains each of WORDS; on a failure,
# reports PAGE and SOURCE, the origin of TEXT
expect()
{
	for word in $3; do
		if ! printf '%s\n' "$2" | grep -qw -e "$word"; then
			echo "$1: '$word' is not in $4"
			failed=1
		fi
	done
}

# hyphenated: prints the words of standard input that contain a hyphen
hyphenated()
{
	grep -oE '[a-z]+(-[a-z]+)+' | sort -u
}

objects=$("$tool" help | sed -n 's/^  \([a-z]\{2,\}\) .*/\1/p')
for object in $objects; do
	page=pfcctl-$object.8
	if [ ! -f "$dir/$page" ]; then
		echo "$page: no such page"
		failed=1
		continue
	fi
	help=$("$tool" "$object" help)
	text=$(plain "$page")

	# Usage lines are: pfcctl OBJECT COMMAND|COMMAND ...
	commands=$(printf '%s\n' "$help" |
		sed -nE "s/^(Usage:|      ) pfcctl $object \[?([a-z|]+).*/\2/p" | tr '|' '\n')
	expect "$page" "$text" "$commands" "the page"

	# A setting is a hyphenated word before the name of its value, which is in capitals
	settings=$(printf '%s\n' "$help" | grep -oE '[a-z]+(-[a-z]+)+ \[?[A-Z]+' | hyphenated)
	expect "$page" "$text" "$settings" "the page"

	settings=$({
		printf '%s\n' "$text" | sed -n '/^\.SH SYNOPSIS/,/^\.SH DESCRIPTION/p'
		printf '%s\n' "$text" | sed -n '/^\.SH .*\(SETTINGS\|PARAMETERS\)/,/^\.SH /p' |
			sed -n '/^\.TP/{n;p}'
	} | hyphenated)
	expect "$page" "$help" "$settings" "pfcctl $object help"
	expect pfcctl.8 "$(plain pfcctl.8)" "pfcctl-$object" "the page"
done
[ -n "$objects" ] || { echo "pfcctl help: no objects"; failed=1; }

for path in "$dir"/*; do
	page=${path##*/}
	for other in $(plain "$page" | grep -oE '[a-z-]+\([0-9]\)' | grep '^pfc'); do
		other=${other%?}
		if [ ! -f "$dir/${other%(*}.${other#*(}" ]; then
			echo "$page: $other) does not exist"
			failed=1
		fi
	done
done
exit $failed
