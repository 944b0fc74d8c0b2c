// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the requests that commands send, attribute by attribute.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

/**
 * struct word - name of a netlink command or attribute
 * @number: the command or attribute
 * @name: the name
 * @is_text: the attribute is a string
 */
struct word {
	uint16_t	number;
	const char	*name;
	bool		is_text;
};

#define NUMBER(prefix, name)	{ prefix##name, #name, false }
#define TEXT(prefix, name)	{ prefix##name, #name, true }

static const struct word commands[] = {
	NUMBER(PFC_CMD_, PORT_SET), NUMBER(PFC_CMD_, POOL_SET),
	NUMBER(PFC_CMD_, POOL_NEW), NUMBER(PFC_CMD_, POOL_DEL),
	NUMBER(PFC_CMD_, PROFILE_SET), NUMBER(PFC_CMD_, PROFILE_NEW),
	NUMBER(PFC_CMD_, PROFILE_DEL), NUMBER(PFC_CMD_, WATERMARK_CLEAR),
	NUMBER(PFC_CMD_, STATS_CLEAR), NUMBER(PFC_CMD_, WATCHDOG_CLEAR),
	NUMBER(PFC_CMD_, WATCHDOG_MITIGATE), NUMBER(PFC_CMD_, WATCHDOG_INJECT),
	NUMBER(PFC_CMD_, IMPAIR_SET), NUMBER(PFC_CMD_, IMPAIR_DEL),
	{ 0 }
};

static const struct word attrs[] = {
	TEXT(PFC_A_, IFNAME), NUMBER(PFC_A_, RATE), NUMBER(PFC_A_, CABLE_DELAY),
	NUMBER(PFC_A_, BATCH), NUMBER(PFC_A_, PG), NUMBER(PFC_A_, QUEUE),
	TEXT(PFC_A_, POOL_NAME), NUMBER(PFC_A_, POOL_SIZE),
	NUMBER(PFC_A_, POOL_OVERSUBSCRIBE_RATIO), TEXT(PFC_A_, PROFILE_NAME),
	NUMBER(PFC_A_, MAP_ENTRY), NUMBER(PFC_A_, DSCP_PRIO), NUMBER(PFC_A_, PRIO_PFC),
	NUMBER(PFC_A_, PRIO_PFC_TX), NUMBER(PFC_A_, PRIO_PFC_RX),
	NUMBER(PFC_A_, FLOW_CONTROL), NUMBER(PFC_A_, PEER_RATE),
	NUMBER(PFC_A_, OVERHEAD), NUMBER(PFC_A_, TRUST), NUMBER(PFC_A_, PCP_PRIO),
	NUMBER(PFC_A_, ETHTYPE_PRIO), NUMBER(PFC_A_, FLOOD_PRIO),
	NUMBER(PFC_A_, FLOOD_LOSSLESS), NUMBER(PFC_A_, PRIO_SOURCE),
	NUMBER(PFC_A_, PRIO_DSCP), NUMBER(PFC_A_, PRIO_PCP), NUMBER(PFC_A_, PRIO_TC),
	NUMBER(PFC_A_, TC), NUMBER(PFC_A_, PRIO_WATCHDOG),
	NUMBER(PFC_A_, DETECTION_TIME), NUMBER(PFC_A_, RESTORATION_TIME),
	NUMBER(PFC_A_, WATCHDOG_ACTION), NUMBER(PFC_A_, ESCALATE_COUNT),
	NUMBER(PFC_A_, ESCALATE_PERIOD), NUMBER(PFC_A_, XOFF_TIMEOUT),
	NUMBER(PFC_A_, XOFF_WARN), NUMBER(PFC_A_, PORT_GROUP),
	NUMBER(PFC_A_, BOUNCE_PRIO), NUMBER(PFC_A_, BOUNCE_DSCP),
	NUMBER(PFC_A_, PRIOS), NUMBER(PFC_A_, ON), NUMBER(PFC_A_, CONTROL_PRIO),
	NUMBER(PFC_A_, LATENCY), NUMBER(PFC_A_, APP_REWRITE),
	NUMBER(PFC_A_, IMPAIR), NUMBER(PFC_A_, IMPAIR_SEED),
	{ 0 }
};

static const struct word map_attrs[] = {
	NUMBER(PFC_MAP_A_, KEY), NUMBER(PFC_MAP_A_, VALUE), NUMBER(PFC_MAP_A_, KEY16),
	{ 0 }
};

static const struct word tc_attrs[] = {
	NUMBER(PFC_TC_A_, ID), NUMBER(PFC_TC_A_, TSA), NUMBER(PFC_TC_A_, BW),
	NUMBER(PFC_TC_A_, RATE),
	{ 0 }
};

static const struct word pg_attrs[] = {
	NUMBER(PFC_PG_A_, ID), NUMBER(PFC_PG_A_, XOFF), NUMBER(PFC_PG_A_, HEADROOM),
	NUMBER(PFC_PG_A_, LIMIT), NUMBER(PFC_PG_A_, MIN), NUMBER(PFC_PG_A_, ALPHA),
	TEXT(PFC_PG_A_, POOL), TEXT(PFC_PG_A_, PROFILE),
	NUMBER(PFC_PG_A_, HEADROOM_AUTO),
	{ 0 }
};

static const struct word queue_attrs[] = {
	NUMBER(PFC_QUEUE_A_, ID), NUMBER(PFC_QUEUE_A_, LIMIT),
	NUMBER(PFC_QUEUE_A_, ALPHA), NUMBER(PFC_QUEUE_A_, ECN_KMIN),
	NUMBER(PFC_QUEUE_A_, ECN_KMAX), NUMBER(PFC_QUEUE_A_, ECN_PMAX),
	{ 0 }
};

static const struct word impair_attrs[] = {
	NUMBER(PFC_IMPAIR_A_, ID), NUMBER(PFC_IMPAIR_A_, LOSS), NUMBER(PFC_IMPAIR_A_, CE),
	NUMBER(PFC_IMPAIR_A_, DELAY), NUMBER(PFC_IMPAIR_A_, PFC_CORRUPT),
	NUMBER(PFC_IMPAIR_A_, PFC_DELAY), NUMBER(PFC_IMPAIR_A_, XOFF_DUTY),
	NUMBER(PFC_IMPAIR_A_, XOFF_PERIOD),
	{ 0 }
};

static const struct word *find(const struct word *words, uint16_t number)
{
	static const struct word none = { 0, "?", false };

	for (; words->name; words++)
		if (words->number == number)
			return words;
	return &none;
}

/* Return: the attributes that a nest may contain */
static const struct word *words_in(uint16_t type)
{
	switch (type) {
	case PFC_A_PG:
		return pg_attrs;
	case PFC_A_QUEUE:
		return queue_attrs;
	case PFC_A_TC:
		return tc_attrs;
	case PFC_A_IMPAIR:
		return impair_attrs;
	case PFC_A_MAP_ENTRY:
		return map_attrs;
	}
	return attrs;
}

/* Writes NAME=VALUE/SIZE for a number (SIZE in bytes), NAME='TEXT' for a string, NAME[...] */
static void write_attr(FILE *to, const struct nlattr *attr, const struct word *words)
{
	const uint16_t type = mnl_attr_get_type(attr);
	const uint16_t len = mnl_attr_get_payload_len(attr);
	const struct word *word = find(words, type);
	const struct nlattr *inner;
	uint64_t value = 0;

	fprintf(to, " %s", word->name);
	if (attr->nla_type & NLA_F_NESTED) {
		fputc('[', to);
		mnl_attr_for_each_nested(inner, attr)
			write_attr(to, inner, words_in(type));
		fputs(" ]", to);
	} else if (word->is_text) {
		fprintf(to, "='%s'", mnl_attr_get_str(attr));
	} else {
		memcpy(&value, mnl_attr_get_payload(attr), len < 8 ? len : 8);
		fprintf(to, "=%llu/%u", (unsigned long long)value, len);
	}
}

/* The only device with a name that is an abbreviation */
static unsigned int find_device(const char *name)
{
	return !strcmp(name, "de");
}

static bool sends(const char *line, const char *expect)
{
	static const struct ctx plain;
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	char got[2048] = "", *out, *err;
	FILE *to = fmemopen(got, sizeof(got), "w");
	const struct nlattr *attr;
	int status;
	bool ok;

	kernel = (struct kernel){ .index = find_device };
	status = kernel_run(&plain, line, &out, &err);
	if (kernel.requests) {
		fputs(find(commands, genl->cmd)->name, to);
		mnl_attr_for_each(attr, &kernel.last_request.hdr, sizeof(*genl))
			write_attr(to, attr, attrs);
	}
	fclose(to);
	ok = status == STATUS_OK && !*out && !*err && kernel.requests == 1 &&
	     kernel.last_request.hdr.nlmsg_flags == (NLM_F_REQUEST | NLM_F_ACK) &&
	     !strcmp(got, expect);
	if (!ok)
		printf("status %d %s%s\ngot:  %s\nwant: %s\n", status, out, err, got,
		       expect);
	free(out);
	free(err);
	return ok;
}

/* Commands and the requests that they must send */
static const struct {
	const char	*line;
	const char	*request;
} examples[] = {
	{
		"pool set size 24M",
		"POOL_SET POOL_SIZE=25165824/4",
	}, {
		"pool set gold oversubscribe-ratio 4",
		"POOL_SET POOL_NAME='gold' POOL_OVERSUBSCRIBE_RATIO=4/4",
	}, {
		"pool add a.b-c_D size 1M oversubscribe-ratio 256",
		"POOL_NEW POOL_NAME='a.b-c_D' POOL_SIZE=1048576/4 POOL_OVERSUBSCRIBE_RATIO=256/4",
	}, {
		"pool del abcdefghijklmnopqrstuvwxyz01234",
		"POOL_DEL POOL_NAME='abcdefghijklmnopqrstuvwxyz01234'",
	}, {
		"profile add a",
		"PROFILE_NEW PROFILE_NAME='a'",
	}, {
		"profile add a headroom auto alpha 1/8 pool gold min 10K",
		"PROFILE_NEW PROFILE_NAME='a' PG[ MIN=10240/4 ALPHA=8/4 POOL='gold' HEADROOM_AUTO=1/1 ]",
	}, {
		"profile set a limit 1K",
		"PROFILE_SET PROFILE_NAME='a' PG[ LIMIT=1024/4 ]",
	}, {
		"profile del a",
		"PROFILE_DEL PROFILE_NAME='a'",
	}, {
		"pg set dev p pg 3 pool gold profile none",
		"PORT_SET IFNAME='p' PG[ ID=3/1 POOL='gold' PROFILE='' ]",
	}, {
		"pg set dev p pg 7 headroom auto",
		"PORT_SET IFNAME='p' PG[ ID=7/1 HEADROOM_AUTO=1/1 ]",
	}, {
		"pg set dev p pg 7 headroom default",
		"PORT_SET IFNAME='p' PG[ ID=7/1 HEADROOM_AUTO=2/1 ]",
	}, {
		"pg set dev p pg 0 headroom 64K",
		"PORT_SET IFNAME='p' PG[ ID=0/1 HEADROOM=65536/4 ]",
	}, {
		"port set dev p cable-length 300m batch 0",
		"PORT_SET IFNAME='p' CABLE_DELAY=1500/4 BATCH=0/4",
	}, {
		"port set dev p cable-delay 1us rate unlimited",
		"PORT_SET IFNAME='p' CABLE_DELAY=1000/4 RATE=0/8",
	}, {
		"port set dev p latency 2.5ms",
		"PORT_SET IFNAME='p' LATENCY=2500000/4",
	}, {
		"port set dev p latency none",
		"PORT_SET IFNAME='p' LATENCY=0/4",
	}, {
		"map set dev p control-prio 0",
		"PORT_SET IFNAME='p' CONTROL_PRIO=0/1",
	}, {
		"map set dev p control-prio none ethtype-prio 0x0806:5",
		"PORT_SET IFNAME='p' CONTROL_PRIO=255/1 ETHTYPE_PRIO[ MAP_ENTRY[ KEY16=2054/2 VALUE=5/1 ] ]",
	}, {
		"queue set dev p queue 2 limit none alpha 1/2",
		"PORT_SET IFNAME='p' QUEUE[ ID=2/1 LIMIT=0/4 ALPHA=32/4 ]",
	}, {
		"queue set dev p queue 0 alpha off limit 1M",
		"PORT_SET IFNAME='p' QUEUE[ ID=0/1 LIMIT=1048576/4 ALPHA=0/4 ]",
	}, {
		"queue set dev p queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 0.5%",
		"PORT_SET IFNAME='p' QUEUE[ ID=3/1 ECN_KMIN=5120/4 ECN_KMAX=204800/4 ECN_PMAX=5000/4 ]",
	}, {
		"queue set dev p queue 3 ecn-kmax off ecn-kmin 1M",
		"PORT_SET IFNAME='p' QUEUE[ ID=3/1 ECN_KMIN=1048576/4 ECN_KMAX=0/4 ]",
	}, {
		"port set dev p peer-rate 2.5gbit overhead 0",
		"PORT_SET IFNAME='p' PEER_RATE=2500000000/8 OVERHEAD=0/4",
	}, {
		"port set dev p peer-rate own overhead 256",
		"PORT_SET IFNAME='p' PEER_RATE=0/8 OVERHEAD=256/4",
	}, {
		"pfc set dev p prio-pfc all:off flow-control pause",
		"PORT_SET IFNAME='p' PRIO_PFC[ MAP_ENTRY[ KEY=0/1 VALUE=0/1 ] MAP_ENTRY[ KEY=1/1 VALUE=0/1 ] MAP_ENTRY[ KEY=2/1 VALUE=0/1 ] MAP_ENTRY[ KEY=3/1 VALUE=0/1 ] MAP_ENTRY[ KEY=4/1 VALUE=0/1 ] MAP_ENTRY[ KEY=5/1 VALUE=0/1 ] MAP_ENTRY[ KEY=6/1 VALUE=0/1 ] MAP_ENTRY[ KEY=7/1 VALUE=0/1 ] ] FLOW_CONTROL=1/1",
	}, {
		"pfc set dev p flow-control none",
		"PORT_SET IFNAME='p' FLOW_CONTROL=0/1",
	}, {
		"pfc set dev p prio-pfc-tx 3:on prio-pfc-rx 4-5:off flow-control pfc",
		"PORT_SET IFNAME='p' PRIO_PFC_TX[ MAP_ENTRY[ KEY=3/1 VALUE=1/1 ] ] PRIO_PFC_RX[ MAP_ENTRY[ KEY=4/1 VALUE=0/1 ] MAP_ENTRY[ KEY=5/1 VALUE=0/1 ] ] FLOW_CONTROL=2/1",
	}, {
		"map set dev p trust none",
		"PORT_SET IFNAME='p' TRUST=0/1",
	}, {
		"map set dev p trust pcp,dscp pcp-prio 7:0 6:1",
		"PORT_SET IFNAME='p' TRUST=4/1 PCP_PRIO[ MAP_ENTRY[ KEY=6/1 VALUE=1/1 ] MAP_ENTRY[ KEY=7/1 VALUE=0/1 ] ]",
	}, {
		"map set dev p ethtype-prio 0x8906:3 0x0600:7 0xFFFF:none 0X8906:4",
		"PORT_SET IFNAME='p' ETHTYPE_PRIO[ MAP_ENTRY[ KEY16=35078/2 VALUE=4/1 ] MAP_ENTRY[ KEY16=1536/2 VALUE=7/1 ] MAP_ENTRY[ KEY16=65535/2 VALUE=255/1 ] ]",
	}, {
		"map set dev p flood-prio 0:0 1-2:1 7:none flood-lossless drop",
		"PORT_SET IFNAME='p' FLOOD_PRIO[ MAP_ENTRY[ KEY=0/1 VALUE=0/1 ] MAP_ENTRY[ KEY=1/1 VALUE=1/1 ] MAP_ENTRY[ KEY=2/1 VALUE=1/1 ] MAP_ENTRY[ KEY=7/1 VALUE=255/1 ] ] FLOOD_LOSSLESS=1/1",
	}, {
		"map set dev p flood-lossless forward prio-source skb",
		"PORT_SET IFNAME='p' FLOOD_LOSSLESS=0/1 PRIO_SOURCE=1/1",
	}, {
		"map set dev p app-rewrite on",
		"PORT_SET IFNAME='p' APP_REWRITE=1/1",
	}, {
		"map set dev p app-rewrite off",
		"PORT_SET IFNAME='p' APP_REWRITE=0/1",
	}, {
		"map set dev p prio-source packet prio-dscp 3:63 4:none prio-pcp 3:7 4:none",
		"PORT_SET IFNAME='p' PRIO_SOURCE=0/1 PRIO_DSCP[ MAP_ENTRY[ KEY=3/1 VALUE=63/1 ] MAP_ENTRY[ KEY=4/1 VALUE=255/1 ] ] PRIO_PCP[ MAP_ENTRY[ KEY=3/1 VALUE=7/1 ] MAP_ENTRY[ KEY=4/1 VALUE=255/1 ] ]",
	}, {
		"ets set dev p prio-tc 6-7:7",
		"PORT_SET IFNAME='p' PRIO_TC[ MAP_ENTRY[ KEY=6/1 VALUE=7/1 ] MAP_ENTRY[ KEY=7/1 VALUE=7/1 ] ]",
	}, {
		"ets set dev p tc-tsa 0-1:ets 7:strict tc-bw 0:40 1:60% tc-maxrate 7:100mbit",
		"PORT_SET IFNAME='p' TC[ ID=0/1 TSA=1/1 BW=40/1 ] TC[ ID=1/1 TSA=1/1 BW=60/1 ] TC[ ID=7/1 TSA=0/1 RATE=100000000/8 ]",
	}, {
		"ets set dev p tc-maxrate 2:unlimited tc-bw 3:0 3:100",
		"PORT_SET IFNAME='p' TC[ ID=2/1 RATE=0/8 ] TC[ ID=3/1 BW=100/1 ]",
	}, {
		"watermark clear",
		"WATERMARK_CLEAR",
	}, {
		"watermark clear pool gold",
		"WATERMARK_CLEAR POOL_NAME='gold'",
	}, {
		"watermark clear dev p",
		"WATERMARK_CLEAR IFNAME='p'",
	}, {
		"watermark clear dev p queue 1 pg 3",
		"WATERMARK_CLEAR IFNAME='p' PG[ ID=3/1 ] QUEUE[ ID=1/1 ]",
	}, {
		"watermark clear dev p queue all",
		"WATERMARK_CLEAR IFNAME='p' QUEUE[ ID=0/1 ] QUEUE[ ID=1/1 ] QUEUE[ ID=2/1 ] QUEUE[ ID=3/1 ] QUEUE[ ID=4/1 ] QUEUE[ ID=5/1 ] QUEUE[ ID=6/1 ] QUEUE[ ID=7/1 ]",
	}, {
		"port set dev p port-group 255",
		"PORT_SET IFNAME='p' PORT_GROUP=255/4",
	}, {
		"port set dev p port-group none",
		"PORT_SET IFNAME='p' PORT_GROUP=0/4",
	}, {
		"map set dev p bounce-prio 3:4 7:none bounce-dscp 3:63",
		"PORT_SET IFNAME='p' BOUNCE_PRIO[ MAP_ENTRY[ KEY=3/1 VALUE=4/1 ] MAP_ENTRY[ KEY=7/1 VALUE=255/1 ] ] BOUNCE_DSCP[ MAP_ENTRY[ KEY=3/1 VALUE=63/1 ] ]",
	}, {
		"watchdog set dev p prio-watchdog 3-4:on detection-time 1ms restoration-time auto action drop",
		"PORT_SET IFNAME='p' PRIO_WATCHDOG[ MAP_ENTRY[ KEY=3/1 VALUE=1/1 ] MAP_ENTRY[ KEY=4/1 VALUE=1/1 ] ] DETECTION_TIME=1000000/8 RESTORATION_TIME=0/8 WATCHDOG_ACTION=0/1",
	}, {
		"watchdog set dev p detection-time 10s restoration-time manual action forward",
		"PORT_SET IFNAME='p' DETECTION_TIME=10000000000/8 RESTORATION_TIME=18446744073709551615/8 WATCHDOG_ACTION=1/1",
	}, {
		"watchdog set dev p restoration-time 60s action alert escalate-count 32 escalate-period 3600s",
		"PORT_SET IFNAME='p' RESTORATION_TIME=60000000000/8 WATCHDOG_ACTION=2/1 ESCALATE_COUNT=32/4 ESCALATE_PERIOD=3600000000000/8",
	}, {
		"watchdog set dev p escalate-count off xoff-timeout 1.5ms",
		"PORT_SET IFNAME='p' ESCALATE_COUNT=0/4 XOFF_TIMEOUT=1500000/8",
	}, {
		"watchdog set dev p xoff-timeout off",
		"PORT_SET IFNAME='p' XOFF_TIMEOUT=0/8",
	}, {
		"watchdog clear",
		"WATCHDOG_CLEAR",
	}, {
		"watchdog clear dev p prio 0-2,4,7",
		"WATCHDOG_CLEAR IFNAME='p' PRIOS=151/1",
	}, {
		"watchdog mitigate",
		"WATCHDOG_MITIGATE ON=1/1",
	}, {
		"watchdog mitigate dev p prio all",
		"WATCHDOG_MITIGATE IFNAME='p' PRIOS=255/1 ON=1/1",
	}, {
		"watchdog release dev p",
		"WATCHDOG_MITIGATE IFNAME='p' ON=0/1",
	}, {
		"watchdog inject dev p prio 3,4 on",
		"WATCHDOG_INJECT IFNAME='p' PRIOS=24/1 ON=1/1",
	}, {
		"watchdog inject off prio 3 dev p",
		"WATCHDOG_INJECT ON=0/1 PRIOS=8/1 IFNAME='p'",
	}, {
		"impair set dev p prio 3 loss 0.1% ce 1% delay 10us pfc-corrupt 100% pfc-delay 5us xoff-duty 20%/1ms seed 7",
		"IMPAIR_SET IFNAME='p' IMPAIR_SEED=7/4 IMPAIR[ ID=3/1 LOSS=1000/4 CE=10000/4 DELAY=10000/4 PFC_CORRUPT=1000000/4 PFC_DELAY=5000/4 XOFF_DUTY=200000/4 XOFF_PERIOD=1000000/4 ]",
	}, {
		"impair set p1 loss off prio 0-1",
		"IMPAIR_SET IFNAME='p1' IMPAIR[ ID=0/1 LOSS=0/4 ] IMPAIR[ ID=1/1 LOSS=0/4 ]",
	}, {
		"impair set p1 xoff-duty off prio 7",
		"IMPAIR_SET IFNAME='p1' IMPAIR[ ID=7/1 XOFF_DUTY=0/4 ]",
	}, {
		"impair off",
		"IMPAIR_DEL",
	}, {
		"impair del dev p prio 3-4",
		"IMPAIR_DEL IFNAME='p' PRIOS=24/1",
	}, {
		"stats clear",
		"STATS_CLEAR",
	}, {
		"stats clear dev p prio 5",
		"STATS_CLEAR IFNAME='p' PRIOS=32/1",
	},
	/* Settings of all objects in one request */
	{
		"port set p1 rate 1gbit prio-pfc 3:on pg 3 headroom auto min 1K trust pcp tc-bw 3:50 action alert",
		"PORT_SET IFNAME='p1' RATE=1000000000/8 PRIO_PFC[ MAP_ENTRY[ KEY=3/1 VALUE=1/1 ] ] TRUST=2/1 WATCHDOG_ACTION=2/1 PG[ ID=3/1 MIN=1024/4 HEADROOM_AUTO=1/1 ] TC[ ID=3/1 BW=50/1 ]",
	},
	/* Abbreviations, and devices without the keyword dev */
	{
		"po se dev p rate 1gbit",
		"PORT_SET IFNAME='p' RATE=1000000000/8",
	}, {
		"watchd se dev p det 1ms a forward",
		"PORT_SET IFNAME='p' DETECTION_TIME=1000000/8 WATCHDOG_ACTION=1/1",
	}, {
		"pg set dev p pg 3 xoff 1K head auto",
		"PORT_SET IFNAME='p' PG[ ID=3/1 XOFF=1024/4 HEADROOM_AUTO=1/1 ]",
	}, {
		"poo a gold si 1M ov 2",
		"POOL_NEW POOL_NAME='gold' POOL_SIZE=1048576/4 POOL_OVERSUBSCRIBE_RATIO=2/4",
	}, {
		"port set p1 rate 1gbit",
		"PORT_SET IFNAME='p1' RATE=1000000000/8",
	}, {
		"pg set pg0 pg 3 xoff 1K",
		"PORT_SET IFNAME='pg0' PG[ ID=3/1 XOFF=1024/4 ]",
	}, {
		"pg set pg 3 dev pg xoff 1K",
		"PORT_SET IFNAME='pg' PG[ ID=3/1 XOFF=1024/4 ]",
	}, {
		"stats clear uplink prio 5",
		"STATS_CLEAR IFNAME='uplink' PRIOS=32/1",
	}, {
		"watchdog mitigate de",
		"WATCHDOG_MITIGATE IFNAME='de' ON=1/1",
	}, {
		"watchdog inject dev on prio 3 on",
		"WATCHDOG_INJECT IFNAME='on' PRIOS=8/1 ON=1/1",
	},
};

/**
 * test_request() - test the requests of commands
 */
void test_request(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(examples); i++)
		verdict(sends(examples[i].line, examples[i].request), __FILE__,
			__LINE__, examples[i].line);
}
