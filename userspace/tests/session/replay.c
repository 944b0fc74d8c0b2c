// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs one command of pfcctl with the answers of a kernel that the file $PFCCTL_KERNEL gives.
 *
 * Each line of the file is "KIND VALUE".  KIND is what a message in hexadecimal answers: the
 * number of a command, "event" or "link"; or "device", for the name of a device that exists; or a
 * member of struct kernel.  The requests go to the file $PFCCTL_REQUESTS.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>
#include "../kernel.h"

int pfcctl_main(int argc, char **argv);

#define ANSWERS		512

/**
 * struct answer - a message
 * @kind: what it answers
 * @data: its attributes, after the header of rtnetlink if it has one
 * @len: bytes of @data
 */
static struct answer {
	char	kind[16];
	char	*data;
	size_t	len;
} answers[ANSWERS];

static size_t n_answers;

static void add(const char *kind, const char *hex)
{
	struct answer *a = &answers[n_answers];

	if (n_answers++ == ANSWERS)
		exit(99);
	snprintf(a->kind, sizeof(a->kind), "%s", kind);
	a->data = malloc(strlen(hex) / 2 + 1);
	for (; sscanf(hex, "%2hhx", (unsigned char *)&a->data[a->len]) == 1; hex += 2)
		a->len++;
}

/* Adds message number @i of a kind.  @header: bytes of the header, which the message has already */
static bool put(struct nlmsghdr *nlh, const char *kind, int i, size_t header)
{
	const struct answer *a;

	for (a = answers; a < answers + n_answers; a++) {
		if (strcmp(a->kind, kind) || i--)
			continue;
		memcpy((char *)nlh + nlh->nlmsg_len - header, a->data, a->len);
		nlh->nlmsg_len += a->len - header;
		return true;
	}
	return false;
}

/* Whether an answer has the first attribute of the request: the name of an object */
static bool has_name(const struct answer *a)
{
	const struct nlattr *attr = mnl_nlmsg_get_payload_offset(&kernel.last_request.hdr,
								 sizeof(struct genlmsghdr));

	return memmem(a->data, a->len, attr, attr->nla_len);
}

static bool put_answer(struct nlmsghdr *nlh, int i)
{
	const struct nlmsghdr *request = &kernel.last_request.hdr;
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(request);
	const struct answer *a;
	char kind[16];
	int n = 0;

	snprintf(kind, sizeof(kind), "%u", genl->cmd);
	if ((request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP)
		return put(nlh, kind, i, 0);
	for (a = answers; a < answers + n_answers && !i; a++) {
		if (!strcmp(a->kind, kind) && has_name(a))
			return put(nlh, kind, n, 0);
		n += !strcmp(a->kind, kind);
	}
	return false;
}

static bool put_event(struct nlmsghdr *nlh, int i)
{
	return put(nlh, "event", i, 0);
}

static bool put_link(struct nlmsghdr *nlh, int i)
{
	return put(nlh, "link", i, 16);
}

static unsigned int index_of(const char *name)
{
	const struct answer *a;

	for (a = answers; a < answers + n_answers; a++)
		if (!strcmp(a->kind, "device") &&
		    (!strcmp(a->data, "*") || !strcmp(a->data, name)))
			return a - answers + 1;
	return 0;
}

static void save_request(const struct nlmsghdr *nlh)
{
	FILE *file = fopen(getenv("PFCCTL_REQUESTS"), "a");
	size_t i;

	for (i = 0; file && i < nlh->nlmsg_len; i++)
		fprintf(file, "%02x", ((const unsigned char *)nlh)[i]);
	if (file)
		fprintf(file, "\n");
	if (file)
		fclose(file);
}

static void set(const char *kind, const char *value)
{
	long number = strtol(value, NULL, 10);

	if (!strcmp(kind, "error"))
		kernel.error = number;
	else if (!strcmp(kind, "dump-error"))
		kernel.dump_error = number;
	else if (!strcmp(kind, "interrupted"))
		kernel.interrupted = number;
	else if (!strcmp(kind, "cause"))
		kernel.cause = number;
	else if (!strcmp(kind, "text"))
		kernel.warning = strdup(value);
	else if (!strcmp(kind, "device"))
		answers[n_answers++] = (struct answer){ "device", strdup(value), 0 };
	else
		add(kind, value);
}

static void load(void)
{
	FILE *file = fopen(getenv("PFCCTL_KERNEL"), "r");
	char *line = NULL, *value;
	size_t size = 0;

	while (file && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		value = strchr(line, ' ');
		*value++ = '\0';
		set(line, value);
	}
	free(line);
	if (file)
		fclose(file);
}

int main(int argc, char **argv)
{
	kernel = (struct kernel){
		.answer = put_answer, .event = put_event, .link = put_link,
		.index = index_of, .sent = save_request,
	};
	load();
	return pfcctl_main(argc, argv);
}
