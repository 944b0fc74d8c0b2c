// SPDX-License-Identifier: GPL-2.0-only
/*
 * nlraw - sends requests of the family "pfc" exactly as they are written
 *
 * One request a line on standard input, one line of answer each: "ok N SUM", with
 * the number of messages that the kernel sent back and a checksum of what they
 * say, or "ERRNO TEXT", with what its extended ack says, "-" if that is nothing.
 *
 *	COMMAND[|dump] [ATTRIBUTE]...
 *
 * An attribute is TYPE=u8:N, u16:N, u32:N, u64:N, str:TEXT, hex:BYTES or flag;
 * "TYPE={ ATTRIBUTE... }" is a nest, and so is "TYPE=[ ATTRIBUTE... ]", but it
 * does not say that it is one; +TYPE sets the flag of a nest on what is none.
 * "raw:BYTES" is appended as it stands.  Names are those of <linux/pfc.h>
 * without "PFC_", in any case; numbers do too.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../uapi/linux/pfc.h"
#include "common.h"
#include "options.h"

#define MESSAGE_MAX	65536
#define NESTS_MAX	16

#define NAME(name) { #name, PFC_##name }

static const struct {
	const char *name;
	int value;
} names[] = {
	NAME(CMD_PORT_GET), NAME(CMD_PORT_SET), NAME(CMD_POOL_GET),
	NAME(CMD_POOL_SET), NAME(CMD_STATS_GET), NAME(CMD_STATS_CLEAR),
	NAME(CMD_EVENT), NAME(CMD_POOL_NEW), NAME(CMD_POOL_DEL),
	NAME(CMD_PROFILE_GET), NAME(CMD_PROFILE_SET), NAME(CMD_PROFILE_NEW),
	NAME(CMD_PROFILE_DEL), NAME(CMD_WATERMARK_CLEAR),
	NAME(CMD_WATCHDOG_GET), NAME(CMD_WATCHDOG_CLEAR), NAME(CMD_WATCHDOG_MITIGATE),
	NAME(CMD_WATCHDOG_INJECT),
	NAME(A_PAD), NAME(A_IFINDEX), NAME(A_IFNAME), NAME(A_PORT_ID),
	NAME(A_DEFAULT_PRIO), NAME(A_DSCP_PRIO), NAME(A_PRIO_PG),
	NAME(A_PRIO_PFC), NAME(A_PG), NAME(A_PAUSE_TIME), NAME(A_RATE),
	NAME(A_SPEED), NAME(A_SPEED_AUTO), NAME(A_QUEUE_LIMIT), NAME(A_DELAY),
	NAME(A_MAP_ENTRY), NAME(A_POOL_SIZE), NAME(A_POOL_RESERVED),
	NAME(A_POOL_SHARED_USED), NAME(A_POOL_HEADROOM_USED),
	NAME(A_STATS_PORT), NAME(A_STATS_PG), NAME(A_STATS_PRIO),
	NAME(A_STATS_QUEUE), NAME(A_EVENT), NAME(A_EVENT_TIME),
	NAME(A_EVENT_PRIOS), NAME(A_EVENT_LOST), NAME(A_EVENT_QUANTA),
	NAME(A_CABLE_DELAY), NAME(A_BATCH), NAME(A_QUEUE), NAME(A_POOL_NAME),
	NAME(A_POOL_HEADROOM_RATIO), NAME(A_POOL_GUARANTEES),
	NAME(A_POOL_HEADROOMS), NAME(A_POOL_HEADROOM_SIZE),
	NAME(A_POOL_SHARED_SIZE), NAME(A_POOL_SHARED_PEAK),
	NAME(A_POOL_SHARED_PEAK_EVER), NAME(A_POOL_HEADROOM_PEAK),
	NAME(A_POOL_HEADROOM_PEAK_EVER), NAME(A_POOL_CLEARED), NAME(A_POOL_PGS),
	NAME(A_PROFILE_NAME), NAME(A_PROFILE_PGS),
	NAME(A_PRIO_PFC_TX), NAME(A_PRIO_PFC_RX), NAME(A_FLOW_CONTROL),
	NAME(A_PEER_RATE), NAME(A_OVERHEAD), NAME(A_TRUST), NAME(A_PCP_PRIO),
	NAME(A_ETHTYPE_PRIO), NAME(A_FLOOD_PRIO), NAME(A_FLOOD_LOSSLESS),
	NAME(A_PRIO_SOURCE), NAME(A_PRIO_DSCP), NAME(A_PRIO_PCP), NAME(A_PRIO_TC),
	NAME(A_TC), NAME(TC_A_ID), NAME(TC_A_TSA), NAME(TC_A_BW), NAME(TC_A_PAD),
	NAME(TC_A_RATE), NAME(MAP_A_KEY), NAME(MAP_A_VALUE), NAME(MAP_A_KEY16),
	NAME(A_PRIO_WATCHDOG), NAME(A_DETECTION_TIME), NAME(A_RECOVERY_TIME),
	NAME(A_WATCHDOG_ACTION), NAME(A_ESCALATE_COUNT), NAME(A_ESCALATE_PERIOD),
	NAME(A_XOFF_TIMEOUT), NAME(A_XOFF_WARN), NAME(A_PORT_GROUP),
	NAME(A_SAME_GROUP_PRIO), NAME(A_SAME_GROUP_DSCP), NAME(A_PRIOS), NAME(A_ON),
	NAME(A_WATCH), NAME(A_STORM), NAME(A_EVENT_COUNT),
	NAME(PG_A_ID), NAME(PG_A_XOFF), NAME(PG_A_XON), NAME(PG_A_HEADROOM),
	NAME(PG_A_LIMIT), NAME(PG_A_LOSSLESS), NAME(PG_A_MIN), NAME(PG_A_ALPHA),
	NAME(PG_A_XON_OFFSET), NAME(PG_A_POOL), NAME(PG_A_PROFILE),
	NAME(PG_A_HEADROOM_AUTO), NAME(PG_A_HEADROOM_NEEDED),
	NAME(QUEUE_A_ID), NAME(QUEUE_A_LIMIT), NAME(QUEUE_A_ALPHA),
	NAME(QUEUE_A_ECN_KMIN), NAME(QUEUE_A_ECN_KMAX), NAME(QUEUE_A_ECN_PMAX),
	{ NULL, 0 }
};

static struct {
	union {
		struct nlmsghdr hdr;
		unsigned char bytes[MESSAGE_MAX];
	};
	struct nlattr *nests[NESTS_MAX];
	int depth;
} message;

static int sock, family;
static uint32_t seq;

static uint64_t value_of(const char *text)
{
	size_t i;

	for (i = 0; names[i].name; i++)
		if (!strcasecmp(text, names[i].name))
			return names[i].value;
	return parse_number("nlraw", text, 0, UINT64_MAX);
}

/* ---- writing ------------------------------------------------------------ */

static void *append(const void *data, size_t len)
{
	unsigned char *at = message.bytes + NLMSG_ALIGN(message.hdr.nlmsg_len);

	if (at + len > message.bytes + MESSAGE_MAX)
		die("nlraw: message too long");
	memcpy(at, data, len);
	message.hdr.nlmsg_len = at + len - message.bytes;
	return at;
}

static void append_attr(int type, const void *data, size_t len)
{
	struct nlattr attr = { .nla_len = NLA_HDRLEN + len, .nla_type = type };

	append(&attr, sizeof(attr));
	append(data, len);
}

static void start_nest(int type)
{
	struct nlattr attr = { .nla_type = type };

	if (message.depth == NESTS_MAX)
		die("nlraw: too many nests");
	message.nests[message.depth++] = append(&attr, sizeof(attr));
}

static void end_nest(void)
{
	struct nlattr *nest;

	if (!message.depth)
		die("nlraw: no nest to end");
	nest = message.nests[--message.depth];
	message.hdr.nlmsg_len = NLMSG_ALIGN(message.hdr.nlmsg_len);
	nest->nla_len = message.bytes + message.hdr.nlmsg_len -
			(unsigned char *)nest;
}

static size_t parse_hex(const char *text, unsigned char *buf, size_t size)
{
	size_t len;

	for (len = 0; text[0] && len < size; text += 2, len++)
		if (sscanf(text, "%2hhx", &buf[len]) != 1 || !text[1])
			die("nlraw: not hexadecimal: %s", text);
	return len;
}

static void append_value(int type, const char *text)
{
	unsigned char buf[4096];
	uint64_t value;

	if (!strcmp(text, "flag")) {
		append_attr(type, buf, 0);
	} else if (!strncmp(text, "str:", 4)) {
		append_attr(type, text + 4, strlen(text + 4) + 1);
	} else if (!strncmp(text, "hex:", 4)) {
		append_attr(type, buf, parse_hex(text + 4, buf, sizeof(buf)));
	} else if (text[0] == 'u' && strchr(text, ':')) {
		value = parse_number("nlraw", strchr(text, ':') + 1, 0, UINT64_MAX);
		append_attr(type, &value, atoi(text + 1) / 8);
	} else {
		die("nlraw: not a value: %s", text);
	}
}

static void append_word(char *word)
{
	char *equals = strchr(word, '=');
	unsigned char buf[4096];
	int type, flag = 0;

	if (!strcmp(word, "}") || !strcmp(word, "]")) {
		end_nest();
		return;
	}
	if (!strncmp(word, "raw:", 4)) {
		append(buf, parse_hex(word + 4, buf, sizeof(buf)));
		return;
	}
	if (!equals)
		die("nlraw: no attribute: %s", word);
	*equals = '\0';
	if (*word == '+') {
		flag = NLA_F_NESTED;
		word++;
	}
	type = value_of(word) | flag;
	if (!strcmp(equals + 1, "{"))
		start_nest(type | NLA_F_NESTED);
	else if (!strcmp(equals + 1, "["))
		start_nest(type);
	else
		append_value(type, equals + 1);
}

static void start_message(int type, int cmd, int flags)
{
	struct genlmsghdr genl = { .cmd = cmd, .version = PFC_GENL_VERSION };

	memset(&message, 0, sizeof(message));
	message.hdr = (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN,
		.nlmsg_type = type,
		.nlmsg_flags = NLM_F_REQUEST | flags,
		.nlmsg_seq = ++seq,
	};
	append(&genl, sizeof(genl));
}

static void write_request(char *line)
{
	char *word = strtok(line, " \t\n");
	char *dump = strchr(word, '|');

	if (dump)
		*dump = '\0';
	start_message(family, value_of(word), dump ? NLM_F_DUMP : NLM_F_ACK);
	while ((word = strtok(NULL, " \t\n")))
		append_word(word);
	if (message.depth)
		die("nlraw: a nest does not end");
}

/* ---- talking ------------------------------------------------------------ */

static void transmit(void)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };

	if (sendto(sock, message.bytes, message.hdr.nlmsg_len, 0,
		   (struct sockaddr *)&kernel, sizeof(kernel)) < 0)
		die_errno("netlink");
}

/* The text of an extended ack, or "-" */
static const char *ack_text(const struct nlmsghdr *hdr)
{
	const struct nlmsgerr *err = NLMSG_DATA(hdr);
	size_t at = NLMSG_HDRLEN + sizeof(*err);
	const struct nlattr *attr;

	if (!(hdr->nlmsg_flags & NLM_F_ACK_TLVS))
		return "-";
	/* a finished dump has the error number only */
	if (hdr->nlmsg_type == NLMSG_DONE)
		at = NLMSG_HDRLEN + sizeof(err->error);
	else if (!(hdr->nlmsg_flags & NLM_F_CAPPED))
		at += NLMSG_ALIGN(err->msg.nlmsg_len - NLMSG_HDRLEN);
	for (; at + NLA_HDRLEN <= hdr->nlmsg_len; at += NLA_ALIGN(attr->nla_len)) {
		attr = (const void *)((const char *)hdr + at);
		if (attr->nla_type == NLMSGERR_ATTR_MSG)
			return (const char *)(attr + 1);
		if (attr->nla_len < NLA_HDRLEN)
			break;
	}
	return "-";
}

/* FNV-1a of the message, without what differs from request to request */
static uint32_t add_to_sum(uint32_t sum, const struct nlmsghdr *hdr)
{
	const unsigned char *byte = NLMSG_DATA(hdr);
	const unsigned char *end = (const unsigned char *)hdr + hdr->nlmsg_len;

	while (byte < end)
		sum = (sum ^ *byte++) * 16777619;
	return sum;
}

static bool is_end(const struct nlmsghdr *hdr)
{
	return hdr->nlmsg_type == NLMSG_ERROR || hdr->nlmsg_type == NLMSG_DONE;
}

/* Prints how the request ended */
static void read_answer(void)
{
	static unsigned char buf[MESSAGE_MAX];
	const struct nlmsghdr *hdr;
	uint32_t sum = 2166136261;
	int count = 0, len, error;

	for (;;) {
		len = recv(sock, buf, sizeof(buf), 0);
		if (len < 0)
			die_errno("netlink");
		for (hdr = (void *)buf; NLMSG_OK(hdr, len);
		     hdr = NLMSG_NEXT(hdr, len)) {
			if (hdr->nlmsg_seq != seq)
				continue;
			if (!is_end(hdr)) {
				count++;
				sum = add_to_sum(sum, hdr);
				continue;
			}
			error = -*(const int *)NLMSG_DATA(hdr);
			if (error)
				printf("%s %s\n", strerrorname_np(error),
				       ack_text(hdr));
			else
				printf("ok %d %08x\n", count, sum);
			return;
		}
	}
}

static int find_family(void)
{
	unsigned char buf[8192];
	struct nlmsghdr *hdr = (void *)buf;
	struct nlattr *attr;
	int len, at;

	start_message(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
	append_attr(CTRL_ATTR_FAMILY_NAME, PFC_GENL_NAME, sizeof(PFC_GENL_NAME));
	transmit();
	len = recv(sock, buf, sizeof(buf), 0);
	if (len < (int)NLMSG_HDRLEN || hdr->nlmsg_type == NLMSG_ERROR)
		die("nlraw: no family " PFC_GENL_NAME);
	for (at = NLMSG_HDRLEN + GENL_HDRLEN; at < len;
	     at += NLA_ALIGN(attr->nla_len)) {
		attr = (void *)(buf + at);
		if (attr->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(uint16_t *)(attr + 1);
	}
	die("nlraw: family without a number");
}

static void open_socket(void)
{
	int one = 1;

	sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	if (sock < 0)
		die_errno("netlink");
	if (setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one)))
		die_errno("NETLINK_EXT_ACK");
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;

	open_socket();
	family = find_family();
	while (getline(&line, &size, stdin) > 0) {
		if (line[strspn(line, " \t\n")] == '\0')
			continue;
		write_request(line);
		transmit();
		read_answer();
	}
	free(line);
	return 0;
}
