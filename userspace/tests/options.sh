#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# options.sh TOOL
#
# The options before a command: long ones do the same as short ones, and errors name the option.
# The commands need no kernel module.  The last line is a verdict.

tool=$1 passed=0 failed=0

# says TEXT STATUS OUTPUT OPTION...: the tool exits with STATUS and prints OUTPUT, a pattern
says()
{
	local text=$1 status=$2 want=$3 got

	shift 3
	got=$("$tool" "$@" 2>&1 < /dev/null)
	# shellcheck disable=SC2053 # a pattern
	if [ $? = "$status" ] && [[ $got = $want ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf "not ok - %s\n    '%s'\n" "$text" "$got"
	fi
}

speed=(headroom speed 1gbit)
says "text" 0 "speed 1 Gb/s*" "${speed[@]}"
for json in -j --json --js; do
	says "$json" 0 '{"speed_bits_per_second":1000000000,*' "$json" "${speed[@]}"
done
for pretty in -p --pretty --pr; do
	says "$pretty" 0 $'{\n  "speed_bits_per_second": 1000000000,\n*' -j "$pretty" "${speed[@]}"
done
for option in -s --statistics -B --brief -c --color -f --force -cnever --color=auto; do
	says "$option" 0 "speed 1 Gb/s*" "$option" "${speed[@]}"
done
for netns in -n --netns --n; do
	says "$netns" 1 "pfcctl: network namespace 'no such': does not exist; *" \
		"$netns" "no such" "${speed[@]}"
	says "$netns without a value" 2 "pfcctl: option $netns: no value given; fix: add it after *" "$netns"
done
says "--netns=" 1 "pfcctl: network namespace 'no such': does not exist; *" \
	--netns="no such" "${speed[@]}"
for batch in -b --batch; do
	says "$batch" 1 "pfcctl: cannot read /no such: No such file or directory; *" "$batch" "/no such"
	says "$batch and a command" 2 "pfcctl: 'port': a command cannot be combined with -b" \
		"$batch" - port
done
for version in -V --version; do
	says "$version" 0 "pfcctl [0-9]*.[0-9]*" "$version"
done
for help in -h --help; do
	says "$help" 0 "Usage: pfcctl *" "$help"
done
says "unknown letter" 2 "pfcctl: option -Z is unknown; expected: -j *" -jZ
says "unknown option" 2 "pfcctl: unknown option '--frob'; expected: --json *" --frob=1
says "mistyped option" 2 "pfcctl: unknown option '--jsno'; did you mean '--json'? *" --jsno
says "ambiguous option" 2 "pfcctl: option '--b' is ambiguous: --brief, --batch" --b
says "unexpected value" 2 "pfcctl: option --json=1: takes no value" --json=1
says "wrong value" 1 "pfcctl: --color: 'red' is invalid; must be auto, always or never" --color=red
says "options end at the command" 2 "pfcctl: option '--json': must be before the object; fix: *" "${speed[@]}" --json
says "empty word" 2 "pfcctl: unknown object ''; expected: show roce port *" ""
if "$tool" -V > /dev/full 2> /dev/null; then
	failed=$((failed + 1))
	echo "not ok - an error when standard output is full"
fi
echo "$passed passed, $failed failed"
exit $((failed > 0))
