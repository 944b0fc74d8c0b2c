// SPDX-License-Identifier: GPL-2.0-only
/*
 * q_pfc.so, a plugin for tc: prints the priority, traffic class, ECN marks and pause
 * state of the queues of a port, which tc does not print without the plugin.
 *
 *   TC_LIB_DIR=DIRECTORY tc -s class show dev DEV
 *   TC_LIB_DIR=DIRECTORY tc -s qdisc show dev DEV
 */
#include <linux/pfc.h>
#include <string.h>
#include "tc.h"

static int refuse_options(const char *what)
{
	fprintf(stderr, "Usage: tc qdisc replace dev DEV root %s\n"
		"%s takes no options; use pfcctl to configure it\n", PFC_QDISC_KIND,
		what);
	return -1;
}

static int parse_qdisc(struct qdisc_util *qu, int argc, char **argv,
		       struct nlmsghdr *n, const char *dev)
{
	(void)qu;
	(void)argv;
	(void)n;
	(void)dev;
	return argc > 0 ? refuse_options("A pfc qdisc") : 0;
}

static int parse_class(struct qdisc_util *qu, int argc, char **argv,
		       struct nlmsghdr *n, const char *dev)
{
	(void)qu;
	(void)argc;
	(void)argv;
	(void)n;
	(void)dev;
	return refuse_options("A class of a pfc qdisc");
}

/* Prints nothing: the qdisc has no options.  Ignores options of a newer module. */
static int print_options(struct qdisc_util *qu, FILE *f, struct rtattr *opt)
{
	(void)qu;
	(void)f;
	(void)opt;
	return 0;
}

/* Return: whether JSON is requested and tc exports all functions that write it */
static bool is_json(void)
{
	return is_json_context && is_json_context() && print_color_u64 &&
	       print_color_bool && open_json_object && close_json_object &&
	       open_json_array && close_json_array;
}

static void json_number(const char *key, uint64_t value)
{
	print_color_u64(PRINT_JSON, 0, key, NULL, value);
}

static void json_bool(const char *key, bool value)
{
	print_color_bool(PRINT_JSON, 0, key, NULL, value);
}

static void class_text(FILE *f, const struct pfc_class_xstats *x)
{
	fprintf(f, "  prio %u tc %u marked %llu%s", x->prio, x->tc,
		(unsigned long long)x->marked, x->paused ? " paused" : "");
}

static void class_json(const struct pfc_class_xstats *x)
{
	json_number("prio", x->prio);
	json_number("tc", x->tc);
	json_number("marked", x->marked);
	json_bool("paused", x->paused);
}

/* Return: whether the queue was ever used */
static bool is_used(const struct pfc_qdisc_xstats *x)
{
	return x->packets || x->drops || x->marked || x->backlog_packets ||
	       x->paused;
}

static void queue_text(FILE *f, const struct pfc_qdisc_xstats *x)
{
	fprintf(f, "\n  prio %u tc %u sent %llu bytes %llu pkt dropped %llu marked %llu",
		x->prio, x->tc, (unsigned long long)x->bytes,
		(unsigned long long)x->packets, (unsigned long long)x->drops,
		(unsigned long long)x->marked);
	fprintf(f, " backlog %llub %llup%s", (unsigned long long)x->backlog_bytes,
		(unsigned long long)x->backlog_packets, x->paused ? " paused" : "");
}

static void queue_json(const struct pfc_qdisc_xstats *x)
{
	open_json_object(NULL);
	json_number("prio", x->prio);
	json_number("tc", x->tc);
	json_number("packets", x->packets);
	json_number("bytes", x->bytes);
	json_number("drops", x->drops);
	json_number("marked", x->marked);
	json_number("backlog", x->backlog_bytes);
	json_number("qlen", x->backlog_packets);
	json_bool("paused", x->paused);
	close_json_object();
}

static void print_queues(FILE *f, const char *data)
{
	struct pfc_qdisc_xstats x;
	int i;

	if (is_json())
		open_json_array(PRINT_JSON, "queues");
	else
		fprintf(f, " used queues:");
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		memcpy(&x, data + i * sizeof(x), sizeof(x));
		if (is_json())
			queue_json(&x);
		else if (is_used(&x))
			queue_text(f, &x);
	}
	if (is_json())
		close_json_array(PRINT_JSON, NULL);
}

static void print_class(FILE *f, const char *data)
{
	struct pfc_class_xstats x;

	memcpy(&x, data, sizeof(x));
	if (is_json())
		class_json(&x);
	else
		class_text(f, &x);
}

/* tc calls this function for a qdisc and for a class; the size of the data distinguishes them */
static int print_xstats(struct qdisc_util *qu, FILE *f, struct rtattr *xstats)
{
	const char *data = RTA_DATA(xstats);
	const size_t len = RTA_PAYLOAD(xstats);

	(void)qu;
	if (len == PFC_PRIO_COUNT * sizeof(struct pfc_qdisc_xstats))
		print_queues(f, data);
	else if (len == sizeof(struct pfc_class_xstats))
		print_class(f, data);
	return 0;
}

struct qdisc_util pfc_qdisc_util = {
	.id		= PFC_QDISC_KIND,
	.parse_qopt	= parse_qdisc,
	.print_qopt	= print_options,
	.print_xstats	= print_xstats,
	.parse_copt	= parse_class,
	.print_copt	= print_options,
};
