// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics for Prometheus: pfcctl metrics ...
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "metrics.h"
#include "setting.h"

#define ALL_NETNS_SEEN		1U	/* bits in change.seen */
#define OPENMETRICS_SEEN	2U

/* The HTTP client chooses the format itself */
static const struct setting http_settings[] = {
	{ .name = "all-netns", .read = read_flag },
	{ 0 }
};

static const struct setting show_settings[] = {
	{ .name = "all-netns", .read = read_flag },
	{ .name = "openmetrics", .read = read_flag },
	{ 0 }
};

/**
 * metrics_words() - parse the words of a command that prints metrics
 * @ctx: the context
 * @args: the words
 * @all: receives whether to print the metrics of all namespaces with a name
 * @openmetrics: receives whether to print OpenMetrics; NULL: not a word of the command
 *
 * Return: an exit status.
 */
int metrics_words(struct ctx *ctx, struct args *args, bool *all, bool *openmetrics)
{
	struct change c = { 0 };
	int err;

	if (ctx->json)
		return misuse(ctx, "option -j: metrics have no JSON output; see pfcctl stats help");
	err = settings_read(ctx, args, openmetrics ? show_settings : http_settings, &c);
	*all = c.seen & ALL_NETNS_SEEN;
	if (openmetrics)
		*openmetrics = c.seen & OPENMETRICS_SEEN;
	return err;
}

/**
 * metrics_text() - get all metrics as text
 * @ctx: the context
 * @all: of all namespaces with a name
 * @openmetrics: as OpenMetrics; false: in the text format of Prometheus
 * @text: result; the caller frees it; unchanged after an error
 * @len: length of the text
 *
 * Return: an exit status.
 */
int metrics_text(struct ctx *ctx, bool all, bool openmetrics, char **text, size_t *len)
{
	struct sources sources;
	FILE *to;
	int err;

	err = sources_load(ctx, all, &sources);
	if (!err) {
		to = open_memstream(text, len);
		if (to) {
			metrics_print(to, &sources, openmetrics);
			fclose(to);
		} else {
			err = fail(ctx, "metrics: %s", strerror(errno));
		}
	}
	sources_free(&sources);
	return err;
}

static int metrics_show(struct ctx *ctx, struct args *args)
{
	bool all, openmetrics;
	size_t len;
	char *text;
	int err;

	err = metrics_words(ctx, args, &all, &openmetrics);
	if (!err)
		err = metrics_text(ctx, all, openmetrics, &text, &len);
	if (err)
		return err;
	fwrite(text, 1, len, stdout);
	free(text);
	return STATUS_OK;
}

static const struct command metrics_commands[] = {
	{ "show", metrics_show },
	{ "http", metrics_http },
	{ 0 }
};

const struct object metrics_object = {
	.name = "metrics",
	.commands = metrics_commands,
	.help =
"Usage: pfcctl metrics [show [all-netns] [openmetrics]]\n"
"       pfcctl metrics http [all-netns]\n"
"show prints the counters, peaks, states and settings of ports and pools as metrics for\n"
"Prometheus, in seconds and bytes.\n"
"http answers one HTTP request, GET or HEAD of /metrics, on standard input and output. It\n"
"is for a socket of systemd or inetd, see pfcctl-metrics(8). The client chooses the\n"
"format.\n"
"         all-netns    also all network namespaces in /run/netns, with the label netns;\n"
"                      needs CAP_SYS_ADMIN (only the current namespace, without label)\n"
"         openmetrics  print OpenMetrics 1.0 (text format 0.0.4, which the textfile\n"
"                      collector of node_exporter needs)\n"
"Examples: pfcctl metrics\n"
"          pfcctl metrics show all-netns | promtool check metrics\n"
"          systemd-socket-activate -a --inetd -l 127.0.0.1:9968 pfcctl metrics http all-netns\n",
};
