// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics for Prometheus: pfcctl metrics ...
 */
#include "metrics.h"
#include "setting.h"

#define ALL_NETNS_SEEN		1U	/* bits in change.seen */
#define OPENMETRICS_SEEN	2U

static const struct setting show_settings[] = {
	{ .name = "all-netns", .read = read_flag },
	{ .name = "openmetrics", .read = read_flag },
	{ 0 }
};

static int metrics_show(struct ctx *ctx, struct args *args)
{
	struct sources sources;
	struct change c = { 0 };
	int err;

	if (ctx->json)
		return misuse(ctx, "option -j: metrics have no JSON output; see pfcctl stats help");
	err = settings_read(ctx, args, show_settings, &c);
	if (err)
		return err;
	err = sources_load(ctx, c.seen & ALL_NETNS_SEEN, &sources);
	if (!err)
		metrics_print(stdout, &sources, c.seen & OPENMETRICS_SEEN);
	sources_free(&sources);
	return err;
}

static const struct command metrics_commands[] = {
	{ "show", metrics_show },
	{ 0 }
};

const struct object metrics_object = {
	.name = "metrics",
	.commands = metrics_commands,
	.help =
"Usage: pfcctl metrics [show [all-netns] [openmetrics]]\n"
"show prints the counters, peaks, states and settings of ports and pools as metrics for\n"
"Prometheus, in seconds and bytes.\n"
"         all-netns    also all network namespaces in /run/netns, with the label netns;\n"
"                      needs CAP_SYS_ADMIN (only the current namespace, without label)\n"
"         openmetrics  print OpenMetrics 1.0 (text format 0.0.4, which the textfile\n"
"                      collector of node_exporter needs)\n"
"Examples: pfcctl metrics\n"
"          pfcctl metrics show all-netns | promtool check metrics\n"
"          systemctl enable --now pfcctl-textfile.service\n",
};
