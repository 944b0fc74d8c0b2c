// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of lists and patterns of devices.
 */
#include <errno.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include <unistd.h>
#include "files.h"
#include "test.h"
#include "world.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define JSON	(&(const struct ctx){ .json = true })
#define BRIEF	(&(const struct ctx){ .brief = true })

#define HEAD	"# pfcctl save; see pfcctl-restore(8)\n"

/* The devices of the namespace: p3 has another root qdisc */
static bool link_of(struct nlmsghdr *nlh, int i)
{
	static const struct {
		const char	*name;
		const char	*kind;
		uint16_t	type;
	} links[] = {
		{ "lo", NULL, ARPHRD_LOOPBACK }, { "pbr", "bridge", ARPHRD_ETHER },
		{ "p0", "veth", ARPHRD_ETHER }, { "p1", "veth", ARPHRD_ETHER },
		{ "p2", NULL, ARPHRD_ETHER }, { "p3", "veth", ARPHRD_ETHER },
	};
	struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct nlattr *nest;

	if ((size_t)i >= ARRAY_SIZE(links))
		return false;
	info->ifi_index = i + 1;
	info->ifi_type = links[i].type;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, links[i].name);
	if (links[i].kind) {
		nest = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
		mnl_attr_put_strz(nlh, IFLA_INFO_KIND, links[i].kind);
		mnl_attr_nest_end(nlh, nest);
	}
	return true;
}

static bool qdisc_of(struct nlmsghdr *nlh, int i)
{
	struct tcmsg *tcm = mnl_nlmsg_get_payload(nlh);

	tcm->tcm_ifindex = 6;
	tcm->tcm_parent = TC_H_ROOT;
	tcm->tcm_handle = 1 << 16;
	mnl_attr_put_strz(nlh, TCA_KIND, "htb");
	return !i;
}

static void begin(void)
{
	world_begin();
	kernel.link = link_of;
	kernel.qdisc = qdisc_of;
}

/* Checks that a command succeeds without output, and what the command save then prints */
static bool leads_to(const char *line, const char *want)
{
	char *out = NULL, *err = NULL, *got = NULL, *none = NULL;
	bool ok;

	ok = !kernel_run(PLAIN, line, &out, &err) && !*out && !*err &&
	     !kernel_run(PLAIN, "save", &got, &none) && !*none &&
	     !strncmp(got, HEAD, strlen(HEAD)) && !strcmp(got + strlen(HEAD), want);
	if (!ok)
		printf("%s: %s%s%s%swant: %s\n", line, out, err, got ?: "", none ?: "", want);
	free(out);
	free(err);
	free(got);
	free(none);
	return ok;
}

static void test_changes(void)
{
	begin();
	CHECK(leads_to("port add dev p1,p0 rate 1gbit",
		       "port add dev p0 rate 1gbit\nport add dev p1 rate 1gbit\n"));
	CHECK(leads_to("port set p1,p1 overhead 20",
		       "port add dev p0 rate 1gbit\nport add dev p1 rate 1gbit overhead 20\n"));
	CHECK(leads_to("port del all", ""));
	/* no bridge, loopback device, or device with another root qdisc; p3 by its name only */
	CHECK(leads_to("port add all", "port add dev p0\nport add dev p1\nport add dev p2\n"));
	CHECK(leads_to("port add all", "port add dev p0\nport add dev p1\nport add dev p2\n"));
	CHECK(leads_to("port del p[02]", "port add dev p1\n"));
	CHECK(leads_to("port add dev p*,p3 rate 2gbit",
		       "port add dev p0 rate 2gbit\nport add dev p1\n"
		       "port add dev p2 rate 2gbit\nport add dev p3 rate 2gbit\n"));
	CHECK(leads_to("pg set p*,all pg 3 xoff 1K xon 1K",
		       "port add dev p0 rate 2gbit\npg set dev p0 pg 3 xoff 1K xon 1K\n"
		       "port add dev p1\npg set dev p1 pg 3 xoff 1K xon 1K\n"
		       "port add dev p2 rate 2gbit\npg set dev p2 pg 3 xoff 1K xon 1K\n"
		       "port add dev p3 rate 2gbit\npg set dev p3 pg 3 xoff 1K xon 1K\n"));
	world_end();
}

/* One command adds ports and sets what other objects show.  A refused setting leaves no port. */
static void test_add(void)
{
	begin();
	CHECK(leads_to("port add p1,p0 rate 1gbit pg 3 h auto prio-pfc 3:on prio-w 3:on ac alert",
		       "port add dev p0 rate 1gbit\npg set dev p0 pg 3 headroom auto\n"
		       "watchdog set dev p0 prio-watchdog 3:on action alert\n"
		       "pfc set dev p0 prio-pfc 3:on\n"
		       "port add dev p1 rate 1gbit\npg set dev p1 pg 3 headroom auto\n"
		       "watchdog set dev p1 prio-watchdog 3:on action alert\n"
		       "pfc set dev p1 prio-pfc 3:on\n"));
	CHECK(leads_to("port del all", ""));
	CHECK(leads_to("port add p0 rate 1gbit", "port add dev p0 rate 1gbit\n"));
	world.fail_at = world.changes + 2;
	world.error = -EINVAL;
	world.extack = "no";
	CHECK(shows(PLAIN, "port add p1 prio-pfc 3:on", "", 1, "pfcctl: p1: no\n"));
	CHECK(shows(PLAIN, "save", HEAD "port add dev p0 rate 1gbit\n", 0, ""));
	CHECK(leads_to("port del all", ""));
	world_end();
}

#define NO_MATCH "pfcctl: dev: 'x*' matches no port; fix: pfcctl port show lists the ports\n"

static void test_refusals(void)
{
	begin();
	CHECK(leads_to("port add p0,p1", "port add dev p0\nport add dev p1\n"));
	world.changes = 0;
	CHECK(shows(PLAIN, "port set p1,p9 rate 1gbit", "", 1,
		    "pfcctl: p9: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "port add p2,p9", "", 1, "pfcctl: p9: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "port add p2,p1", "", 1,
		    "pfcctl: p1: device is a pfc port already; "
		    "fix: pfcctl port set dev p1 changes its settings\n"));
	CHECK(shows(PLAIN, "port set x* rate 1gbit", "", 1, NO_MATCH));
	CHECK(shows(PLAIN, "port add pb*", "", 1,
		    "pfcctl: dev: 'pb*' matches no device that can become a port; "
		    "fix: ip link lists the devices; pfcctl port show lists those that are ports\n"
		    ));
	CHECK(shows(PLAIN, "port show p1,x*", "", 1, NO_MATCH));
	CHECK(shows(PLAIN, "port add p2 p1", "", 2,
		    "pfcctl: 'p1' is a second device; fix: write a list, as in dev DEV,p1\n"));
	CHECK(shows(PLAIN, "show p0 p1", "", 2,
		    "pfcctl: 'p1' is a second device; fix: write a list, as in dev DEV,p1\n"));
	CHECK(shows(PLAIN, "pg p1", "", 2,
		    "pfcctl: pg: no command before device p1; "
		    "fix: pfcctl pg show dev p1; pfcctl pg help lists the commands\n"));
	CHECK(shows(PLAIN, "port show p1,,p2", "", 1,
		    "pfcctl: dev: 'p1,,p2' is invalid; must be a list of device names and patterns like p1,p2 or p*, or all\n"
		    ));
	CHECK(shows(PLAIN, "port set p1,abcdefghijklmnop rate 1gbit", "", 1,
		    "pfcctl: dev: 'p1,abcdefghijklmnop' is invalid; must be a list of device names and patterns like p1,p2 or p*, or all\n"
		    ));
	CHECK(shows(PLAIN, "restore a dev all", "", 1,
		    "pfcctl: dev: 'all' is more than one device; must be a device\n"));
	CHECK(!world.changes);
	world_end();
}

/* Help on an object at the end of a command, too; a pool can have that name */
static void test_help(void)
{
	static const char *const lines[] = {
		"port help", "help port", "port --help", "port add help", "port add -h",
		"po set help", "hel po"
	};
	size_t i;

	begin();
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		CHECK(shows(PLAIN, lines[i], "Usage: pfcctl port add dev DEV [SETTING ...]\n", 0,
			    ""));
	CHECK(shows(PLAIN, "impair set help", "Usage: pfcctl impair set dev DEV ", 0, ""));
	CHECK(leads_to("pool add help size 1M", "pool add help size 1M\n"));
	CHECK(leads_to("pool del help", ""));
	CHECK(shows(PLAIN, "help port add", "", 2,
		    "pfcctl: unexpected word 'add'; the command ends before it\n"));
	CHECK(shows(PLAIN, "help prt", "", 2,
		    "pfcctl: unknown object 'prt'; did you mean 'port'? (pfcctl help)\n"));
	world_end();
}

static unsigned int any_device(const char *name)
{
	(void)name;
	return 1;
}

/* A device with such a name, and a name that comes from another command */
static void test_names(void)
{
	const char *error = "pfcctl: all: no such device" FIND_DEV "\n";
	unsigned int (*index_of)(const char *name);

	begin();
	CHECK(leads_to("port add p0", "port add dev p0\n"));
	index_of = kernel.index;
	kernel.index = any_device;
	CHECK(shows(PLAIN, "port set all rate 1gbit", "", 1, error));
	kernel.index = index_of;
	CHECK(shows(&(const struct ctx){ .literal = true }, "port set all rate 1gbit", "", 1,
		    error));
	CHECK(shows(PLAIN, "save", HEAD "port add dev p0\n", 0, ""));
	world_end();
}

/* A command stops at the first device that fails, and reports what it has changed */
static void test_stop(void)
{
	begin();
	CHECK(leads_to("port add p0,p1,p2", "port add dev p0\nport add dev p1\nport add dev p2\n"));
	world.fail_at = world.changes + 2;
	world.error = -EINVAL;
	world.extack = "no";
	CHECK(shows(PLAIN, "port set all rate 1gbit", "", 1,
		    "pfcctl: p1: no\npfcctl: Warning: stopped at p1; changed before: p0\n"));
	world.fail_at = world.changes + 1;
	CHECK(shows(PLAIN, "port set p2,p1 rate 1gbit", "", 1, "pfcctl: p2: no\n"));
	CHECK(leads_to("port del p1", "port add dev p0 rate 1gbit\nport add dev p2\n"));
	world_end();
}

static void test_shows(void)
{
	char *out, *err;

	begin();
	CHECK(leads_to("port add p2,p0,p1",
		       "port add dev p0\nport add dev p1\nport add dev p2\n"));
	CHECK(!kernel_run(PLAIN, "port show p1,p0", &out, &err) && !*err);
	CHECK(strstr(out, "p0: ") && strstr(out, "p1: ") && !strstr(out, "p2: "));
	/* in the order of ifindex, each port once */
	CHECK(strstr(out, "p0: ") < strstr(out, "p1: "));
	free(out);
	free(err);
	CHECK(!kernel_run(JSON, "pfc show p[12]", &out, &err) && !*err);
	CHECK(strstr(out, "[{\"dev\":\"p1\"") && strstr(out, "{\"dev\":\"p2\"") &&
	      !strstr(out, "\"p0\""));
	free(out);
	free(err);
	CHECK(shows(PLAIN, "save p1,p2", HEAD "port add dev p1\nport add dev p2\n", 0, ""));
	CHECK(leads_to("port del all", ""));
	CHECK(shows(JSON, "port show all", "[]\n", 0, ""));
	world_end();
}

/* The short form: what differs from the defaults, in words that the tool accepts */
static void test_brief(void)
{
	begin();
	CHECK(leads_to("port add p0", "port add dev p0\n"));
	CHECK(shows(BRIEF, "port show", "p0\n", 0, ""));
	CHECK(leads_to("port add p1 rate 1gbit prio-pfc 3:on pg 3 headroom auto action alert",
		       "port add dev p0\nport add dev p1 rate 1gbit\n"
		       "pg set dev p1 pg 3 headroom auto\nwatchdog set dev p1 action alert\n"
		       "pfc set dev p1 prio-pfc 3:on\n"));
	CHECK(shows(BRIEF, "port", "p0\np1 rate 1gbit\n", 0, ""));
	CHECK(shows(BRIEF, "pg show", "p0\np1 pg 3 headroom auto\n", 0, ""));
	CHECK(shows(BRIEF, "pfc show p*", "p0\np1 prio-pfc 3:on\n", 0, ""));
	CHECK(shows(BRIEF, "watchdog show", "p0\np1 action alert\n", 0, ""));
	CHECK(leads_to("queue set p0 queue 5 limit 1M", "port add dev p0\n"
		       "queue set dev p0 queue 5 limit 1M\nport add dev p1 rate 1gbit\n"
		       "pg set dev p1 pg 3 headroom auto\nwatchdog set dev p1 action alert\n"
		       "pfc set dev p1 prio-pfc 3:on\n"));
	CHECK(shows(BRIEF, "queue", "p0 queue 5 limit 1M\np1\n", 0, ""));
	CHECK(shows(&(const struct ctx){ .brief = true, .json = true }, "port show p*",
		    "[{\"dev\":\"p0\",\"ifindex\":3,", 0, ""));
	world_end();
}

/* With --force, a batch file continues after errors; the status is that of the first one */
static void test_force(void)
{
	char path[64], err[512] = "", want[512];
	struct ctx ctx = { .err = fmemopen(err, sizeof(err), "w") };

	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	snprintf(path, sizeof(path), "%s/batch", files_dir);
	files_write(path, "port add dev p0\nport frob\nport set p9,p8 rate 1gbit\n"
			  "port set p0 rate 1gbit\n");
	snprintf(want, sizeof(want),
		 "pfcctl: %s:2: port: unknown command 'frob'; expected: show add del set (pfcctl port help)\n",
		 path);
	begin();
	CHECK(batch_run(&ctx, path) == STATUS_USAGE);
	fflush(ctx.err);
	CHECK(!strcmp(err, want));
	CHECK(shows(PLAIN, "save", HEAD "port add dev p0\n", 0, ""));
	CHECK(leads_to("port del p0", ""));
	rewind(ctx.err);
	ctx.force = true;
	ctx.line = 0;
	CHECK(batch_run(&ctx, path) == STATUS_USAGE);
	fclose(ctx.err);
	snprintf(want + strlen(want), sizeof(want) - strlen(want),
		 "pfcctl: %s:3: p9: no such device" FIND_DEV "\n", path);
	CHECK(!strcmp(err, want));
	CHECK(shows(PLAIN, "save", HEAD "port add dev p0 rate 1gbit\n", 0, ""));
	nl_close(&ctx);
	world_end();
	unlink(path);
	files_end();
}

/* Commands of a file that restore reads */
static void test_file(void)
{
	char path[64], line[96], error[160];

	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	snprintf(path, sizeof(path), "%s/conf", files_dir);
	snprintf(line, sizeof(line), "restore %s", path);
	begin();
	files_write(path, "port add dev p2,p0 rate 1gbit\nport set p* overhead 20\n"
			  "port set all delay 1us\n");
	CHECK(shows(PLAIN, line, ": 2 changes\n", 0, ""));
	CHECK(shows(PLAIN, "save", HEAD "port add dev p0 rate 1gbit overhead 20 delay 1us\n"
		    "port add dev p2 rate 1gbit overhead 20 delay 1us\n", 0, ""));
	files_write(path, "port add dev p2,p0 rate 1gbit prio-pfc 3:on pg 3 headroom auto\n");
	CHECK(shows(PLAIN, line, " changes\n", 0, ""));
	CHECK(shows(PLAIN, "save p2", HEAD "port add dev p2 rate 1gbit\n"
		    "pg set dev p2 pg 3 headroom auto\npfc set dev p2 prio-pfc 3:on\n", 0, ""));
	files_write(path, "port add dev p*\n");
	snprintf(line, sizeof(line), "restore %s --dry-run", path);
	snprintf(error, sizeof(error),
		 "pfcctl: %s:1: dev: 'p*' is a pattern; must be names of devices\n", path);
	CHECK(shows(PLAIN, line, "", 1, error));
	world_end();
	unlink(path);
	files_end();
}

/**
 * test_select() - test lists and patterns of devices
 */
void test_select(void)
{
	test_changes();
	test_add();
	test_refusals();
	test_help();
	test_names();
	test_stop();
	test_shows();
	test_brief();
	test_force();
	test_file();
}
