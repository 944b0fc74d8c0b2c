// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of lines of words, and of extended acks.
 */
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include "netlink.h"
#include "setting.h"
#include "test.h"

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
 * test_line() - test lines of words, and extended acks
 */
void test_line(void)
{
	test_split();
	test_extack();
	test_refused();
	test_longest();
}
