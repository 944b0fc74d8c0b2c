#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl top in a terminal of 80x24: keys select and sort rows and open the causes of a row, the
# window can change its size, and the terminal is the same after keys and signals that end or stop
# the tool.  tmux is the terminal, and prints its screen.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┼ br0 (sw) ── p3 ── eth0 h3
#                 └──────────── p4 ── eth0 h4
#
# timeout: 400
# mode: any
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/why.bash

why_star
receive h3 got3
flow h1 10.0.0.3 --dscp 26
flow h2 10.0.0.3 --dscp 26
wait_for 10 _answers "incast sw p3 3" sw

mkdir -p /dev/pts
mount -t devpts -o ptmxmode=666 devpts /dev/pts
ln -sf pts/ptmx /dev/ptmx 2> /dev/null
export LC_ALL=C.UTF-8
tmux() { command tmux -f /dev/null -L top "$@"; }
screen() { tmux capture-pane -p > "$OUT/screen.txt"; cat "$OUT/screen.txt"; }
shows() { screen | grep -qE -- "$1"; }
keys() { tmux send-keys "$@"; }

nsexec sw tmux -f /dev/null -L top new-session -d -x 80 -y 24 "bash --norc -i"
keys "PS1='done> '" Enter
keys "stty -g > /tmp/stty.before; pfcctl top" Enter
check "the screen shows p1" wait_for 10 shows "^.p1 +3 "
screen > "$OUT/screen-rows.txt"
check "with a bar" shows "^.p1 +3 .*\[█.*\]"
check "and the root" wait_for 10 shows "^1: congested egress p3 prio 3: 2 senders, "
is "the first row is selected" "$(grep -c '^>' "$OUT/screen-rows.txt")" 1
is "the last line has the keys" "$(tail -n 1 "$OUT/screen-rows.txt" | grep -c '^q quit')" 1
is "the screen has 24 lines" "$(wc -l < "$OUT/screen-rows.txt")" 24
keys j
check "j selects the next row" wait_for 10 shows "^>p2 +3 "
keys Up
check "the arrow selects the row before" wait_for 10 shows "^>p1 +3 "
keys i
check "i shows idle rows" wait_for 10 shows "^.p1 +0 "
keys i s s
check "s sorts by the next column" wait_for 10 shows "  sort out"
keys S S p
check "p stops the updates" wait_for 10 shows "FROZEN"
frozen=$(screen | head -n 1)
sleep 2
is "the screen stays the same" "$(screen | head -n 1)" "$frozen"
keys p
check "p continues" wait_for 10 shows "sort port$"
keys g Enter
check "Enter opens the causes of the row" wait_for 10 shows "^p1 prio 3: sends XOFF "
cp "$OUT/screen.txt" "$OUT/screen-why.txt"
check "with the root" wait_for 10 shows "^root 1: congested egress p3 prio 3: 2 senders, "
keys Escape
check "Esc returns to the rows" wait_for 10 shows "^>p1 +3 "
keys '?'
check "? shows the help" wait_for 10 shows "^Ctrl-L +repaint the screen"
keys q
check "q closes the help" wait_for 10 shows "^>p1 +3 "
tmux resize-window -x 120 -y 40
check "a larger window has the keys in its last line" wait_for 10 \
	bash -c 'command tmux -L top capture-pane -p | sed -n 40p | grep -q "^q quit"'
tmux resize-window -x 60 -y 10
check "a smaller one, too" wait_for 10 \
	bash -c 'command tmux -L top capture-pane -p | sed -n 10p | grep -q "^q quit"'
tmux resize-window -x 80 -y 24
check "and the first size again" wait_for 10 \
	bash -c 'command tmux -L top capture-pane -p | sed -n 24p | grep -q "^q quit"'
# Ctrl-Z may be typed while the tool waits, reads or draws
for _ in 1 2 3; do
	keys C-z
	check "Ctrl-Z returns to the shell" wait_for 10 shows "^done> $|^done>$"
	keys "clear; stty -g > /tmp/stty.stopped; fg" Enter
	check "fg shows the rows again" wait_for 10 shows "^>p1 +3 "
done
# starts: top runs and shows its rows
starts()
{
	keys "pfcctl top" Enter
	check "top starts" wait_for 10 shows "^.p1 +3 .*\[█.*\]"
}

# ends NAME TEXT: the shell has the terminal again, and stores its settings.  A program that ends
# discards what was typed before.
ends()
{
	wait_for 10 bash -c '! pidof pfcctl-top > /dev/null'
	keys "stty -g > /tmp/stty.$1" Enter
	check "$2" wait_for 10 test -s "/tmp/stty.$1"
}

keys q
ends quit "q ends it"
keys "LC_ALL=C pfcctl top" Enter
check "without UTF-8 the bar is ASCII" wait_for 10 shows "^.p1 +3 .*\[#.*\]"
kill -TERM "$(pidof pfcctl-top)"
ends term "SIGTERM ends it"
starts
keys C-c
ends int "Ctrl-C ends it"
starts
kill -USR1 "$(pidof pfcctl-top)"
ends usr1 "SIGUSR1 ends it"
for when in stopped quit term int usr1; do
	is "the terminal is the same: $when" "$(cat /tmp/stty.$when)" "$(cat /tmp/stty.before)"
done
check "the screen of the shell is back" shows "^done> stty -g > /tmp/stty.usr1"
keys "TERM=unknown-terminal pfcctl top" Enter
check "an unknown terminal is an error" wait_for 10 shows \
	"^pfcctl: terminal type 'unknown-terminal' is unknown; must be one of terminfo"
sent_all
received got3

# A reading that fails: the id of the netlink family is that of the former instance of the module
keys "clear; pfcctl top" Enter
check "without traffic there are no rows" wait_for 20 shows "^ no traffic"
for port in sw/p1 sw/p2 sw/p3 sw/p4 h1/eth0 h2/eth0 h4/eth0; do
	pfc "${port%/*}" port del dev "${port#*/}"
done
check "without ports, too" wait_for 10 shows "^ no ports"
check "the module is removed" rmmod pfc
modprobe pfc
check "and loaded again" pfc sw port add dev p1 rate 20mbit
check "the screen shows its port" wait_for 10 shows "^pfcctl top .*  1 port  "
check "and no error" wait_for 10 shows "^q quit"
keys q
tmux kill-server
