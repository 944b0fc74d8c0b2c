// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the fixes that pfcctl adds to the messages of the module.
 */
#include <stdlib.h>
#include "test.h"

/* A message with the name of its object, and its fix, or "" */
static const struct {
	const char *text, *fix;
} messages[] = {
	{ "p2: device is not a pfc port",
	  "pfcctl port add dev p2; pfcctl port show lists the ports" },
	{ "p2: device is a pfc port already", "pfcctl port set dev p2 changes its settings" },
	{ "br0: cannot be a pfc port: bridge; its members can be ports",
	  "for each member, pfcctl port add dev DEV; ip link show master br0 lists them" },
	{ "p1.10: cannot be a pfc port: VLAN device; the device below can be a port",
	  "pfcctl port add dev DEV; ip link show dev p1.10 prints DEV after p1.10@" },
	{ "eth9: no such device in network namespace h1", "ip -n h1 link lists the devices" },
	{ "dev: 'x*' matches no port", "pfcctl port show lists the ports" },
	{ "the pfc module is not loaded", "modprobe pfc" },
	{ "cannot lock /run/pfcctl/roce/1.lock: Permission denied", "run pfcctl as root" },
	{ "p1: not permitted, needs CAP_NET_ADMIN", "run pfcctl as root" },
	{ "p1: user has the maximum number of pfc ports (userns_ports)",
	  "raise /sys/module/pfc/parameters/userns_ports" },
	{ "p1: pools of the user would exceed the limit (userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },
	{ "pool gold: pools of the user: 9 bytes exceed the limit of 8 (userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },
	{ "rate: 5 is out of range 1 Mb/s..1600 Gb/s",
	  "add a unit, as in 100mbit; without a unit, a rate is in bit/s" },
	{ "rate: 5kbit is out of range 1 Mb/s..1600 Gb/s", "" },
	{ "p1: delay: 500 ns needs a rate, but the rate is unlimited",
	  "pfcctl port set dev p1 rate RATE delay 500ns" },
	{ "p1: tx-queues: all excludes rate, delay and tc-maxrate",
	  "pfcctl port set dev p1 tx-queues auto, or one" },
	{ "p1: pause-time: 1 quanta at 100 Mb/s are below the minimum of 4 (20000 ns)",
	  "pfcctl pfc set dev p1 pause-time 4" },
	{ "p1: flow-control: is pause and must be pfc, because PFC is on for priority 3",
	  "pfcctl pfc set dev p1 prio-pfc 3:off, or flow-control pfc" },
	{ "p1: flood-prio: priority 3 is lossless, it must be lossy",
	  "pfcctl pfc set dev p1 prio-pfc 3:off, or another priority in flood-prio" },
	{ "p1: ethtype-prio: no room for 0x0608, the map has 8 EtherTypes already",
	  "delete an entry: pfcctl map set dev p1 ethtype-prio TYPE:none" },
	{ "p1: queue 3: ecn-kmin 2 is above ecn-kmax 1 bytes",
	  "lower ecn-kmin to 1, or raise ecn-kmax to 2" },
	{ "p1: tc-bw: class 1 is strict, its share must be 0, not 10",
	  "add tc-bw 1:0 to the command; all ets classes together need 100, or none is ets" },
	{ "p1: tc-bw: class 1 is ets, its share must be 1..100, not 0",
	  "add tc-bw 1:SHARE to the command; all ets classes together need 100" },
	{ "p1: tc-bw: shares of ets classes sum to 90 percent, must be 100",
	  "one command with the shares of all ets classes; pfcctl ets show dev p1 lists them" },
	{ "p1: pg 3: PFC is on for its priority 3 but off for its priority 2",
	  "pfcctl pfc set dev p1 prio-pfc 3:on 2:on, or pfcctl map set dev p1 prio-pg 2:PG" },
	{ "p1: pg 3: xon 66560 is above xoff 65536 bytes",
	  "pfcctl pg set dev p1 pg 3 xoff 65536 xon 65536, or a lower xon" },
	{ "profile fast: xon 2 is above xoff 1 bytes",
	  "xoff 1 xon 1, or a lower xon, in one command" },
	{ "p1: pg 3: follows profile fast, which sets xoff",
	  "pfcctl profile set fast xoff VALUE, or first pfcctl pg set dev p1 pg 3 profile none" },
	{ "pg 3: follows profile a, which sets all its values",
	  "set them in the line profile add a, or omit the profile of pg 3" },
	{ "p1 PG 3 has 100 bytes of headroom and needs 300, 200 are missing",
	  "pfcctl pg set dev p1 pg 3 headroom auto" },
	{ "profile fast: p1 PG 3 has 100 bytes of headroom and needs 300, 200 are missing",
	  "pfcctl profile set fast headroom auto" },
	{ "p1 PG 3 needs 9 MiB of headroom, 9 KiB are free in pool default, a size of 9 is enough",
	  "pfcctl pool set default size 9, or reserve less (headroom, min)" },
	{ "p1 PG 3 needs 9 bytes of guarantee, 8 are free in pool gold, a size of 64 is enough",
	  "pfcctl pool set gold size 64, or reserve less (headroom, min)" },
	{ "p1 PG 3: its packets need 9 bytes of the shared part of pool tiny, 8 bytes are free",
	  "pfcctl pool set tiny size SIZE, or try again when fewer packets are queued" },
	{ "p1: pool gold: packets use 9 bytes of the headroom, the limit would be 8",
	  "pfcctl pool set gold size SIZE, or try again when fewer packets are queued" },
	{ "pool gold: size 8 is too small, PGs reserve 9 bytes of it",
	  "pfcctl pool set gold size 9 or more, or reserve less (headroom and min of its PGs)" },
	{ "pool gold: exists already", "pfcctl pool set gold changes it" },
	{ "p1: pool none: not found",
	  "pfcctl pool add none size SIZE; pfcctl pool show lists all pools" },
	{ "profile none: not found",
	  "pfcctl profile add none; pfcctl profile show lists all profiles" },
	{ "pool gold: in use: 0 PGs refer to it, packets hold 60 bytes",
	  "try again when these packets have left the queues" },
	{ "pool gold: in use: 1 PGs refer to it, packets hold 0 bytes: p1 pg 3",
	  "for each of them, pfcctl pg set dev DEV pg PG pool default" },
	{ "pool default: default pool cannot be deleted",
	  "pfcctl pool set size SIZE makes it smaller" },
	{ "profile fast: in use: 1 PGs follow it: p1 pg 3",
	  "for each of them, pfcctl pg set dev DEV pg PG profile none" },
	{ "p1: priority 3 is not watched (prio-watchdog is off)",
	  "pfcctl watchdog set dev p1 prio-watchdog 3:on" },
	{ "p1: priority 3 does not obey XOFF (prio-pfc-rx is off)",
	  "pfcctl pfc set dev p1 prio-pfc-rx 3:on" },
	{ "p1: a message without a fix", "" },
	{ "prio-pfc: '3:on,4:on' is invalid; must be priority:off|on",
	  "separate entries with spaces, as in 3:VALUE 5-6:VALUE" },
	{ "dscp-prio: 'AF99:3' is invalid; must be DSCP:priority",
	  "write the DSCP as a number or name, as in 26:3, AF31:3 or CS6-CS7:6" },
	{ "option -n: no value given", "add it after the option, as in -n NAME" },
	{ "pcp-prio: no value given after 'pcp'",
	  "add a value after pcp, which is short for pcp-prio" },
	{ "a;b: device is not a pfc port",
	  "pfcctl port add dev 'a;b'; pfcctl port show lists the ports" },
	{ "", "" },
};

/* Return: whether the tool prints the message and the fix, and nothing else */
static bool prints(const char *netns, const char *text, const char *fix)
{
	char want[512], *got = NULL;
	struct ctx ctx = { .netns = netns };
	size_t len;
	bool good;

	snprintf(want, sizeof(want), "pfcctl: %s%s%s\n", text, *fix ? "; fix: " : "", fix);
	ctx.err = open_memstream(&got, &len);
	fail(&ctx, "%s", text);
	fclose(ctx.err);
	good = !strcmp(got, want);
	if (!good)
		printf("got:  %swant: %s", got, want);
	free(got);
	return good;
}

void test_fix(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(messages); i++)
		CHECK(prints(NULL, messages[i].text, messages[i].fix));
	CHECK(prints("h 1", "p2: device is not a pfc port",
		     "pfcctl -n 'h 1' port add dev p2; pfcctl -n 'h 1' port show lists the ports"));
	CHECK(prints("s", "p9: no such device",
		     "ip -n s link lists the devices; -n NETNS selects another network namespace"));
	CHECK(prints("s", "rate: no value given", "add a value after rate"));
}
