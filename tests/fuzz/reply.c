// SPDX-License-Identifier: GPL-2.0-only
/*
 * Answers of the kernel to pfcctl, valid and invalid: pfcctl prints each sequence of
 * messages or rejects it with one line.  pfcctl reads each sequence twice, each time with
 * other bytes after the received data.  The output must not depend on these bytes.
 */
#include <errno.h>
#include <json-c/json.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"
#include "mock.h"
#include "netlink.h"
#include "reply.h"

enum goal { SHOWN, SHOWN_JSON, EMPTY, REFUSED, DISTURBED, EVENT };

static const char *const goals[] = {
	[SHOWN] = "shown as text", [SHOWN_JSON] = "shown as JSON",
	[EMPTY] = "empty output", [REFUSED] = "refused",
	[DISTURBED] = "disturbed dump", [EVENT] = "event", NULL
};

const char *const *const fuzz_goals = goals;

#define FILE_FD		100	/* of REPLY_FILE */

static const char *const commands[] = {
	"port show", "port show dev p1", "map show", "pfc show", "pg show",
	"pool show", "stats show", "monitor", "port del dev p1",
	"port add dev p1", "pool show gold", "profile show", "profile show a",
	"queue show", "watermark show", "pool del gold", "ets show",
	"watchdog show", "watchdog history dev p1", "watchdog history", "metrics show",
	"show", "show dev p1", "monitor pauses", "monitor dev p1 prio 3 event xoff-sent",
	"history", "history events", "history dev p1 window 1s", "history events prio 3 since 1s",
	"impair show", "impair show dev p1",
	"metrics show openmetrics", "save", "save dev p1", "restore " REPLY_FILE " --dry-run",
};

unsigned char reply_command(const char *command)
{
	unsigned char i = 0;

	while (strcmp(commands[i], command))
		require(++i < sizeof(commands) / sizeof(*commands), "%s", command);
	return i;
}

static struct fuzz replies;
static int filler;

/* Return: aligned length of the written message; 0 if the buffer is full */
static size_t write_message(char *buf, size_t size)
{
	uint8_t kind = fuzz_number(&replies, 1);
	size_t len = fuzz_number(&replies, 2), left = fuzz_left(&replies);
	struct nlmsghdr *nlh = (void *)buf;

	if (len > left)
		len = left;
	if (NLMSG_HDRLEN + NLMSG_ALIGN(len) > size)
		return 0;
	memset(nlh, 0, NLMSG_HDRLEN + NLMSG_ALIGN(len));
	*nlh = (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN + len,
		.nlmsg_type = kind % KINDS == DATA ? MOCK_FAMILY :
			      kind % KINDS == DONE ? NLMSG_DONE : NLMSG_ERROR,
		.nlmsg_flags = (kind & KIND_DISTURBED ? NLM_F_DUMP_INTR : 0) |
			       (kind & KIND_TLVS ? NLM_F_ACK_TLVS : 0) |
			       (kind & KIND_WHOLE ? 0 : NLM_F_CAPPED),
		.nlmsg_seq = mock.seq,
		.nlmsg_pid = MOCK_PORTID,
	};
	memcpy(buf + NLMSG_HDRLEN, replies.at, len);
	replies.at += len;
	/* RAW: the input also has the header, except the length, which libmnl trusts */
	if (kind % KINDS == RAW && len >= NLMSG_HDRLEN) {
		memmove(buf, buf + NLMSG_HDRLEN, len);
		nlh->nlmsg_len = len;
		return NLMSG_ALIGN(len);
	}
	return NLMSG_HDRLEN + NLMSG_ALIGN(len);
}

static int receive(void *buf, size_t size)
{
	size_t len = 0, n;
	bool last = false;

	memset(buf, filler, size);
	while (!last && fuzz_more(&replies)) {
		last = *replies.at & KIND_LAST;
		fuzz_met[DISTURBED] += (*replies.at & KIND_DISTURBED) != 0;
		n = write_message((char *)buf + len, size - len);
		if (!n)
			break;
		len += n;
	}
	return len ? (int)len : -ENOBUFS;
}

/* The command "monitor" continues after ENOBUFS, so EIO ends it after the last answer */
static int receive_or_end(void *buf, size_t size)
{
	int len = receive(buf, size);

	return len < 0 ? -EIO : len;
}

static int run(const char *command, const struct ctx *options, char **out,
	       char **err)
{
	char line[64], *words[BATCH_WORDS];
	struct args args = { 0, words };

	snprintf(line, sizeof(line), "%s", command);
	args.argc = batch_split(line, words);
	return mock_run(&args, options, out, err);
}

static void check_output(int status, const char *out, const char *command,
			 bool json)
{
	struct json_object *object;

	fuzz_met[REFUSED] += status != STATUS_OK;
	if (!strncmp(command, "monitor", 7)) {
		fuzz_met[EVENT] += *out != '\0';
		return;
	}
	if (status != STATUS_OK) {
		require(!*out, "%s", out);
		return;
	}
	fuzz_met[EMPTY] += !*out || !strcmp(out, "[]\n");
	if (!json || !*out) {
		fuzz_met[SHOWN] += *out != '\0';
		return;
	}
	object = json_tokener_parse(out);
	require(object, "%s", out);
	json_object_put(object);
	fuzz_met[SHOWN_JSON] += strcmp(out, "[]\n") != 0;
}

static void check_errors(int status, char *text)
{
	int errors = 0;
	char *line, *p;

	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		require(!strncmp(line, "pfcctl: ", 8), "%s", line);
		errors += strncmp(line, "pfcctl: Warning: ", 17) != 0;
		for (p = line; *p; p++)
			require((unsigned char)*p >= ' ', "%s", line);
	}
	require(errors == (status != STATUS_OK), "status %d, %d errors", status,
		errors);
}

static void make_file(void)
{
	static const char text[] =
		"pool add gold size 1M\nprofile add a pool gold xoff 64K\n"
		"port add dev p1 rate 1gbit\npg set dev p1 pg 3 profile a\n"
		"pfc set dev p1 prio-pfc 3:on\nets set dev p1 tc-tsa 7:strict\n";
	int fd = memfd_create("reply", 0);

	require(write(fd, text, strlen(text)) == (ssize_t)strlen(text), "%d", fd);
	require(dup2(fd, FILE_FD) == FILE_FD, "%d", fd);
	close(fd);
}

void fuzz_one(struct fuzz *in)
{
	const char *command = commands[fuzz_below(in, sizeof(commands) /
						      sizeof(*commands))];
	uint8_t how = fuzz_number(in, 1);
	const struct ctx options = {
		.json = how & HOW_JSON, .pretty = how & HOW_PRETTY,
		.stats = how & HOW_STATS, .raw = how & HOW_RAW, .timestamp = how & HOW_TIMESTAMP,
	};
	char *out[2], *err[2];
	int status[2], i;

	if (access(REPLY_FILE, R_OK))
		make_file();
	for (i = 0; i < 2; i++) {
		replies = *in;
		filler = i ? 0xff : 0;
		mock = (struct mock){
			.receive = receive_or_end, .family = how & HOW_FAMILY,
		};
		status[i] = run(command, &options, &out[i], &err[i]);
	}
	require(status[0] == status[1] && !strcmp(err[0], err[1]),
		"%d %s, %d %s", status[0], err[0], status[1], err[1]);
	require(!strcmp(out[0], out[1]), "%s%s", out[0], out[1]);
	check_output(status[0], out[0], command, options.json);
	check_errors(status[0], err[0]);
	for (i = 0; i < 2; i++) {
		free(out[i]);
		free(err[i]);
	}
}
