// SPDX-License-Identifier: GPL-2.0-only
/*
 * All objects of the command line, in the order of the help.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ &show_object,
"  show                                  overview: a line for each port and pool; the default\n" },
	{ &roce_object,
"  roce      { lossless | semi-lossless | lossy | off | show }\n"
"                                        all settings of a RoCE switch or host at once\n" },
	{ &port_object,
"  port      { add | del | set | show }  ports: devices with priority flow control\n" },
	{ &map_object,
"  map       { set | show }              classification and remarking\n" },
	{ &pfc_object,
"  pfc       { set | show }              PFC by priority, or 802.3x PAUSE\n" },
	{ &pg_object,
"  pg        { set | show }              priority groups: thresholds, headroom\n" },
	{ &profile_object,
"  profile   { add | del | set | show }  settings shared by priority groups\n" },
	{ &pool_object,
"  pool      { add | del | set | show }  shared buffer pools of the namespace\n" },
	{ &queue_object,
"  queue     { set | show }              egress queues: limits, ECN marking\n" },
	{ &ets_object,
"  ets       { set | show }              traffic classes: bandwidth shares, rate limits\n" },
	{ &headroom_object,
"  headroom  { show | speed | measure }  headroom that a link needs, term by term\n" },
	{ &stats_object,
"  stats     { show | clear }            counters\n" },
	{ &top_object,
"  top                                   live view: rates, buffers, pauses, root causes\n" },
	{ &watermark_object,
"  watermark { show | clear }            peak buffer use\n" },
	{ &watchdog_object,
"  watchdog  { set | show | history | clear | mitigate | release | inject }\n"
"                                        detection and mitigation of PFC storms\n" },
	{ &impair_object,
"  impair    { set | show | off | del }  disturb a link on purpose: loss, CE, delay, PFC\n"
"                                        frames, forced XOFF\n" },
	{ &save_object,
"  save                                  the configuration as commands\n" },
	{ &restore_object,
"  restore                               configure the namespace as a file says\n" },
	{ &check_object,
"  check     { show | link }             configuration faults and their fixes;\n"
"                                        test of a link with real PFC frames\n" },
	{ &why_object,
"  why                                   the causes of pauses: chains of waiting, and their\n"
"                                        roots\n" },
	{ &monitor_object,
"  monitor                               events as they happen\n" },
	{ &history_object,
"  history   { show | events }           pauses and their causes, also those that are over\n" },
	{ &metrics_object,
"  metrics                               metrics for Prometheus\n" },
	{ &sonic_object,
"  sonic     { import | export }         tables of a SONiC switch as commands, and back\n" },
	{ &test_object,
"  test      { list | run }              test plan for the PFC of a switch\n" },
	{ 0 }
};
