// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the fixes that pfcctl adds to errors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "netlink.h"
#include "test.h"

/* A message of the module with its cause, the object of the command, and the fix, or "" */
static const struct {
	uint32_t cause;
	const char *what, *text, *fix;
} messages[] = {
	{ PFC_CAUSE_NOT_A_PORT, "p2",
	  "p2: device is not a pfc port",
	  "pfcctl port add dev p2; pfcctl port show lists the ports" },
	{ PFC_CAUSE_PORT_EXISTS, "p2",
	  "device is a pfc port already",
	  "pfcctl port set dev p2 changes its settings" },
	{ PFC_CAUSE_MASTER_DEVICE, "br0",
	  "cannot be a pfc port: bridge; its members can be ports",
	  "for each member, pfcctl port add dev DEV; ip link show master br0 lists them" },
	{ PFC_CAUSE_UPPER_DEVICE, "p1.10",
	  "cannot be a pfc port: VLAN device; the device below can be a port",
	  "pfcctl port add dev DEV; ip link show dev p1.10 prints DEV after p1.10@" },
	{ PFC_CAUSE_USER_PORTS, "p1",
	  "user has the maximum number of pfc ports (userns_ports)",
	  "raise /sys/module/pfc/parameters/userns_ports" },
	{ PFC_CAUSE_USER_POOL_BYTES, "p1",
	  "pools of the user would exceed the limit (userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },
	{ PFC_CAUSE_USER_POOL_BYTES, "pool gold",
	  "pools of the user: 9 bytes exceed the limit of 8 (userns_pool_bytes)",
	  "raise /sys/module/pfc/parameters/userns_pool_bytes" },
	{ PFC_CAUSE_DELAY_WITHOUT_RATE, "p1",
	  "delay: 500 ns needs a rate, but the rate is unlimited",
	  "pfcctl port set dev p1 rate RATE delay 500ns" },
	{ PFC_CAUSE_TX_QUEUES_ALL, "p1",
	  "tx-queues: all excludes rate, delay, tc-maxrate and pools of queues",
	  "pfcctl port set dev p1 tx-queues auto, or one" },
	{ PFC_CAUSE_PAUSE_TIME, "p1",
	  "pause-time: 1 quanta at 100 Mb/s are below the minimum of 4 (20000 ns)",
	  "pfcctl pfc set dev p1 pause-time 4" },
	{ PFC_CAUSE_FLOW_CONTROL, "p1",
	  "flow-control: is pause and must be pfc, because PFC is on for priority 3",
	  "pfcctl pfc set dev p1 prio-pfc 3:off, or flow-control pfc" },
	{ PFC_CAUSE_FLOOD_LOSSLESS, "p1",
	  "flood-prio: priority 3 is lossless, it must be lossy",
	  "pfcctl pfc set dev p1 prio-pfc 3:off, or another priority in flood-prio" },
	{ PFC_CAUSE_ETHTYPES_FULL, "p1",
	  "ethtype-prio: no room for 0x0608, the map has 8 EtherTypes already",
	  "delete an entry: pfcctl map set dev p1 ethtype-prio TYPE:none" },
	{ PFC_CAUSE_ECN_ORDER, "p1",
	  "queue 3: ecn-kmin 2 is above ecn-kmax 1 bytes",
	  "lower ecn-kmin to 1, or raise ecn-kmax to 2" },
	{ PFC_CAUSE_QUEUE_MIN, "p1",
	  "queue 3: min 1000 needs a pool",
	  "add pool POOL, or min 0, to the command" },
	{ PFC_CAUSE_STRICT_SHARE, "p1",
	  "tc-bw: class 1 is strict, its share must be 0, not 10",
	  "add tc-bw 1:0 to the command; all ets classes together need 100, or none is ets" },
	{ PFC_CAUSE_ETS_SHARE, "p1",
	  "tc-bw: class 1 is ets, its share must be 1..100, not 0",
	  "add tc-bw 1:SHARE to the command; all ets classes together need 100" },
	{ PFC_CAUSE_ETS_SUM, "p1",
	  "tc-bw: shares of ets classes sum to 90 percent, must be 100",
	  "one command with the shares of all ets classes; pfcctl ets show dev p1 lists them" },
	{ PFC_CAUSE_MIXED_PG, "p1",
	  "pg 3: PFC is on for its priority 3 but off for its priority 2",
	  "pfcctl pfc set dev p1 prio-pfc 3:on 2:on, or pfcctl map set dev p1 prio-pg 2:PG" },
	{ PFC_CAUSE_XON_ABOVE_XOFF, "p1",
	  "pg 3: xon 66560 is above xoff 65536 bytes",
	  "pfcctl pg set dev p1 pg 3 xoff 65536 xon 65536, or a lower xon" },
	{ PFC_CAUSE_PROFILE_XON_ABOVE_XOFF, "profile fast",
	  "profile fast: xon 2 is above xoff 1 bytes",
	  "xoff 1 xon 1, or a lower xon, in one command" },
	{ PFC_CAUSE_PROFILE_SETS, "p1",
	  "pg 3: follows profile fast, which sets xoff",
	  "pfcctl profile set fast xoff VALUE, or first pfcctl pg set dev p1 pg 3 profile none" },
	{ PFC_CAUSE_HEADROOM, "p1",
	  "p1 PG 3 has 100 bytes of headroom and needs 300, 200 are missing",
	  "pfcctl pg set dev p1 pg 3 headroom auto" },
	{ PFC_CAUSE_PROFILE_HEADROOM, "profile fast",
	  "p1 PG 3 has 100 bytes of headroom and needs 300, 200 are missing",
	  "pfcctl profile set fast headroom auto" },
	{ PFC_CAUSE_POOL_RESERVED, "p1",
	  "p1 PG 3 needs 9 MiB of headroom, 9 KiB are free in pool default, a size of 9 is enough",
	  "pfcctl pool set default size 9, or reserve less (headroom, min)" },
	{ PFC_CAUSE_POOL_RESERVED, "p1",
	  "p1 PG 3 needs 9 bytes of guarantee, 8 are free in pool gold, a size of 64 is enough",
	  "pfcctl pool set gold size 64, or reserve less (headroom, min)" },
	{ PFC_CAUSE_POOL_PACKETS_OF_PG, "p1",
	  "p1 PG 3: its packets need 9 bytes of the shared part of pool tiny, 8 bytes are free",
	  "pfcctl pool set tiny size SIZE, or try again when fewer packets are queued" },
	{ PFC_CAUSE_POOL_PACKETS, "p1",
	  "pool gold: packets use 9 bytes of the headroom, the limit would be 8",
	  "pfcctl pool set gold size SIZE, or try again when fewer packets are queued" },
	{ PFC_CAUSE_POOL_SIZE, "pool gold",
	  "pool gold: size 8 is too small, PGs and queues reserve 9 bytes of it",
	  "pfcctl pool set gold size 9 or more, or reserve less (headroom, min)" },
	{ PFC_CAUSE_POOL_EXISTS, "pool gold",
	  "pool gold: exists already",
	  "pfcctl pool set gold changes it" },
	{ PFC_CAUSE_POOL_NOT_FOUND, "p1",
	  "pool none: not found",
	  "pfcctl pool add none size SIZE; pfcctl pool show lists all pools" },
	{ PFC_CAUSE_PROFILE_NOT_FOUND, "profile none",
	  "profile none: not found",
	  "pfcctl profile add none; pfcctl profile show lists all profiles" },
	{ PFC_CAUSE_POOL_DRAINS, "pool gold",
	  "pool gold: in use: 0 PGs refer to it, packets hold 60 bytes",
	  "try again when these packets have left the queues" },
	{ PFC_CAUSE_POOL_IN_USE, "pool gold",
	  "pool gold: in use: 1 PGs refer to it, packets hold 0 bytes: p1 pg 3",
	  "for each of them, pfcctl pg set dev DEV pg PG pool default" },
	{ PFC_CAUSE_POOL_HAS_QUEUES, "pool gold",
	  "pool gold: in use: 2 queues are charged to it",
	  "pfcctl queue set dev DEV queue QUEUE pool none min 0; pfcctl queue show lists them" },
	{ PFC_CAUSE_DEFAULT_POOL, "pool default",
	  "pool default: default pool cannot be deleted",
	  "pfcctl pool set size SIZE makes it smaller" },
	{ PFC_CAUSE_PROFILE_IN_USE, "profile fast",
	  "profile fast: in use: 1 PGs follow it: p1 pg 3",
	  "for each of them, pfcctl pg set dev DEV pg PG profile none" },
	{ PFC_CAUSE_NOT_WATCHED, "p1",
	  "priority 3 is not watched (prio-watchdog is off)",
	  "pfcctl watchdog set dev p1 prio-watchdog 3:on" },
	{ PFC_CAUSE_NO_XOFF_OBEYED, "p1",
	  "priority 3 does not obey XOFF (prio-pfc-rx is off)",
	  "pfcctl pfc set dev p1 prio-pfc-rx 3:on" },
	{ PFC_CAUSE_NONE, "p1",
	  "a message without a fix",
	  "" },
	{ PFC_CAUSE_NOT_A_PORT, "a;b",
	  "a;b: device is not a pfc port",
	  "pfcctl port add dev 'a;b'; pfcctl port show lists the ports" },
	{ PFC_CAUSE_HEADROOM_RATE, "p1",
	  "p1 PG 3 has 100 bytes of headroom and needs 300, 200 are missing: the port has no rate",
	  "pfcctl port set dev p1 rate RATE, or pfcctl pg set dev p1 pg 3 headroom auto" },
	{ PFC_CAUSE_PROFILE_EXISTS, "profile fast",
	  "profile fast: exists already", "pfcctl profile set fast changes it" },
	{ PFC_CAUSE_POOL_IN_PROFILE, "pool gold",
	  "pool gold: in use by profile fast",
	  "pfcctl profile set fast pool default" },
	{ PFC_CAUSE_IMPAIR_DELAY, "p1",
	  "delay: priority 3: 500 ns needs a rate, but the rate is unlimited",
	  "pfcctl port set dev p1 rate RATE" },
	{ PFC_CAUSE_IMPAIR_RATE, "p1",
	  "rate: the impairment delay of priority 3 needs a rate",
	  "pfcctl impair set dev p1 prio 3 delay off" },
	{ PFC_CAUSE_SENDS_NO_XOFF, "p1",
	  "xoff-duty: priority 3 sends no XOFF (prio-pfc-tx is off)",
	  "pfcctl pfc set dev p1 prio-pfc 3:on" },
};

/* Return: whether the tool prints the error and the fix, and nothing else */
static bool prints(struct ctx *ctx, const char *what, const char *text, const char *fix)
{
	const bool named = !strncmp(text, what, strlen(what));
	char want[512], *got = NULL;
	size_t len;
	bool good;

	snprintf(want, sizeof(want), "pfcctl: %s%s%s%s%s\n", named ? "" : what,
		 named ? "" : ": ", text, *fix ? "; fix: " : "", fix);
	ctx->err = open_memstream(&got, &len);
	nl_fail(ctx, what, ctx->error);
	fclose(ctx->err);
	good = !strcmp(got, want);
	if (!good)
		printf("got:  %swant: %s", got, want);
	free(got);
	return good;
}

static bool explains(const char *netns, uint32_t cause, const char *what, const char *text,
		     const char *fix)
{
	struct ctx ctx = { .netns = netns, .cause = cause, .error = -EINVAL };

	snprintf(ctx.extack, sizeof(ctx.extack), "%s", text);
	return prints(&ctx, what, text, fix);
}

/* Return: whether an error above has the cause */
static bool is_tested(uint32_t cause)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(messages) && messages[i].cause != cause)
		i++;
	return i < ARRAY_SIZE(messages);
}

static void test_all(void)
{
	uint32_t cause;

	for (cause = 0; cause <= PFC_CAUSE_MAX; cause++) {
		if (cause == PFC_CAUSE_LINK_DOWN)
			continue;	/* unused */
		if (!is_tested(cause))
			printf("cause %u has no test\n", cause);
		CHECK(is_tested(cause));
	}
}

/* A cause whose fix has values of the message, but another message: the tool does not guess */
static void test_other_text(void)
{
	CHECK(explains(NULL, PFC_CAUSE_PAUSE_TIME, "p1", "pause-time: too short", ""));
}

void test_fix(void)
{
	struct ctx missing = { .netns = "s", .error = -ENODEV };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(messages); i++)
		CHECK(explains(NULL, messages[i].cause, messages[i].what, messages[i].text,
			       messages[i].fix));
	CHECK(explains("h1", PFC_CAUSE_NOT_A_PORT, "p2",
		       "p2: device is not a pfc port",
		       "pfcctl -n h1 port add dev p2; pfcctl -n h1 port show lists the ports"));
	CHECK(prints(&missing, "p9", "p9: no such device",
		     "ip -n s link lists the devices; -n NETNS selects another network namespace"));
	test_other_text();
	test_all();
}
