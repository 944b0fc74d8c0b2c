// SPDX-License-Identifier: GPL-2.0-only
/*
 * First process of the simulator's user-mode kernel.  The kernel is a process of the host
 * machine, and inherits two open directories from its parent.  File descriptor 3 is the
 * directory of the run: it contains the file "plan", and this program writes the files
 * "samples" and "status" to it.  File descriptor 4 is the directory of the kernel modules and of
 * pfcctl.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "lab.h"

#define FILES_MAX	(4 * PFCLAB_TCP_MAX)

/**
 * struct order - kind of line in the plan
 * @name: first word of the line
 * @words: number of words after @name
 * @run: executes the line and returns an exit status
 */
struct order {
	const char	*name;
	int		words;
	int		(*run)(struct lab *lab, struct ctx *ctx, char **words);
};

/* node NAME: creates a node, a network namespace */
static int add_node(struct lab *lab, struct ctx *ctx, char **words)
{
	return node_add(lab, ctx, words[0]);
}

static const struct order orders[] = {
	{ "node", 1, add_node },
	{ "veth", 7, add_veth },
	{ "down", 2, set_down },
	{ "up", 2, set_up },
	{ "settle", 2, settle_link },
	{ "bridge", 1, add_bridge },
	{ "member", 3, add_member },
	{ "fdb", 3, add_fdb },
	{ "router", 1, add_router },
	{ "route", 4, add_route },
	{ "seed", 1, set_seed },
	{ "flow", 24, add_flow },
	{ "transport", 9, add_transport },
	{ "sender", 6, set_sender },
	{ "int", 3, add_int },
	{ "reliable", 9, set_reliable },
	{ "tcp", 12, add_tcp },
	{ "tcp-after", 2, add_tcp_dependency },
	{ "after", 2, add_dependency },
	{ "path", 3, add_path },
	{ "pause", 7, add_pause },
	{ "address", 3, add_address },
	{ "neighbour", 4, add_neighbour },
	{ "program", 3, add_program },
	{ "capture", 4, add_capture },
	{ "run", 5, run },
};

/* pfcctl NODE WORDS...: runs a command of pfcctl in the network namespace of a node */
static int run_pfcctl(struct lab *lab, struct ctx *ctx, struct args *args)
{
	struct node *node;

	if (args->argc < 2)
		return fail(ctx, "pfcctl: node or command missing; must be pfcctl NODE WORDS...");
	node = node_enter(lab, ctx, *args->argv++);
	args->argc--;
	return node ? command_run(&node->ctx, args) : STATUS_FAILED;
}

/*
 * Execute a line of the plan.
 * @line: the line; modified
 * Return: an exit status.
 */
int run_order(struct lab *lab, struct ctx *ctx, char *line)
{
	char *words[BATCH_WORDS];
	int n;
	struct args args;
	size_t i;

	if (!strncmp(line, AT, strlen(AT)))
		return add_event(lab, ctx, line + strlen(AT));
	n = batch_split(line, words);
	args = (struct args){ n - 1, words + 1 };
	if (n < 1)
		return n ? fail(ctx, "the line '%s ...' has more than %d words", words[0],
				BATCH_WORDS) : STATUS_OK;
	if (!strcmp(words[0], "pfcctl"))
		return run_pfcctl(lab, ctx, &args);
	for (i = 0; i < ARRAY_SIZE(orders); i++)
		if (!strcmp(orders[i].name, words[0]) && orders[i].words == n - 1)
			return orders[i].run(lab, ctx, words + 1);
	return fail(ctx, "unknown order '%s' with %d words", words[0], n - 1);
}

static int run_plan(struct lab *lab, struct ctx *ctx, FILE *plan)
{
	char *line = NULL;
	size_t size = 0;
	int err = STATUS_OK;

	ctx->file = "plan";
	while (!err && getline(&line, &size, plan) >= 0) {
		ctx->line++;
		err = run_order(lab, ctx, line);
	}
	free(line);
	return err;
}

static int load(struct ctx *ctx, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0) < 0)
		return fail(ctx, "cannot insert the module %s: %s", path, strerror(errno));
	close(fd);
	return STATUS_OK;
}

static int mount_tmpfs(struct ctx *ctx, const char *path)
{
	return mount("tmp", path, "tmpfs", 0, NULL) < 0 ?
	       fail(ctx, "cannot mount %s: %s", path, strerror(errno)) : STATUS_OK;
}

/* Mounts /run, see RUN, and in it the directory of the host machine that contains pfcctl */
static int mount_run(struct ctx *ctx)
{
	int err = mount_tmpfs(ctx, RUN);

	if (err)
		return err;
	if (mkdir(NAMES, 0755) < 0 || mkdir(TOOLS, 0755) < 0)
		return fail(ctx, "cannot create directories in " RUN ": %s", strerror(errno));
	if (mount("lab", TOOLS, "hostfs", MS_RDONLY, "/proc/self/fd/4/bin") < 0)
		return fail(ctx, "cannot mount the directory of pfcctl at " TOOLS ": %s",
			    strerror(errno));
	return STATUS_OK;
}

/* Enlarges the kernel's backlog queues, so that no queue except those of ports drops frames */
static int set_backlog(struct ctx *ctx)
{
	FILE *file = fopen("/proc/sys/net/core/netdev_max_backlog", "we");

	if (!file || fputs("1000000", file) < 0 || fclose(file))
		return fail(ctx, "cannot write /proc/sys/net/core/netdev_max_backlog: %s",
			    strerror(errno));
	return STATUS_OK;
}

/* A node has three file descriptors: a network namespace and two sockets.  A TCP flow has two. */
static int allow_files(struct ctx *ctx)
{
	const struct rlimit limit = { FILES_MAX, FILES_MAX };

	return setrlimit(RLIMIT_NOFILE, &limit) < 0 ?
	       fail(ctx, "cannot allow %d open files: %s", FILES_MAX, strerror(errno)) : STATUS_OK;
}

static int simulate(struct ctx *ctx)
{
	FILE *plan = fopen(DIR "/plan", "re");
	struct lab lab = { .out = fopen(DIR "/samples", "we") };
	int err;

	if (!plan)
		return fail(ctx, "cannot open " DIR "/plan");
	if (!lab.out)
		return fail(ctx, "cannot create " DIR "/samples: %s", strerror(errno));
	err = set_backlog(ctx) ?: allow_files(ctx);
	if (!err)
		err = traffic_open(&lab, ctx);
	if (!err)
		err = run_plan(&lab, ctx, plan);
	if (!err && fclose(lab.out))
		err = fail(ctx, "cannot write " DIR "/samples: %s", strerror(errno));
	return err;
}

int main(void)
{
	struct ctx ctx = { .err = stderr };
	int err;

	if (mount("lab", DIR, "hostfs", 0, "/proc/self/fd/3") < 0)
		fail(&ctx, "cannot mount the host directory of the results at " DIR ": %s",
		     strerror(errno));
	ctx.err = fopen(DIR "/status", "we") ?: stderr;

	/* These paths are in the host machine's /proc, which the mount of /proc below hides */
	err = load(&ctx, "/proc/self/fd/4/pfclab/pfclab.ko") ?:
	      load(&ctx, "/proc/self/fd/4/pfc/pfc.ko") ?: mount_run(&ctx);
	if (!err && mount("proc", "/proc", "proc", 0, NULL) < 0)
		err = fail(&ctx, "cannot mount /proc: %s", strerror(errno));
	if (!err)
		err = mount_tmpfs(&ctx, "/tmp");
	if (!err)
		err = simulate(&ctx);
	if (!err)
		fprintf(ctx.err, "done\n");
	fflush(ctx.err);

	/*
	 * Do not close /dev/pfclab: close() waits until no frame of a flow is queued, and a
	 * paused queue may hold its frames forever
	 */
	reboot(RB_POWER_OFF);
	return 1;
}
