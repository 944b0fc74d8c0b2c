#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# messages.sh PFCCTL DOCUMENT
#
# Checks that the mistakes that pfcctl finds without the module, a section of the document, cause
# exactly the messages that the document shows.

tool=$1 document=$2
count=0 status=0
pfcctl() { "$tool" "$@"; }

while IFS=$'\t' read -r section command wanted <&3; do
	[ "$section" = "The command line" ] || continue
	count=$((count + 1))
	got=$(eval "$command" 2>&1)
	[ "$got" = "$wanted" ] || {
		printf 'messages.sh: %s\ngot:    %s\nwanted: %s\n' "$command" "$got" "$wanted"
		status=1
	}
done 3< <("$(dirname "$0")/../../tests/guest/lib/sessions" "$document")
[ "$count" -ge 20 ] || {
	echo "messages.sh: only $count commands in $document"
	status=1
}
exit $status
