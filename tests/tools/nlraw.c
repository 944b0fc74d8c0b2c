// SPDX-License-Identifier: GPL-2.0-only
/*
 * nlraw - sends requests of the family "pfc", or of rtnetlink, exactly as written
 *
 * Standard input has one request per line.  For each request nlraw prints a line, "ok N SUM" or
 * "ERRNO TEXT".  N is the number of messages in the answer, SUM a checksum of their contents.
 * ERRNO is the error, TEXT the text of the extended ack, or "-" if there is no text.  If the policy
 * of an attribute does not allow its value, TEXT is "NAME: VALUE " and what the policy allows.
 *
 *	COMMAND[|dump] [ATTRIBUTE]...
 *	COMMAND|hex [ATTRIBUTE]...
 *
 * With |hex, the request is a dump, and nlraw first prints each message of the answer in a line
 * of hexadecimal digits: the attributes, behind the header of generic netlink.
 * An attribute is TYPE=u8:N, u16:N, u32:N, u64:N, str:TEXT, hex:BYTES or flag;
 * "TYPE={ ATTRIBUTE... }" is a nest with NLA_F_NESTED, "TYPE=[ ATTRIBUTE... ]" a nest
 * without this flag.  +TYPE sets NLA_F_NESTED also on an attribute with a value.  nlraw
 * appends "raw:BYTES" unchanged.  COMMAND and TYPE are names of <linux/pfc.h> without "PFC_",
 * case insensitive, or numbers.
 *
 * "nlraw route" sends requests of rtnetlink: COMMAND is the number of the message type, and
 * raw:BYTES its header.
 *
 * The environment variable FAIL_NTH=N makes the Nth allocation of each request fail.
 *
 * "nlraw watch" reads "FLAGS HEX" instead: flags of a netlink message, and its bytes from the
 * header of generic netlink on.  "! COMMAND" runs a command of the shell.  For each line nlraw
 * prints the result, and what the family dumps differently than before:
 *
 *	= RESULT		as above, or the exit status of the command of the shell
 *	~ N RESULT		the result of a request whose allocation N failed
 *	# COMMAND N		the dump has N messages
 *	+ COMMAND I HEX		attributes of message I
 *
 * "nlraw bytes" reads the same lines, and prints only results.
 *
 * With FAIL_NTH=all, nlraw repeats each request: the first allocation fails, then the second one,
 * and so on until no allocation fails.
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
#include <sys/time.h>
#include <unistd.h>

#include "../../uapi/linux/pfc.h"
#include "common.h"
#include "failnth.h"
#include "options.h"

#define MESSAGE_MAX	65536
#define NESTS_MAX	16
#define ATTRS_MAX	256
#define FNV_START	2166136261U

#define NAME(name) { #name, PFC_##name }

/* Generated: the names of commands and attributes */
#include "nlnames_generated.h"

static struct {
	union {
		struct nlmsghdr hdr;
		unsigned char bytes[MESSAGE_MAX];
	};
	struct nlattr *nests[NESTS_MAX];
	int depth;
} message;

/* The attributes with a number in the request, as they were written: for texts of errors */
static struct {
	uint32_t offset;
	char name[64];
	uint64_t value;
} written[ATTRS_MAX];

/* @family: message type of the family "pfc", or 0 for rtnetlink */
static int sock, protocol = NETLINK_GENERIC, family;
static int attrs;
static bool print_hex, watching;
static const char *mark = "";	/* before a result */
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
		die("nlraw: request exceeds %d bytes", MESSAGE_MAX);
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
		die("nlraw: more than %d nests", NESTS_MAX);
	message.nests[message.depth++] = append(&attr, sizeof(attr));
}

static void end_nest(void)
{
	struct nlattr *nest;

	if (!message.depth)
		die("nlraw: } or ] without a { or [ before it");
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
			die("nlraw: '%s' is not a sequence of pairs of hexadecimal digits", text);
	return len;
}

/* Remembers the next attribute, without the prefix of its set: pg_a_xoff_auto is xoff-auto */
static void remember(const char *word, uint64_t value)
{
	const char *name = strstr(word, "a_");
	char *c;

	if (attrs == ATTRS_MAX)
		return;
	written[attrs].offset = NLMSG_ALIGN(message.hdr.nlmsg_len);
	written[attrs].value = value;
	snprintf(written[attrs].name, sizeof(written[attrs].name), "%s", name ? name + 2 : word);
	for (c = written[attrs].name; *c; c++)
		if (*c == '_')
			*c = '-';
	attrs++;
}

static void append_value(int type, const char *word, const char *text)
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
		remember(word, value);
		append_attr(type, &value, atoi(text + 1) / 8);
	} else {
		die("nlraw: '%s' is no value; must be uBITS:N, str:TEXT, hex:BYTES, flag, { or [",
		    text);
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
		die("nlraw: '%s' is not an attribute; must be [+]TYPE=VALUE, raw:BYTES, } or ]",
		    word);
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
		append_value(type, word, equals + 1);
}

static void start_message(int type, int cmd, int flags)
{
	struct genlmsghdr genl = { .cmd = cmd, .version = PFC_GENL_VERSION };

	attrs = 0;
	memset(&message, 0, sizeof(message));
	message.hdr = (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN,
		.nlmsg_type = type,
		.nlmsg_flags = NLM_F_REQUEST | flags,
		.nlmsg_seq = ++seq,
	};
	if (protocol == NETLINK_GENERIC)
		append(&genl, sizeof(genl));
}

static void write_request(char *line)
{
	char *word = strtok(line, " \t\n");
	char *dump = strchr(word, '|');
	int cmd;

	print_hex = dump && !strcmp(dump, "|hex");
	if (dump)
		*dump = '\0';
	cmd = value_of(word);
	start_message(family ? family : cmd, cmd, dump ? NLM_F_DUMP : NLM_F_ACK);
	while ((word = strtok(NULL, " \t\n")))
		append_word(word);
	if (message.depth)
		die("nlraw: %d nests lack } or ]", message.depth);
}

/* ---- messages ----------------------------------------------------------- */

static bool try_transmit(void)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };

	return sendto(sock, message.bytes, message.hdr.nlmsg_len, 0,
		      (struct sockaddr *)&kernel, sizeof(kernel)) >= 0;
}

static void transmit(void)
{
	if (!try_transmit())
		die_errno("netlink");
}

static uint64_t number(const struct nlattr *attr)
{
	uint64_t value = 0;

	memcpy(&value, attr + 1, attr->nla_len - NLA_HDRLEN);
	return value;
}

/* Attributes of the range that FOUND[0], an NLMSGERR_ATTR_POLICY, has: FOUND[1], FOUND[2] */
static void find_range(const struct nlattr *found[3])
{
	const struct nlattr *policy = found[0], *attr;
	const char *end = (const char *)policy + policy->nla_len;

	for (attr = policy + 1; (const char *)attr < end;
	     attr = (const void *)((const char *)attr + NLA_ALIGN(attr->nla_len)))
		if (attr->nla_type == NL_POLICY_TYPE_ATTR_MIN_VALUE_U)
			found[1] = attr;
		else if (attr->nla_type == NL_POLICY_TYPE_ATTR_MAX_VALUE_U)
			found[2] = attr;
}

/* Text of an error of the policy: TEXT says what is allowed, or RANGE is a range */
static const char *policy_text(uint32_t offset, const char *text, const struct nlattr *range[3])
{
	static char buf[256];
	int i;

	for (i = 0; i < attrs && written[i].offset != offset; i++)
		;
	if (i < attrs && range[1] && range[2] && strstr(text, "out of range"))
		snprintf(buf, sizeof(buf), "%s: %ju is out of range %ju..%ju", written[i].name,
			 (uintmax_t)written[i].value, (uintmax_t)number(range[1]),
			 (uintmax_t)number(range[2]));
	else if (i < attrs && !strncmp(text, "must be ", 8))
		snprintf(buf, sizeof(buf), "%s: %ju %s", written[i].name,
			 (uintmax_t)written[i].value, text);
	else
		return text;
	return buf;
}

/* Text of an extended ack, or "-" */
static const char *ack_text(const struct nlmsghdr *hdr)
{
	const struct nlmsgerr *err = NLMSG_DATA(hdr);
	size_t at = NLMSG_HDRLEN + sizeof(*err);
	const struct nlattr *attr, *range[3] = { NULL };
	const char *text = "-";
	uint32_t offset = 0;

	if (!(hdr->nlmsg_flags & NLM_F_ACK_TLVS))
		return "-";
	/* the end of a dump has only the error number */
	if (hdr->nlmsg_type == NLMSG_DONE)
		at = NLMSG_HDRLEN + sizeof(err->error);
	else if (!(hdr->nlmsg_flags & NLM_F_CAPPED))
		at += NLMSG_ALIGN(err->msg.nlmsg_len - NLMSG_HDRLEN);
	for (; at + NLA_HDRLEN <= hdr->nlmsg_len; at += NLA_ALIGN(attr->nla_len)) {
		attr = (const void *)((const char *)hdr + at);
		if (attr->nla_len < NLA_HDRLEN)
			break;
		if (attr->nla_type == NLMSGERR_ATTR_MSG)
			text = (const char *)(attr + 1);
		else if (attr->nla_type == NLMSGERR_ATTR_OFFS)
			offset = number(attr);
		else if ((attr->nla_type & NLA_TYPE_MASK) == NLMSGERR_ATTR_POLICY)
			range[0] = attr;
	}
	if (range[0])
		find_range(range);
	return policy_text(offset, text, range);
}

/* Adds a message to the checksum (FNV-1a), without the header: its sequence number varies */
static uint32_t add_to_sum(uint32_t sum, const struct nlmsghdr *hdr)
{
	const unsigned char *byte = NLMSG_DATA(hdr);
	const unsigned char *end = (const unsigned char *)hdr + hdr->nlmsg_len;

	while (byte < end)
		sum = (sum ^ *byte++) * 16777619;
	return sum;
}

static void print_attributes(const struct nlmsghdr *hdr)
{
	const unsigned char *byte = (const unsigned char *)NLMSG_DATA(hdr) + GENL_HDRLEN;
	const unsigned char *end = (const unsigned char *)hdr + hdr->nlmsg_len;

	while (byte < end)
		printf("%02x", *byte++);
	putchar('\n');
}

static bool is_end(const struct nlmsghdr *hdr)
{
	return hdr->nlmsg_type == NLMSG_ERROR || hdr->nlmsg_type == NLMSG_DONE;
}

/* A text may repeat a name of the request, with line feeds */
static void print_error(int error, const char *text)
{
	printf("%s ", strerrorname_np(error));
	for (; *text; text++)
		putchar(*text == '\n' ? ' ' : *text);
	putchar('\n');
}

/* Prints the result of the request */
static void read_answer(void)
{
	static unsigned char buf[MESSAGE_MAX];
	const struct nlmsghdr *hdr;
	uint32_t sum = FNV_START;
	int count = 0, len, error;

	for (;;) {
		len = recv(sock, buf, sizeof(buf), 0);
		if (len < 0) {
			printf("%s -\n", strerrorname_np(errno));
			return;
		}
		for (hdr = (void *)buf; NLMSG_OK(hdr, len);
		     hdr = NLMSG_NEXT(hdr, len)) {
			if (hdr->nlmsg_seq != seq)
				continue;
			if (!is_end(hdr)) {
				count++;
				sum = add_to_sum(sum, hdr);
				if (print_hex)
					print_attributes(hdr);
				continue;
			}
			error = -*(const int *)NLMSG_DATA(hdr);
			if (error)
				print_error(error, ack_text(hdr));
			else
				printf("ok %d %08x\n", count, sum);
			return;
		}
	}
}

/* ---- watching the state ------------------------------------------------- */

#define DUMPED_MAX	64

struct dumped {
	uint32_t sums[DUMPED_MAX];
	int cmd, count;
};

/* All that the family shows, except what depends on packets in transit */
static struct dumped dumps[] = {
	{ .cmd = PFC_CMD_PORT_GET }, { .cmd = PFC_CMD_STATS_GET }, { .cmd = PFC_CMD_WATCHDOG_GET },
	{ .cmd = PFC_CMD_IMPAIR_GET }, { .cmd = PFC_CMD_POOL_GET }, { .cmd = PFC_CMD_PROFILE_GET },
};

static void print_changed(struct dumped *dumped, int i, const struct nlmsghdr *hdr)
{
	uint32_t sum = add_to_sum(FNV_START, hdr);

	if (i == DUMPED_MAX)
		die("nlraw: a dump has more than %d messages", DUMPED_MAX);
	if (i < dumped->count && dumped->sums[i] == sum)
		return;
	dumped->sums[i] = sum;
	printf("+ %d %d ", dumped->cmd, i);
	print_attributes(hdr);
}

static void watch(struct dumped *dumped)
{
	static unsigned char buf[MESSAGE_MAX];
	const struct nlmsghdr *hdr;
	int count = 0, len;

	start_message(family, dumped->cmd, NLM_F_DUMP);
	transmit();
	for (;;) {
		len = recv(sock, buf, sizeof(buf), 0);
		if (len < 0)
			die_errno("netlink");
		for (hdr = (void *)buf; NLMSG_OK(hdr, len); hdr = NLMSG_NEXT(hdr, len)) {
			if (hdr->nlmsg_seq != seq)
				continue;
			if (!is_end(hdr)) {
				print_changed(dumped, count++, hdr);
				continue;
			}
			if (*(const int *)NLMSG_DATA(hdr))
				die("nlraw: dump %d fails", dumped->cmd);
			if (count != dumped->count)
				printf("# %d %d\n", dumped->cmd, count);
			dumped->count = count;
			return;
		}
	}
}

static void watch_all(void)
{
	size_t i;

	for (i = 0; watching && i < sizeof(dumps) / sizeof(*dumps); i++)
		watch(&dumps[i]);
}

/* Writes a request of which the bytes from the header of generic netlink on are known */
static void write_bytes(const char *line)
{
	static unsigned char buf[MESSAGE_MAX / 2];
	static char hex[MESSAGE_MAX + 1];
	unsigned int flags;

	hex[0] = '\0';
	if (sscanf(line, "%u %65536s", &flags, hex) < 1)
		die("nlraw: '%s' is not FLAGS HEX", line);
	start_message(family, 0, flags);
	message.hdr.nlmsg_len = NLMSG_HDRLEN;
	append(buf, parse_hex(hex, buf, sizeof(buf)));
}

/* Sends the request without allocation @nth, 0: with all; returns whether the allocation failed */
static bool send_without(int nth)
{
	bool failed = false, sent;
	int error;

	if (nth)
		fail_nth(nth);
	sent = try_transmit();
	error = errno;
	if (nth)
		failed = fail_nth_end();
	if (*mark && failed)
		printf("~ %d ", nth);
	else
		printf("%s", mark);
	if (sent)
		read_answer();
	else
		printf("%s -\n", strerrorname_np(error));
	return failed;
}

static void try_line(const char *line, bool failing)
{
	int nth = 1;
	bool failed;

	if (*line == '!') {
		fflush(stdout);
		printf("= %d\n", system(line + 1));
		watch_all();
		return;
	}
	do {
		write_bytes(line);
		failed = send_without(failing ? nth++ : 0);
		watch_all();
	} while (failed);
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
		die("nlraw: the kernel has no netlink family " PFC_GENL_NAME "; load pfc.ko");
	for (at = NLMSG_HDRLEN + GENL_HDRLEN; at < len;
	     at += NLA_ALIGN(attr->nla_len)) {
		attr = (void *)(buf + at);
		if (attr->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(uint16_t *)(attr + 1);
	}
	die("nlraw: the answer about the family " PFC_GENL_NAME " lacks its id");
}

static void open_socket(void)
{
	struct timeval patience = { .tv_sec = 20 };
	int one = 1;

	sock = socket(AF_NETLINK, SOCK_RAW, protocol);
	if (sock < 0 || setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		die_errno("netlink");
	if (setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one)))
		die_errno("NETLINK_EXT_ACK");
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "", *nth = getenv("FAIL_NTH") ?: "0";
	bool all = !strcmp(nth, "all");
	int fixed = all ? 0 : parse_number("FAIL_NTH", nth, 0, 1000);
	char *line = NULL;
	size_t size = 0;

	if (!strcmp(word, "route"))
		protocol = NETLINK_ROUTE;
	open_socket();
	if (protocol == NETLINK_GENERIC)
		family = find_family();
	watching = !strcmp(word, "watch");
	mark = watching || !strcmp(word, "bytes") ? "= " : "";
	watch_all();
	while (getline(&line, &size, stdin) > 0) {
		if (line[strspn(line, " \t\n")] == '\0')
			continue;
		if (*mark) {
			try_line(line, all);
		} else {
			write_request(line);
			send_without(fixed);
		}
	}
	free(line);
	return 0;
}
