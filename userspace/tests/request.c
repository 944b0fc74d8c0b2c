// SPDX-License-Identifier: GPL-2.0-only
/*
 * What commands ask of the kernel, attribute by attribute.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

/**
 * struct word - a command or an attribute
 * @number: the number
 * @name: its name
 * @is_text: it is a string
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
	{ 0 }
};

static const struct word attrs[] = {
	TEXT(PFC_A_, IFNAME), NUMBER(PFC_A_, RATE), NUMBER(PFC_A_, CABLE_DELAY),
	NUMBER(PFC_A_, BATCH), NUMBER(PFC_A_, PG), NUMBER(PFC_A_, QUEUE),
	TEXT(PFC_A_, POOL_NAME), NUMBER(PFC_A_, POOL_SIZE),
	NUMBER(PFC_A_, POOL_HEADROOM_RATIO), TEXT(PFC_A_, PROFILE_NAME),
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
	NUMBER(PFC_QUEUE_A_, ALPHA),
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

/* NAME=VALUE with the size of a number in bytes as suffix, NAME[...] */
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
			write_attr(to, inner, type == PFC_A_PG ? pg_attrs : queue_attrs);
		fputs(" ]", to);
	} else if (word->is_text) {
		fprintf(to, "='%s'", mnl_attr_get_str(attr));
	} else {
		memcpy(&value, mnl_attr_get_payload(attr), len < 8 ? len : 8);
		fprintf(to, "=%llu/%u", (unsigned long long)value, len);
	}
}

static bool sends(const char *line, const char *expect)
{
	static const struct ctx plain;
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.asked.hdr);
	char got[1024] = "", *out, *err;
	FILE *to = fmemopen(got, sizeof(got), "w");
	const struct nlattr *attr;
	int status;
	bool ok;

	kernel = (struct kernel){ 0 };
	status = kernel_run(&plain, line, &out, &err);
	if (kernel.requests) {
		fputs(find(commands, genl->cmd)->name, to);
		mnl_attr_for_each(attr, &kernel.asked.hdr, sizeof(*genl))
			write_attr(to, attr, attrs);
	}
	fclose(to);
	ok = status == STATUS_OK && !*out && !*err && kernel.requests == 1 &&
	     kernel.asked.hdr.nlmsg_flags == (NLM_F_REQUEST | NLM_F_ACK) &&
	     !strcmp(got, expect);
	if (!ok)
		printf("status %d %s%s\ngot:  %s\nwant: %s\n", status, out, err, got,
		       expect);
	free(out);
	free(err);
	return ok;
}

/* A command, and the request that it becomes */
static const struct {
	const char	*line;
	const char	*request;
} examples[] = {
	{
		"pool set size 24M",
		"POOL_SET POOL_SIZE=25165824/4",
	}, {
		"pool set gold headroom-ratio 4",
		"POOL_SET POOL_NAME='gold' POOL_HEADROOM_RATIO=4/4",
	}, {
		"pool add a.b-c_D size 1M headroom-ratio 256",
		"POOL_NEW POOL_NAME='a.b-c_D' POOL_SIZE=1048576/4 POOL_HEADROOM_RATIO=256/4",
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
		"pg set dev p pg 0 headroom 64K",
		"PORT_SET IFNAME='p' PG[ ID=0/1 HEADROOM=65536/4 ]",
	}, {
		"port set dev p cable-length 300m batch 0",
		"PORT_SET IFNAME='p' CABLE_DELAY=1500/4 BATCH=0/4",
	}, {
		"port set dev p cable-delay 1us rate unlimited",
		"PORT_SET IFNAME='p' CABLE_DELAY=1000/4 RATE=0/8",
	}, {
		"queue set dev p queue 2 limit none alpha 1/2",
		"PORT_SET IFNAME='p' QUEUE[ ID=2/1 LIMIT=0/4 ALPHA=32/4 ]",
	}, {
		"queue set dev p queue 0 alpha off limit 1M",
		"PORT_SET IFNAME='p' QUEUE[ ID=0/1 LIMIT=1048576/4 ALPHA=0/4 ]",
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
	},
};

/**
 * test_request() - what is sent
 */
void test_request(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(examples); i++)
		verdict(sends(examples[i].line, examples[i].request), __FILE__,
			__LINE__, examples[i].line);
}
