#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# programs.sh TOOL
#
# pfcctl finds its programs beside it and in ../libexec/pfc, passes options and errors on, and does
# without those that are not installed.  What pfcctl test refuses before it needs a device.  The last
# line is a verdict.

tool=$(realpath "$1") passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# is TEXT RESULT EXPECTED
is()
{
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok - %s\n  got:  %s\n  want: %s\n' "$1" "$2" "$3"
	fi
}

# Prints what a command prints, and its exit status
run() { "$@" 2>&1; echo "status $?"; }

mkdir -p "$scratch/sbin" "$scratch/libexec/pfc"
cp "$tool" "$scratch/sbin/"
alone=$scratch/sbin/pfcctl
is "a program that is not installed" "$(run "$alone" why)" \
	"pfcctl: why: the program pfcctl-why is not installed; fix: install the package pfcctl-tools
status 1"
is "help lists only installed programs" "$(diff <("$tool" help) <("$alone" help) | grep -c '^<')" 13
is "completion lists only installed programs" \
	"$(diff <("$tool" __complete "") <("$alone" __complete "") | sed -n 's/^< //p' | paste -sd ' ')" \
	"roce top save restore check why history metrics sonic test"
cp "$tool"-why "$scratch/libexec/pfc/"
is "a program in ../libexec/pfc" "$(run "$alone" why help)" "$(run "$tool" why help)"
is "an abbreviation" "$(run "$alone" wh help)" "$(run "$tool" why help)"
is "the help of an object" "$(run "$alone" help why)" "$(run "$tool" why help)"
is "the exit status of a program" "$(run "$alone" why frob)" "$(run "$tool" why frob)"
printf 'why help\nwhy prio 9\nhelp\n' > "$scratch/batch"
is "the errors of a program in a batch file" "$("$alone" -b "$scratch/batch" 2>&1 > /dev/null)" \
	"$(printf 'pfcctl: %s:2: ' "$scratch/batch"; "$alone" why prio 9 2>&1 | sed 's/^pfcctl: //')"
is "a batch file ends with the command that fails" \
	"$("$alone" -b "$scratch/batch" 2> /dev/null | grep -c 'OBJECT COMMAND')" 0
is "with --force it continues" \
	"$("$alone" -f -b "$scratch/batch" 2> /dev/null | grep -c 'OBJECT COMMAND')" 1
# A program that prints its arguments
printf '#!/bin/sh\nprintf "[%%s]" "$@"\n' > "$scratch/libexec/pfc/pfcctl-top"
chmod +x "$scratch/libexec/pfc/pfcctl-top"
is "options and words reach the program" \
	"$("$alone" -jpsrtB --color=always -n /proc/self/ns/net to count "a b")" \
	"[-j][-p][-s][-r][-t][-B][-c][-n][/proc/self/ns/net][top][count][a b]"
is "so do the words to complete" "$("$alone" __complete -j top dev p "")" \
	"[__complete][-j][top][dev][p][]"

allowed="a character other than letters, digits and _.,:=+@%/-"
is "two devices of a tester" "$(run "$tool" test run tester a,b)" \
	"pfcctl: 2 devices; at least 3 are needed
status 1"
is "a device that a script would misread" "$(run "$tool" test run tester 'a,b,c;d')" \
	"pfcctl: the name 'c;d' has $allowed
status 1"
is "a namespace that a script would misread" "$(run "$tool" test run dut 'x;y/a,b,c')" \
	"pfcctl: the name 'x;y' has $allowed
status 1"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
