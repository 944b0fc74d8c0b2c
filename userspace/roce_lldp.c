// SPDX-License-Identifier: GPL-2.0-only
/*
 * Announcement of the settings to the peers, by lldpad if it runs.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "roce.h"

/* The client of lldpad; tests change it */
const char *roce_lldptool = "lldptool";

#define LLDP_WORDS	16
#define LLDP_LINE	256

/* Destination UDP port of RoCEv2, with the selector of datagram ports, and its priority */
#define ROCE_APP	"app=3,3,4791"

/* Runs lldptool with the words of @line.  Return: whether it succeeded */
static bool lldptool(const char *line)
{
	char text[LLDP_LINE], *argv[LLDP_WORDS + 1], *rest = NULL, *word;
	posix_spawn_file_actions_t actions;
	int n = 0, status = -1;
	pid_t pid;

	snprintf(text, sizeof(text), "%s", line);
	argv[n++] = (char *)roce_lldptool;
	for (word = strtok_r(text, " ", &rest); word && n < LLDP_WORDS;
	     word = strtok_r(NULL, " ", &rest))
		argv[n++] = word;
	argv[n] = NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	if (!posix_spawnp(&pid, roce_lldptool, &actions, NULL, argv, environ) &&
	    waitpid(pid, &status, 0) != pid)
		status = -1;
	posix_spawn_file_actions_destroy(&actions);
	return !status;
}

/**
 * roce_lldp_runs() - check whether lldpad runs in the network namespace
 *
 * Return: whether lldptool reaches lldpad.  Its socket belongs to the network namespace.
 */
bool roce_lldp_runs(void)
{
	return lldptool("-ping");
}

static void one(struct ctx *ctx, bool dry_run, const char *line)
{
	const char *ns = ctx->netns;

	if (!dry_run) {
		if (!lldptool(line))
			warn(ctx, "not announced: %s %s failed", roce_lldptool, line);
		return;
	}
	if (ns && strchr(ns, '/'))
		printf("nsenter --net=%s ", ns);
	else if (ns)
		printf("ip netns exec %s ", ns);
	printf("%s %s\n", roce_lldptool, line);
}

#define ETS_WORDS	"up2tc=0:0,1:0,2:0,3:3,4:0,5:0,6:6,7:7 " \
	"tsa=0:ets,1:strict,2:strict,3:ets,4:strict,5:strict,6:strict,7:strict " \
	"tcbw=50,0,0,50,0,0,0,0"

/**
 * roce_lldp() - announce PFC, ETS and the priority of RoCE, or withdraw the announcement
 * @ctx: the context
 * @dev: the device
 * @mode: the mode; %ROCE_MODES: off
 * @dry_run: print the commands instead
 */
void roce_lldp(struct ctx *ctx, const char *dev, enum roce_mode mode, bool dry_run)
{
	const bool on = mode < ROCE_MODES, pfc = mode < ROCE_LOSSY;
	const char *const words[] = {
		on ? "-L -i %s adminStatus=rxtx" : NULL,
		pfc ? "-T -i %s -V PFC willing=no enabled=3" :
		      "-T -i %s -V PFC willing=no enabled=none",
		on ? "-T -i %s -V PFC enableTx=yes" : "-T -i %s -V PFC enableTx=no",
		on ? "-T -i %s -V ETS-CFG willing=no " ETS_WORDS : NULL,
		on ? "-T -i %s -V ETS-CFG enableTx=yes" : "-T -i %s -V ETS-CFG enableTx=no",
		on ? "-T -i %s -V APP " ROCE_APP : "-T -i %s -V APP -d " ROCE_APP,
		on ? "-T -i %s -V APP enableTx=yes" : "-T -i %s -V APP enableTx=no",
	};
	char line[LLDP_LINE];
	const char *at;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!words[i])
			continue;
		at = strstr(words[i], "%s");
		snprintf(line, sizeof(line), "%.*s%s%s", (int)(at - words[i]), words[i], dev,
			 at + 2);
		one(ctx, dry_run, line);
	}
}
