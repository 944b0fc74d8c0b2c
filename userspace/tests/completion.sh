#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# completion.sh TOOL DIRECTORY
#
# The completion of bash and zsh offers the words that the help describes: objects, commands,
# settings, devices, network namespaces.  It runs no command.  The last line is a verdict.

tool=$(realpath "$1") dir=$(realpath "$2") passed=0 failed=0
PATH=${tool%/*}:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# check TEXT COMMAND...
check()
{
	local text=$1

	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "not ok - $text"
	fi
}

# Prints the words that bash offers for a command line
bash_offers()
{
	local COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY

	_pfcctl 2> /dev/null
	printf '%s\n' "${COMPREPLY[@]}"
}

# offers LINE WORD...: bash offers all of these words
offers()
{
	local words word status=0

	words=$(bash_offers "$1")
	for word in "${@:2}"; do
		if ! grep -qxF -e "$word" <<< "$words"; then
			echo "'$1': '$word' is not among:" "${words//$'\n'/ }"
			status=1
		fi
	done
	return "$status"
}

# only LINE WORD...: bash offers these words and no others
only()
{
	local words

	words=$(bash_offers "$1" | tr '\n' ' ')
	words=${words% }
	[ "$words" = "${*:2}" ] || { echo "'$1': $words; expected: ${*:2}"; return 1; }
}

# commands OBJECT, settings OBJECT: print what the help describes
commands()
{
	"$tool" "$1" help | sed -nE "s/^(Usage:|      ) pfcctl $1 \[?([a-z|-]+).*/\2/p" | tr '|' '\n'
}
settings() { "$tool" "$1" help | grep -oE '[a-z]+(-[a-z]+)+ \[?[A-Z]+' | grep -oE '[a-z]+(-[a-z]+)+'; }

# zsh_completes LINE PATTERN: after LINE and the key Tab, zsh shows text that matches PATTERN
zsh_completes()
{
	LINE=$1 PATTERN=$2 DIR=$dir zsh -f <<-'END'
		zmodload zsh/zpty
		zpty shell zsh -f -i
		zpty -w shell "PS1= fpath=($DIR \$fpath); autoload compinit; compinit -u -D; stty -echo -onlcr cols 200; LISTMAX=0; print READ''Y"
		zpty -r -m shell text '*READY'
		text=
		zpty -n -w shell "$LINE"$'\t'
		for ((i = 0; i < 400; i++)); do
			zpty -r -t shell part && text+=$part
			[[ ! $text =~ $PATTERN ]] || break
			sleep 0.05
		done
		[[ $text =~ $PATTERN ]]
		found=$?
		((found == 0)) || print -r -- "zsh, '$LINE': $text"
		zpty -d shell
		exit $found
	END
}

# shellcheck source=userspace/completion/pfcctl
. "$dir/pfcctl"
mapfile -t objects < <("$tool" help | sed -n 's/^  \([a-z]\{2,\}\) .*/\1/p')
check "all objects" offers "pfcctl " "${objects[@]}" help
check "help describes objects" test "${#objects[@]}" -gt 10
for object in "${objects[@]}"; do
	mapfile -t words < <(commands "$object")
	check "commands of $object" offers "pfcctl $object " "${words[@]}"
done
for object in map pfc pg queue ets watchdog; do
	mapfile -t words < <(settings "$object")
	check "settings of $object" offers "pfcctl $object set dev lo " "${words[@]}"
done
mapfile -t words < <(settings port)
check "settings of port add" offers "pfcctl port add dev lo " "${words[@]}"
check "options" offers "pfcctl -" -j -p -s -r -t -B -c -n -b -f -V -h --json --statistics --netns
check "long options" only "pfcctl --b" --brief --batch
check "values of an option" only "pfcctl --color=a" --color=auto --color=always
check "words after a long option" only "pfcctl --json --stat por" port
check "no words in the place of a value" only "pfcctl --netns no-such-name" ""
check "words that begin like the given one" only "pfcctl wat" watermark watchdog
check "words after an option" only "pfcctl -j -s por" port
check "words after a map" only "pfcctl pfc set dev lo prio-pfc 3:on 4:off flow-c" flow-control
check "a setting is offered once" only "pfcctl pg set dev lo pg 3 xon 1K xo" xoff xon-offset xoff-ahead
check "a setting that conflicts is not offered" \
	only "pfcctl port set dev lo cable-delay 1us cable" ""
check "devices" offers "pfcctl port show dev " lo
check "devices without the keyword" offers "pfcctl port show " dev lo
check "settings after a device without the keyword" \
	only "pfcctl pg set lo pg 3 xo" xoff xon xon-offset xoff-ahead
check "words after abbreviations" only "pfcctl watchd se lo act" action
check "devices of check link" offers "pfcctl check link dev lo peer dev " lo
check "words of a setting" only "pfcctl watchdog set dev lo action " drop forward alert
check "settings of monitor" offers "pfcctl monitor " dev prio event pauses
check "settings of top" offers "pfcctl top " dev delay count sort idle
check "columns of top" only "pfcctl top sort o" out occupancy
check "settings of why" offers "pfcctl why " dev prio interval dot at last
check "commands and settings of history" offers "pfcctl history " show events dev prio window
check "settings of history events" offers "pfcctl history events " dev prio event since
check "events" offers "pfcctl monitor event " port-add xoff-sent storm-detected port-changed
check "devices of show" offers "pfcctl show dev " lo
check "presets" offers "pfcctl map set dev lo dscp-prio " identity class-selector
check "words instead of a number" only "pfcctl watchdog set dev lo restoration-time " auto manual
check "nothing after an invalid word" only "pfcctl port frob " ""
check "nothing after the end of a command" only "pfcctl monitor help " ""
check "no devices if the namespace cannot be entered" only "pfcctl -n /none port show dev " ""
check "settings if the namespace cannot be entered" offers "pfcctl -n /none port add dev x " rate
# A tool that prints a name with characters that the shell would expand
mkdir -p "$scratch/bin"
# shellcheck disable=SC2016 # another shell must not expand it
printf '#!/bin/sh\necho "\$(touch %s/expanded)"\n' "$scratch" > "$scratch/bin/pfcctl"
chmod +x "$scratch/bin/pfcctl"
check "a name is not expanded" only "$scratch/bin/pfcctl port show dev " \
	"\\\$\\(touch\\ $scratch/expanded\\)"
check "a name is not run as a command" test ! -e "$scratch/expanded"
check "zsh is installed" command -v zsh > /dev/null
check "zsh: objects" zsh_completes "pfcctl watc" "hdog"
check "zsh: settings" zsh_completes "pfcctl port add dev lo over" "head"
check "zsh: words after a map" zsh_completes "pfcctl pfc set dev lo prio-pfc 3:on flow-" "control"
check "zsh: a list" zsh_completes "pfcctl watchdog set dev lo action " "drop.*forward"
echo "$passed passed, $failed failed"
exit $((failed > 0))
