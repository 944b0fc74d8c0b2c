// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of whole commands: error messages, splitting of lines, extended acks.
 */
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include "netlink.h"
#include "setting.h"
#include "test.h"

/* Checks that a command exits with @status and prints exactly the error @expect */
/* Whether the error of a command begins with @expect */
static bool says_start(const char *line, int status, const char *expect)
{
	char text[512], err[1024] = "", want[1024], *words[BATCH_WORDS];
	struct ctx ctx = { .err = fmemopen(err, sizeof(err), "w") };
	struct args args = { 0, words };
	bool ok;

	snprintf(text, sizeof(text), "%s", line);
	snprintf(want, sizeof(want), "pfcctl: %s", expect);
	args.argc = batch_split(text, words);
	ok = command_run(&ctx, &args) == status;
	fclose(ctx.err);
	nl_close(&ctx);
	if (ok && !strncmp(err, want, strlen(want)))
		return true;
	printf("got:  %swant: %s", err, want);
	return false;
}

/* Whether the error of a command is @expect */
static bool says(const char *line, int status, const char *expect)
{
	char text[1024];

	snprintf(text, sizeof(text), "%s\n", expect);
	return says_start(line, status, text);
}

#define INVALID	"is invalid; must be "
#define ECN_ORDER	"; fix: lower ecn-kmin, or raise ecn-kmax"

#define FIRST(option)	": must be before the object; fix: write it first, as in pfcctl " option \
			" port show"

#define OBJECTS	"show roce port map pfc pg profile pool queue ets headroom stats top watermark " \
		"watchdog impair save restore check why monitor history metrics"

#define EVENTS	"port-add port-del xoff-sent xon-sent xoff-received xon-received " \
		"headroom-overrun headroom-short storm-detected storm-restored pfc-disabled " \
		"pfc-enabled mitigation-on mitigation-off paused-long xoff-timeout xoff-resumed " \
		"xoff-rate-rx xoff-rate-tx pause-expired refresh-late settings-lost port-renamed " \
		"port-changed pause-ended xoff-lost peak deadlock still-paused"

static void test_refusals(void)
{
	CHECK(says("frob", 2, "unknown object 'frob'; expected: " OBJECTS " (pfcctl help)"));
	CHECK(says("port frob", 2,
		   "port: unknown command 'frob'; expected: show add del set (pfcctl port help)"));
	CHECK(says("port help more", 2,
		   "unexpected word 'more'; the command ends before it"));
	CHECK(says("port show dev", 2, "dev: no value given; fix: add a value after dev"));
	CHECK(says("port show dev a dev b", 2,
		   "'b' is a second device; fix: write a list, as in dev DEV,b"));
	CHECK(says("port show dev a b", 2, "unknown word 'b'; expected: dev"));
	CHECK(says("port add", 2, "dev: not given" ADD_DEV));
	CHECK(says("port del", 2, "dev: not given" ADD_DEV));
	CHECK(says("port set dev a", 2, "a: nothing to set" ADD_SETTING));
	CHECK(says("port set dev abcdefghijklmnop rate 1gbit", 1,
		   "dev: 'abcdefghijklmnop' " INVALID "a device name of 1-15 characters"));
	CHECK(says("port set dev a rate 1gbit rate 1gbit", 2,
		   "rate: given twice"));
	CHECK(says("port set dev a rate 999999", 1,
		   "rate: 999999 is out of range 1 Mb/s..1600 Gb/s" ADD_UNIT));
	CHECK(says("port add dev a rate fast", 1,
		   "rate: 'fast' " INVALID
		   "a rate like 100mbit or 2.5gbit, or unlimited (1 Mb/s..1600 Gb/s)"));
	CHECK(says("port add dev a speed 9", 1,
		   "speed: 9 is out of range 10 Mb/s..1600 Gb/s"));
	CHECK(says("port add dev a pause-time 0", 1,
		   "pause-time: 0 is out of range 1q..65535q"));
	CHECK(says("map set dev a default-prio 8", 1,
		   "default-prio: 8 is out of range 0..7"));
	CHECK(says("map set dev a control-prio 8", 1,
		   "control-prio: 8 is out of range 0..7"));
	CHECK(says("map set dev a control-prio off", 1,
		   "control-prio: 'off' " INVALID "a number, or none (0..7)"));
	CHECK(says("map set dev a control-prio", 2,
		   "control-prio: no value given; fix: add a value after control-prio"));
	CHECK(says("map set dev a control-prio none control-prio 7", 2,
		   "control-prio: given twice"));
	CHECK(says("map set dev a dscp-prio", 2,
		   "dscp-prio: no value given; fix: add a value after dscp-prio"));
	CHECK(says("map set dev a prio-pg zero", 1,
		   "prio-pg: 'zero' " INVALID "priority:PG"));
	CHECK(says("pfc set dev a prio-pfc 3", 1,
		   "prio-pfc: '3' " INVALID "priority:off|on; fix: write 3:on or 3:off"));
	CHECK(says("pg set dev a xoff 1", 2, "pg: not given" ADD_PG));
	CHECK(says("pg set dev a pg all", 2, "a: nothing to set" ADD_SETTING));
	CHECK(says("pg set dev a pg 3 xoff 1025M", 1,
		   "xoff: 1025M is out of range 0 B..1 GiB"));
	CHECK(says("pool set", 2, "pool default: nothing to set" ADD_SETTING));
	CHECK(says("pool show all of", 2, "unexpected word 'of'; the command ends before it"));
	CHECK(says("monitor p1 frob", 2,
		   "unknown word 'frob'; expected: dev prio event pauses deadlock"));
	CHECK(says("monitor event", 2, "event: no value given; fix: add a value after event"));
	CHECK(says("monitor event xoff-sent,,xon-sent", 1,
		   "monitor: unknown event ''; expected: " EVENTS " (pfcctl monitor help)"));
	CHECK(says("monitor event unknown", 1,
		   "monitor: unknown event 'unknown'; expected: " EVENTS " (pfcctl monitor help)"));
	CHECK(says("monitor event xoff-sent prio 8", 1, "prio: 8 is out of range 0..7"));
	CHECK(says("monitor pauses event xoff-sent", 2, "event: cannot be combined with pauses"));
	CHECK(says("show dev", 2, "dev: no value given; fix: add a value after dev"));
	CHECK(says("show p1 frob", 2, "unknown word 'frob'; expected: dev"));
}

/* Abbreviations of several words, and words that resemble one */
static void test_refusals_of_keywords(void)
{
	CHECK(says("p", 2, "object 'p' is ambiguous: port, pfc, pg, profile, pool"));
	CHECK(says("he", 2, "object 'he' is ambiguous: headroom, help"));
	CHECK(says("port s", 2, "port: command 's' is ambiguous: show, set"));
	CHECK(says("roce loss", 2, "roce: command 'loss' is ambiguous: lossless, lossy"));
	CHECK(says("pg set dev a pg 3 xo 1K", 2,
		   "word 'xo' is ambiguous: xoff, xon, xon-offset"));
	CHECK(says("watchdog set e", 2, "word 'e' is ambiguous: escalate-count, escalate-period"));
	CHECK(says("pg set dev a pg 3 xoff 1K xof 1K", 2, "xoff: given twice"));
	CHECK(says("port set dev a cable-d 1us cable-l 1m", 2,
		   "cable-length: cannot be combined with cable-delay"));
	CHECK(says("ports", 2, "unknown object 'ports'; did you mean 'port'? (pfcctl help)"));
	CHECK(says("prot", 2, "unknown object 'prot'; did you mean 'port'? (pfcctl help)"));
	CHECK(says("wtachdgo", 2,
		   "unknown object 'wtachdgo'; did you mean 'watchdog'? (pfcctl help)"));
	CHECK(says("Port", 2, "unknown object 'Port'; did you mean 'port'? (pfcctl help)"));
	CHECK(says("watchdog mitgate", 2,
		   "watchdog: unknown command 'mitgate'; did you mean 'mitigate'? (pfcctl watchdog help)"
		   ));
	CHECK(says("pg set dev a pg 3 headrom 1K", 2,
		   "unknown word 'headrom'; did you mean 'headroom'?"));
	CHECK(says("watchdog set detecton-time 1s dev a", 2,
		   "unknown word 'detecton-time'; did you mean 'detection-time'?"));
	CHECK(says("roce off --dryrun", 2, "unknown word '--dryrun'; did you mean '--dry-run'?"));
	CHECK(says("port delete a", 2,
		   "port: unknown command 'delete'; did you mean 'del'? (pfcctl port help)"));
	CHECK(says("port show -j", 2, "option '-j'" FIRST("-j")));
	CHECK(says("pg set dev a pg 3 --json", 2, "option '--json'" FIRST("--json")));
	CHECK(says("monitor --timestamp", 2, "option '--timestamp'" FIRST("--timestamp")));
	CHECK(says("metrics -j", 2, "option '-j'" FIRST("-j")));
	CHECK(says("map set dev a trust dscp pcp", 2,
		   "pcp-prio: no value given after 'pcp'; fix: add a value after pcp, which is short for pcp-prio"
		   ));
}

/* Where the keyword dev is optional */
static void test_refusals_of_devices(void)
{
	CHECK(says("port set abcdefghijklmnop rate 1gbit", 1,
		   "dev: 'abcdefghijklmnop' " INVALID "a device name of 1-15 characters"));
	CHECK(says("port set p1", 2, "p1: nothing to set" ADD_SETTING));
	CHECK(says("port set p1 dev b rate 1gbit", 2,
		   "'b' is a second device; fix: write a list, as in dev DEV,b"));
	CHECK(says("pfc set pause 1 a", 2,
		   "unknown word 'a'; expected: dev flow-control prio-pfc prio-pfc-tx prio-pfc-rx pause-time"
		   ));
	CHECK(says("check link a peer b c", 2,
		   "unknown word 'c'; expected: dev peer netns prio"));
	CHECK(says("check link a peer peer", 2, "peer: given twice"));
	CHECK(says("restore f a dev b", 2, "dev: given twice"));
}

static void test_refusals_of_names(void)
{
	char long_name[2 * PFC_NAME_LEN] = "";
	char line[200], want[200];

	CHECK(says("pool add", 2, "name: not given" ADD_NAME));
	CHECK(says("pool add gold", 2, "size: not given" ADD_SIZE));
	CHECK(says("pool add none size 1M", 1,
		   "name: 'none' is reserved; must not be none, size or oversubscribe-ratio"));
	CHECK(says("pool add a/b size 1M", 1,
		   "name: 'a/b' " INVALID "a name of 1-31 characters A-Z a-z 0-9 _ . -"));
	CHECK(says("pool show a\xb", 1,
		   "name: 'a?' " INVALID "a name of 1-31 characters A-Z a-z 0-9 _ . -"));
	CHECK(says("pool del", 2, "name: not given" ADD_NAME));
	CHECK(says("pool del a b", 2, "unexpected word 'b'; the command ends before it"));
	CHECK(says("pool set gold", 2, "pool gold: nothing to set" ADD_SETTING));
	CHECK(says("pool set oversubscribe-ratio 257", 1,
		   "oversubscribe-ratio: 257 is out of range 1..256"));
	CHECK(says("pool set gold oversubscribe-ratio 0", 1,
		   "oversubscribe-ratio: 0 is out of range 1..256"));
	CHECK(says("profile add none", 1,
		   "name: 'none' is reserved; must not be none, size or oversubscribe-ratio"));
	CHECK(says("profile set a", 2, "profile a: nothing to set" ADD_SETTING));
	CHECK(says("profile set a min 2G", 1, "min: 2G is out of range 0 B..1 GiB"));
	CHECK(says("pg set dev a pg 1 pool *", 1,
		   "pool: '*' " INVALID "a name of 1-31 characters A-Z a-z 0-9 _ . -"));
	CHECK(says("pg set dev a pool gold", 2, "pg: not given" ADD_PG));

	memset(long_name, 'a', PFC_NAME_LEN);
	snprintf(line, sizeof(line), "pool del %s", long_name);
	snprintf(want, sizeof(want),
		 "name: '%s' " INVALID "a name of 1-31 characters A-Z a-z 0-9 _ . -",
		 long_name);
	CHECK(says(line, 1, want));
}

static void test_refusals_of_buffers(void)
{
	CHECK(says("pg set dev a pg 1 headroom big", 1,
		   "headroom: 'big' " INVALID
		   "a size like 131072, 128K or 1.5M, auto, or default (0 B..1 GiB)"));
	CHECK(says("pg set dev a pg 1 headroom", 2,
		   "headroom: no value given; fix: add a value after headroom"));
	CHECK(says("pg set dev a pg 1 headroom auto headroom 1K", 2,
		   "headroom: given twice"));
	CHECK(says("port set dev a cable-length 300m cable-delay 1us", 2,
		   "cable-delay: cannot be combined with cable-length"));
	CHECK(says("port set dev a cable-length 2001km", 1,
		   "cable-length: 2001km is out of range 0 m..2000 km"));
	CHECK(says("port set dev a cable-length 300", 1,
		   "cable-length: '300' " INVALID
		   "a length like 300m or 2km, or none (0 m..2000 km)"));
	CHECK(says("port set dev a batch 4097", 1, "batch: 4097 is out of range 0..4096"));
	CHECK(says("port set dev a latency 100.001ms", 1,
		   "latency: 100.001ms is out of range 0 ns..100.00 ms"));
	CHECK(says("port set dev a latency 100", 1,
		   "latency: '100' " INVALID
		   "a time like 500us or 2ms, or none (0 ns..100.00 ms)"));
	CHECK(says("pfc set dev a ring 64K", 2,
		   "unknown word 'ring'; expected: dev flow-control prio-pfc prio-pfc-tx prio-pfc-rx pause-time"
		   ));
	CHECK(says_start("port set dev a ecn-kmin 64K", 2,
			 "unknown word 'ecn-kmin'; expected: dev rate overhead "));
	CHECK(says("port set dev a xoff 64K", 2, "pg: not given" ADD_PG));
	CHECK(says("port add dev a rate 1gbit pg 3", 2, "pg: no setting of a PG given"));
	CHECK(says("port set dev a rate 1gbit pg 3", 2, "pg: no setting of a PG given"));
	CHECK(says("pfc set dev a rate 1gbit", 2,
		   "unknown word 'rate'; expected: dev flow-control prio-pfc prio-pfc-tx prio-pfc-rx pause-time"
		   ));
	CHECK(says("queue set dev a limit 1M", 2, "queue: not given" ADD_QUEUE));
	CHECK(says("queue set dev a queue 8 limit 1M", 1, "queue: 8 is out of range 0..7"));
	CHECK(says("queue set dev a queue 1", 2, "a: nothing to set" ADD_SETTING));
	CHECK(says("queue set dev a queue 1 limit 0", 1,
		   "limit: 0 is out of range 1 B..1 GiB"));
	CHECK(says("queue set dev a queue 1 alpha 9", 1,
		   "alpha: 9 is out of range 1/64..8"));
	CHECK(says("watermark clear pg 3", 2, "dev: not given" ADD_DEV));
	CHECK(says("watermark clear dev a pool b", 2,
		   "pool: cannot be combined with dev, pg or queue"));
}

static void test_refusals_of_classes(void)
{
	CHECK(says("ets set dev a", 2, "a: nothing to set" ADD_SETTING));
	CHECK(says("ets set dev a prio-tc 0:8", 1, "prio-tc: TC 8 is out of range 0..7"));
	CHECK(says("ets set dev a prio-tc 8:0", 1,
		   "prio-tc: priority 8 is out of range 0..7"));
	CHECK(says("ets set dev a tc-tsa 8:ets", 1, "tc-tsa: TC 8 is out of range 0..7"));
	CHECK(says("ets set dev a tc-tsa 0:wrr", 1,
		   "tc-tsa: '0:wrr' " INVALID "TC:strict|ets"));
	CHECK(says("ets set dev a tc-tsa ets", 1,
		   "tc-tsa: 'ets' " INVALID "TC:strict|ets"));
	CHECK(says("ets set dev a tc-tsa", 2,
		   "tc-tsa: no value given; fix: add a value after tc-tsa"));
	CHECK(says("ets set dev a tc-bw 0:101", 1, "tc-bw: 101 is out of range 0..100"));
	CHECK(says("ets set dev a tc-bw 0:x", 1,
		   "tc-bw: 'x' " INVALID "a percentage (0..100)"));
	CHECK(says("ets set dev a tc-bw 40", 1, "tc-bw: '40' " INVALID "TC:percent"));
	CHECK(says("ets set dev a tc-bw 1-0:40", 1,
		   "tc-bw: range 1-0 is reversed; must be 0-1"));
	CHECK(says("ets set dev a tc-maxrate 0:999kbit", 1,
		   "tc-maxrate: 999kbit is out of range 1 Mb/s..1600 Gb/s"));
	CHECK(says("ets set dev a tc-maxrate 0:fast", 1,
		   "tc-maxrate: 'fast' " INVALID
		   "a rate like 100mbit or 2.5gbit, or unlimited (1 Mb/s..1600 Gb/s)"));
	CHECK(says("queue set dev a queue 1 ecn-pmax 101%", 1,
		   "ecn-pmax: 101% is out of range 0%..100%"));
	CHECK(says("queue set dev a queue 1 ecn-pmax 0.1", 1,
		   "ecn-pmax: '0.1' " INVALID "a percentage like 1% or 0.25% (0%..100%)"));
	CHECK(says("queue set dev a queue 1 ecn-kmax 0", 1,
		   "ecn-kmax: 0 is out of range 1 B..1 GiB"));
	CHECK(says("queue set dev a queue 1 ecn-kmin off", 1,
		   "ecn-kmin: 'off' " INVALID "a size like 131072, 128K or 1.5M (0 B..1 GiB)"));
	CHECK(says("queue set dev a queue 1 ecn-kmin 2K ecn-kmax 2047", 1,
		   "ecn-kmin: 2 KiB is above ecn-kmax 2047 B" ECN_ORDER));
	CHECK(says("queue set dev a ecn-kmin 2K", 2, "queue: not given" ADD_QUEUE));
}

/* Checks the error for a command with one EtherType entry more than allowed */
static bool says_too_many(void)
{
	char line[300] = "map set dev a ethtype-prio";
	int i;

	for (i = 0; i <= 2 * PFC_ETHTYPES_MAX; i++)
		sprintf(line + strlen(line), " 0x%x:1", 0x900 + i);
	return says(line, 1, "ethtype-prio: more than 16 entries in one command");
}

static void test_refusals_of_maps(void)
{
	CHECK(says_too_many());
	CHECK(says("map set dev a trust all", 1,
		   "trust: 'all' " INVALID "none, dscp, pcp, dscp,pcp or pcp,dscp"));
	CHECK(says("map set dev a trust", 2,
		   "trust: no value given; fix: add a value after trust"));
	CHECK(says("map set dev a flood-lossless no", 1,
		   "flood-lossless: 'no' " INVALID "forward or drop"));
	CHECK(says("map set dev a prio-source tos", 1,
		   "prio-source: 'tos' " INVALID "packet or skb"));
	CHECK(says("map set dev a pcp-prio 1:none", 1,
		   "pcp-prio: '1:none' " INVALID "PCP:priority"));
	CHECK(says("map set dev a pcp-prio 8:1", 1, "pcp-prio: PCP 8 is out of range 0..7"));
	CHECK(says("map set dev a flood-prio 1:8", 1,
		   "flood-prio: priority 8 is out of range 0..7"));
	CHECK(says("map set dev a prio-dscp 1:64", 1,
		   "prio-dscp: DSCP 64 is out of range 0..63"));
	CHECK(says("map set dev a prio-pcp 1:8", 1, "prio-pcp: PCP 8 is out of range 0..7"));
	CHECK(says("map set dev a ethtype-prio 0x8906", 1,
		   "ethtype-prio: '0x8906' " INVALID "EtherType:priority|none"));
	CHECK(says("map set dev a ethtype-prio fcoe:3", 1,
		   "ethtype-prio: 'fcoe:3' " INVALID "EtherType:priority|none"));
	CHECK(says("map set dev a ethtype-prio 0x8906:8", 1,
		   "ethtype-prio: priority 8 is out of range 0..7"));
	CHECK(says("map set dev a ethtype-prio 0x5ff:1", 1,
		   "ethtype-prio: EtherType 0x05ff is out of range 0x0600..0xffff"));
	CHECK(says("map set dev a ethtype-prio 0x8100:1", 1,
		   "ethtype-prio: EtherType 0x8100 is not allowed (VLAN tag)"));
	CHECK(says("map set dev a ethtype-prio 0x88a8:none", 1,
		   "ethtype-prio: EtherType 0x88a8 is not allowed (VLAN tag)"));
	CHECK(says("map set dev a ethtype-prio 0x8808:1", 1,
		   "ethtype-prio: EtherType 0x8808 is not allowed (MAC control frame)"));
	CHECK(says("pfc set dev a flow-control xon", 1,
		   "flow-control: 'xon' " INVALID "none, pause or pfc"));
	CHECK(says("pfc set dev a prio-pfc-tx 8:on", 1,
		   "prio-pfc-tx: priority 8 is out of range 0..7"));
	CHECK(says("pfc set dev a prio-pfc-rx 1:yes", 1,
		   "prio-pfc-rx: '1:yes' " INVALID "priority:off|on"));
	CHECK(says("port set dev a overhead 257", 1, "overhead: 257 is out of range 0..256"));
	CHECK(says("port set dev a overhead -1", 1,
		   "overhead: '-1' " INVALID "a number of bytes (0..256)"));
	CHECK(says("port set dev a peer-rate 0", 1,
		   "peer-rate: 0 is out of range 1 Mb/s..1600 Gb/s" ADD_UNIT));
	CHECK(says("port set dev a peer-rate auto", 1,
		   "peer-rate: 'auto' " INVALID
		   "a rate like 100mbit or 2.5gbit, or own (1 Mb/s..1600 Gb/s)"));
}

static void test_refusals_of_watchdog(void)
{
	CHECK(says("watchdog set dev a", 2, "a: nothing to set" ADD_SETTING));
	CHECK(says("watchdog set detection-time 1s", 2, "dev: not given" ADD_DEV));
	CHECK(says("watchdog set dev a prio-watchdog 3", 1,
		   "prio-watchdog: '3' " INVALID "priority:off|on; fix: write 3:on or 3:off"));
	CHECK(says("watchdog set dev a prio-watchdog 8:on", 1,
		   "prio-watchdog: priority 8 is out of range 0..7"));
	CHECK(says("watchdog set dev a detection-time 100", 1,
		   "detection-time: '100' " INVALID
		   "a time like 100ms or 1.5s (1.00 ms..10.00 s)"));
	CHECK(says("watchdog set dev a detection-time 999us", 1,
		   "detection-time: 999us is out of range 1.00 ms..10.00 s"));
	CHECK(says("watchdog set dev a restoration-time no", 1,
		   "restoration-time: 'no' " INVALID
		   "a time like 100ms or 1.5s, manual, or auto (1.00 ms..60.00 s)"));
	CHECK(says("watchdog set dev a restoration-time 61s", 1,
		   "restoration-time: 61s is out of range 1.00 ms..60.00 s"));
	CHECK(says("watchdog set dev a restoration-time", 2,
		   "restoration-time: no value given; fix: add a value after restoration-time"));
	CHECK(says("watchdog set dev a action disable", 1,
		   "action: 'disable' " INVALID "drop, forward or alert"));
	CHECK(says("watchdog set dev a escalate-count 33", 1,
		   "escalate-count: 33 is out of range 1..32"));
	CHECK(says("watchdog set dev a escalate-count 0", 1,
		   "escalate-count: 0 is out of range 1..32"));
	CHECK(says("watchdog set dev a escalate-count many", 1,
		   "escalate-count: 'many' " INVALID "a number, or off (1..32)"));
	CHECK(says("watchdog set dev a escalate-period 3601s", 1,
		   "escalate-period: 3601s is out of range 1.00 ms..3600.00 s"));
	CHECK(says("watchdog set dev a xoff-timeout 11s", 1,
		   "xoff-timeout: 11s is out of range 1.00 ms..10.00 s"));
	CHECK(says("port set dev a port-group 256", 1,
		   "port-group: 256 is out of range 1..255"));
	CHECK(says("port set dev a port-group x", 1,
		   "port-group: 'x' " INVALID "a number, or none (1..255)"));
	CHECK(says("map set dev a bounce-prio 3:8", 1,
		   "bounce-prio: priority 8 is out of range 0..7"));
	CHECK(says("map set dev a bounce-dscp 3:64", 1,
		   "bounce-dscp: DSCP 64 is out of range 0..63"));
	CHECK(says("watchdog stop", 2,
		   "watchdog: unknown command 'stop'; expected: show set history clear mitigate release inject (pfcctl watchdog help)"
		   ));
}

static void test_refusals_of_prios(void)
{
	CHECK(says("watchdog clear prio 3", 2, "dev: not given" ADD_DEV));
	CHECK(says("stats clear prio 3", 2, "dev: not given" ADD_DEV));
	CHECK(says("stats clear dev a prio", 2,
		   "prio: no value given; fix: add a value after prio"));
	CHECK(says("stats clear dev a prio 3 prio 4", 2, "prio: given twice"));
	CHECK(says("watchdog mitigate dev a prio 8", 1, "prio: 8 is out of range 0..7"));
	CHECK(says("watchdog mitigate dev a prio 3,9", 1, "prio: 9 is out of range 0..7"));
	CHECK(says("watchdog release dev a prio 0-99999999999999999999", 1,
		   "prio: 18446744073709551615 is out of range 0..7"));
	CHECK(says("watchdog release dev a prio 4-3", 1,
		   "prio: range 4-3 is reversed; must be 3-4"));
	CHECK(says("watchdog release dev a prio 3,", 1,
		   "prio: '3,' " INVALID "a list like 3,4 or 0-3, or all (0..7)"));
	CHECK(says("watchdog release dev a prio 3-", 1,
		   "prio: '3-' " INVALID "a list like 3,4 or 0-3, or all (0..7)"));
	CHECK(says("watchdog release dev a prio ,3", 1,
		   "prio: ',3' " INVALID "a list like 3,4 or 0-3, or all (0..7)"));
	CHECK(says("watchdog release dev a prio 3:4", 1,
		   "prio: '3:4' " INVALID "a list like 3,4 or 0-3, or all (0..7)"));
	CHECK(says("watchdog inject prio 3 on", 2, "dev: not given" ADD_DEV));
	CHECK(says("watchdog inject dev a on", 2, "prio: not given; fix: add prio PRIOS, like 3"));
	CHECK(says("watchdog inject dev a prio 3", 2, "on or off: not given; fix: add on or off"));
	CHECK(says("watchdog inject dev a prio 3 on off", 2,
		   "off: cannot be combined with on"));
	CHECK(says("watchdog inject dev a prio 3 maybe", 2,
		   "unknown word 'maybe'; expected: dev prio on off"));
}

static bool splits(const char *line, int n)
{
	char *words[BATCH_WORDS], *text = strdup(line);
	bool ok = batch_split(text, words) == n;

	free(text);
	return ok;
}

static void test_split(void)
{
	char many[2 * BATCH_WORDS + 3];
	int i;

	CHECK(splits("", 0));
	CHECK(splits(" \t\r\n", 0));
	CHECK(splits("# port", 0));
	CHECK(splits("\tport  show\n", 2));
	CHECK(splits("port show # dev a", 2));
	CHECK(splits("port sh#w", 2));
	for (i = 0; i <= BATCH_WORDS; i++)
		memcpy(many + 2 * i, "a ", 3);
	CHECK(splits(many, -1));
	many[2 * BATCH_WORDS] = '\0';
	CHECK(splits(many, BATCH_WORDS));
}

/* Parses an ack in the format of the kernel; returns the extracted message */
static const char *extack_of(uint16_t flags, size_t echoed, const char *text)
{
	static struct ctx ctx;
	struct message msg;
	struct nlmsgerr *ack;

	mnl_nlmsg_put_header(&msg);
	msg.hdr.nlmsg_type = NLMSG_ERROR;
	msg.hdr.nlmsg_flags = flags;
	ack = mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(*ack) + echoed);
	ack->msg.nlmsg_len = sizeof(ack->msg) + 8;
	mnl_attr_put_u32(&msg.hdr, NLMSGERR_ATTR_OFFS, 20);
	mnl_attr_put_strz(&msg.hdr, NLMSGERR_ATTR_MSG, text);
	nl_read_extack(&ctx, &msg.hdr);
	return ctx.extack;
}

/* Parses an ack for a number of a request, with the range of its policy; returns the message */
static const char *refusal_of(const struct message *request, const struct nlattr *number)
{
	static struct ctx ctx;
	struct nlattr *policy;
	struct message msg;

	mnl_nlmsg_put_header(&msg);
	msg.hdr.nlmsg_type = NLMSG_ERROR;
	msg.hdr.nlmsg_flags = NLM_F_CAPPED | NLM_F_ACK_TLVS;
	mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(struct nlmsgerr));
	mnl_attr_put_strz(&msg.hdr, NLMSGERR_ATTR_MSG, "integer out of range");
	mnl_attr_put_u32(&msg.hdr, NLMSGERR_ATTR_OFFS, (char *)number - request->buf);
	policy = mnl_attr_nest_start(&msg.hdr, NLMSGERR_ATTR_POLICY);
	mnl_attr_put_u64(&msg.hdr, NL_POLICY_TYPE_ATTR_MIN_VALUE_U, 1);
	mnl_attr_put_u64(&msg.hdr, NL_POLICY_TYPE_ATTR_MAX_VALUE_U, 7);
	mnl_attr_nest_end(&msg.hdr, policy);
	ctx.request = &request->hdr;
	nl_read_extack(&ctx, &msg.hdr);
	return ctx.extack;
}

/* The kernel does not say which number of a request it refuses in words: the tool does */
static void test_refused(void)
{
	struct nlattr *batch, *nest, *alpha, *group;
	struct message request;

	mnl_nlmsg_put_header(&request);
	mnl_nlmsg_put_extra_header(&request.hdr, GENL_HDRLEN);
	batch = mnl_nlmsg_get_payload_tail(&request.hdr);
	mnl_attr_put_u32(&request.hdr, PFC_A_BATCH, 8);
	nest = mnl_attr_nest_start(&request.hdr, PFC_A_QUEUE);
	mnl_attr_put_u8(&request.hdr, PFC_QUEUE_A_ID, 1);
	alpha = mnl_nlmsg_get_payload_tail(&request.hdr);
	mnl_attr_put_u32(&request.hdr, PFC_QUEUE_A_ALPHA, 999);
	mnl_attr_nest_end(&request.hdr, nest);
	group = mnl_nlmsg_get_payload_tail(&request.hdr);
	mnl_attr_put_u8(&request.hdr, PFC_A_PG, 1);
	CHECK(!strcmp(refusal_of(&request, batch), "batch: 8 is out of range 1..7"));
	CHECK(!strcmp(refusal_of(&request, alpha), "alpha: 999 is out of range 1..7"));
	CHECK(!strcmp(refusal_of(&request, group), "integer out of range"));
}

static void test_extack(void)
{
	const uint16_t capped = NLM_F_CAPPED | NLM_F_ACK_TLVS;
	char text[400];

	CHECK(!strcmp(extack_of(capped, 0, "no"), "no"));
	CHECK(!strcmp(extack_of(NLM_F_ACK_TLVS, 8, "no"), "no"));
	CHECK(!strcmp(extack_of(NLM_F_CAPPED, 0, "no"), ""));
	CHECK(!strcmp(extack_of(0, 8, "no"), ""));
	CHECK(!strcmp(extack_of(capped, 0, "a\nb"), "a\nb"));
	memset(text, 'a', sizeof(text));
	text[399] = '\0';
	CHECK(strlen(extack_of(capped, 0, text)) == 255);
}

/* A change of the whole DSCP map and of all PGs takes less than half of the message buffer */
static void test_longest(void)
{
	char line[] = "dev abcdefghijklmno dscp-prio zero pg all xoff 1 limit 2";
	struct ctx ctx = { .err = stderr };
	char *words[BATCH_WORDS];
	struct args args = { batch_split(line, words), words };
	const struct nlattr *attr;
	unsigned int pgs = 0;
	struct change c;

	CHECK(change_read(&ctx, &args, port_settings_all(), &c) == STATUS_OK);
	CHECK(c.msg.hdr.nlmsg_len < sizeof(c.msg.buf) / 2);
	CHECK(c.msg.hdr.nlmsg_flags == (NLM_F_REQUEST | NLM_F_ACK));
	mnl_attr_for_each(attr, &c.msg.hdr, sizeof(struct genlmsghdr))
		pgs += mnl_attr_get_type(attr) == PFC_A_PG;
	CHECK(pgs == PFC_PRIO_COUNT);
}

/**
 * test_line() - test whole commands
 */
void test_line(void)
{
	test_refusals();
	test_refusals_of_keywords();
	test_refusals_of_devices();
	test_refusals_of_names();
	test_refusals_of_buffers();
	test_refusals_of_classes();
	test_refusals_of_maps();
	test_refusals_of_watchdog();
	test_refusals_of_prios();
	test_split();
	test_extack();
	test_refused();
	test_longest();
}
