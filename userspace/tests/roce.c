// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl roce: the table of settings, commands and their reversal, devices, saved state.
 */
#include <dirent.h>
#include <errno.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../roce.h"
#include "link.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

/* ---- the table of settings ----------------------------------------------- */

static const struct roce_setting *entry(const char *object, const char *name)
{
	const struct roce_setting *s;

	for (s = roce_settings; s->object; s++)
		if (!strcmp(s->object, object) && !strcmp(s->name, name))
			return s;
	return NULL;
}

/* A new setting of a port fails here until roce_steps.c has a line for it */
static void test_complete(void)
{
	const struct roce_setting *r;
	const struct setting *s;
	unsigned int tables = 0;
	int i;

	for (i = 0; objects[i]; i++) {
		tables += !!objects[i]->settings;
		for (s = objects[i]->settings; s && s->name; s++) {
			if (s->read == read_dev || s->read == read_pgs || s->read == read_queues)
				continue;
			CHECK(entry(objects[i]->name, s->name));
			if (!entry(objects[i]->name, s->name))
				printf("roce_steps.c: no line for %s %s\n", objects[i]->name,
				       s->name);
		}
	}
	CHECK(tables == 7);
	for (r = roce_settings; r->object; r++)
		CHECK(roce_find(roce_object_named(r->object), r->name));
}

/* ---- commands and their reversal ------------------------------------------ */

static struct ctx ctx;
static struct port port;
static const struct device device = { .ifindex = 3, .name = "p1", .kind = "veth" };

/* Settings that differ from those of each mode, and that the kernel accepts */
static void port_reset(void)
{
	int i;

	memset(&port, 0, sizeof(port));
	snprintf(port.name, sizeof(port.name), "p1");
	port.ifindex = 3;
	port.id = 7;
	port.rate = 2500000000;
	port.speed = 2500;
	port.trust = PFC_TRUST_PCP_DSCP;
	port.flow_control = PFC_FLOW_CONTROL_PAUSE;
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		port.dscp_prio[i] = i * 5 % 8;
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		port.prio_pg[i] = 7 - i;
		port.prio_tc[i] = i / 2;
		port.tcs[i].tsa = i < 4 ? PFC_TSA_ETS : PFC_TSA_STRICT;
		port.tcs[i].bw = i < 4 ? 25 : 0;
		port.prio_pfc_tx[i] = i == 4;
		port.prio_pfc_rx[i] = i & 1;
		port.prio_watchdog[i] = i == 5;
	}
	port.pgs[ROCE_PRIO].headroom = 100001;
	port.queues[ROCE_PRIO] = (struct queue){ .ecn_kmin = 1025, .ecn_pmax = 12345 };
}

/* Applies a command to the port.  Return: whether it is valid */
static bool apply(const char *line)
{
	char text[ROCE_LINE], *words[BATCH_WORDS];
	struct args args = { 0, words };
	const struct object *object;
	struct change c;

	snprintf(text, sizeof(text), "%s", line);
	args.argc = batch_split(text, words);
	if (args.argc < 3 || strcmp(words[1], "set"))
		return false;
	object = roce_object_named(words[0]);
	args.argv += 2;
	args.argc -= 2;
	if (change_read(&ctx, &args, object->settings, &c) || !port_apply(&port, &c.msg.hdr))
		return false;
	/* A size ends automatic headroom; the request has only the size */
	if (c.pg.set & 1U << PFC_PG_A_HEADROOM)
		port.pgs[ROCE_PRIO].headroom_auto = 0;
	return true;
}

static struct roce_job plan(enum roce_mode mode, uint64_t rate)
{
	const struct roce_target target = { .dev = &device, .port = &port, .rate = rate };
	struct roce_job job = { 0 };

	roce_plan(&ctx, mode, &target, &job);
	return job;
}

/* After the commands of a mode, a second plan is empty.  Their reversal restores the port. */
static void test_reversal(enum roce_mode mode, enum roce_mode next)
{
	struct roce_job first, second, third;
	struct port before;
	size_t i;

	port_reset();
	before = port;
	first = plan(mode, 100000000);
	CHECK(first.n >= 6 && !first.full);
	for (i = 0; i < first.n; i++)
		CHECK(apply(first.list[i].line));
	CHECK(port.rate == 100000000 && port.trust == PFC_TRUST_DSCP);
	CHECK(port.dscp_prio[26] == 3 && port.dscp_prio[48] == 6 && port.dscp_prio[3] == 0);
	CHECK(port.prio_pfc_tx[3] == (mode == ROCE_LOSSLESS) && !port.prio_pfc_tx[4]);
	CHECK(port.prio_pfc_rx[3] == (mode != ROCE_LOSSY) && !port.prio_pfc_rx[1]);
	CHECK(port.prio_watchdog[3] == (mode != ROCE_LOSSY) && !port.prio_watchdog[5]);
	CHECK(port.pgs[3].headroom_auto == (mode == ROCE_LOSSLESS));
	CHECK(port.tcs[3].bw == 50 && port.tcs[0].bw == 50 && !port.tcs[1].bw);
	second = plan(mode, 100000000);
	CHECK(!second.n);
	third = plan(next, 0);
	for (i = 0; i < third.n; i++)
		CHECK(apply(third.list[i].line));
	for (i = third.n; i--;)
		CHECK(apply(third.list[i].undo));
	for (i = first.n; i--;)
		CHECK(apply(first.list[i].undo));
	CHECK(!memcmp(&port, &before, sizeof(port)));
	roce_job_free(&first);
	roce_job_free(&second);
	roce_job_free(&third);
}

/* Return: whether the ECN thresholds at a rate are @kmin and ten times @kmin */
static bool marks(uint64_t rate, uint32_t kmin)
{
	struct roce_job job;
	size_t i;
	bool ok;

	port_reset();
	job = plan(ROCE_LOSSY, rate);
	for (i = 0; i < job.n; i++)
		apply(job.list[i].line);
	ok = port.queues[3].ecn_kmin == kmin && port.queues[3].ecn_kmax == 10 * kmin &&
	     port.queues[3].ecn_pmax == PFC_PMAX_ONE && !port.queues[2].ecn_kmax;
	roce_job_free(&job);
	return ok;
}

static void test_ecn(void)
{
	CHECK(marks(100000000000, 150000));
	CHECK(marks(400000000000, 600000));
	CHECK(marks(40000000000, 60000));
	CHECK(marks(10000000000, 20 * 1514));
	CHECK(marks(1000000, 20 * 1514));
}

/* ---- devices -------------------------------------------------------------- */

#define IFS	9

static const struct {
	const char	*name;
	const char	*kind;
	uint16_t	type;
	uint32_t	master;
	bool		address;
} ifs[IFS] = {
	{ "lo", "", ARPHRD_LOOPBACK, 0, true },
	{ "br0", "bridge", ARPHRD_ETHER, 0, true },
	{ "p1", "veth", ARPHRD_ETHER, 2, false },
	{ "p2", "", ARPHRD_ETHER, 2, false },
	{ "rt0", "veth", ARPHRD_ETHER, 0, true },
	{ "spare", "veth", ARPHRD_ETHER, 0, false },
	{ "tun0", "tun", ARPHRD_NONE, 0, true },
	{ "bond0", "bond", ARPHRD_ETHER, 2, false },
	{ "v10", "vlan", ARPHRD_ETHER, 2, false },
};

static bool answer_if(struct nlmsghdr *nlh, int i)
{
	struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct nlattr *nest;

	if (i == IFS)
		return false;
	info->ifi_index = 1 + i;
	info->ifi_type = ifs[i].type;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, ifs[i].name);
	if (ifs[i].master)
		mnl_attr_put_u32(nlh, IFLA_MASTER, ifs[i].master);
	nest = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, ifs[i].kind);
	mnl_attr_nest_end(nlh, nest);
	return true;
}

static bool answer_if_address(struct nlmsghdr *nlh, int i)
{
	struct ifaddrmsg *addr = mnl_nlmsg_get_payload(nlh);

	if (i == IFS)
		return false;
	addr->ifa_index = 1 + i;
	addr->ifa_scope = ifs[i].address ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK;
	return true;
}

static void ifs_reset(void)
{
	kernel = (struct kernel){ .link = answer_if, .address = answer_if_address };
}

/* The commands that make a device of 1 Gb/s a port and configure it */
#define NEW(ns, dev) \
	"pfcctl " ns "port add dev " dev " rate 1gbit\n" \
	"pfcctl " ns "map set dev " dev " trust dscp dscp-prio class-selector" \
	" prio-pg 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7\n" \
	"pfcctl " ns "pg set dev " dev " pg 3 headroom auto\n" \
	"pfcctl " ns "queue set dev " dev " queue 3 ecn-kmin 30280 ecn-kmax 302800" \
	" ecn-pmax 100%\n" \
	"pfcctl " ns "ets set dev " dev " prio-tc all:0 3:3 6:6 7:7" \
	" tc-tsa all:strict 0:ets 3:ets tc-bw all:0 0:50 3:50\n" \
	"pfcctl " ns "watchdog set dev " dev " prio-watchdog all:off 3:on\n" \
	"pfcctl " ns "pfc set dev " dev " flow-control pfc prio-pfc-tx all:off 3:on" \
	" prio-pfc-rx all:off 3:on\n"

static void test_devices(void)
{
	ifs_reset();
	CHECK(shows(PLAIN, "roce lossless rate 1gbit --dry-run",
		    "# lo: not configured: loopback device\n"
		    "# br0: not configured: bridge; its members can be ports\n"
		    "# spare: not configured: neither a member of a bridge nor routed: it has no address\n"
		    "# tun0: not configured: not an Ethernet device\n"
		    "# bond0: not configured: bond; its members can be ports\n"
		    "# v10: not configured: VLAN device; the device below can be a port\n"
		    NEW("", "p1") NEW("", "p2") NEW("", "rt0"), 0, ""));
	CHECK(shows(IN_SW, "roce lossless --dry-run dev spare rate 1gbit dev p2",
		    NEW("-n sw ", "spare") NEW("-n sw ", "p2"), 0, ""));
	CHECK(shows(PLAIN, "roce lossy --dry-run dev rt0", "pfcctl port add dev rt0\n", 0, ""));
	CHECK(shows(PLAIN, "roce lossy --dry-run dev rt0",
		    " prio-watchdog all:off\n"
		    "pfcctl pfc set dev rt0 flow-control pfc prio-pfc-tx all:off prio-pfc-rx all:off\n",
		    0, ""));
	CHECK(shows(PLAIN, "roce semi-lossless --dry-run dev rt0",
		    " prio-watchdog all:off 3:on\n"
		    "pfcctl pfc set dev rt0 flow-control pfc prio-pfc-tx all:off prio-pfc-rx all:off 3:on\n",
		    0, ""));
}

static void test_refusals(void)
{
	ifs_reset();
	CHECK(shows(PLAIN, "roce lossless dev nobody", "", 1,
		    "pfcctl: nobody: no such device\n"));
	CHECK(shows(PLAIN, "roce lossless dev p1 dev p1", "", 2,
		    "pfcctl: dev p1: given twice\n"));
	CHECK(shows(PLAIN, "roce lossless dev", "", 2, "pfcctl: dev: no value given\n"));
	CHECK(shows(PLAIN, "roce lossless rate 1kbit", "", 1,
		    "pfcctl: rate: 1kbit is out of range 1 Mb/s..1600 Gb/s\n"));
	CHECK(shows(PLAIN, "roce lossless rate 1gbit rate 1gbit", "", 2,
		    "pfcctl: rate: given twice\n"));
	CHECK(shows(PLAIN, "roce lossless --dry-run --dry-run", "", 2,
		    "pfcctl: --dry-run: given twice\n"));
	CHECK(shows(PLAIN, "roce lossy prio 3", "", 2,
		    "pfcctl: unknown word 'prio'; expected: rate dev --dry-run\n"));
	CHECK(shows(PLAIN, "roce off rate 1gbit", "", 2,
		    "pfcctl: unknown word 'rate'; expected: dev --dry-run\n"));
	CHECK(shows(PLAIN, "roce on", "", 2,
		    "pfcctl: roce: unknown command 'on'; expected: show lossless semi-lossless lossy off (pfcctl roce help)\n"
		    ));
	kernel.address = NULL;
	kernel.link = NULL;
	CHECK(shows(PLAIN, "roce lossless", "", 1,
		    "pfcctl: no device can be a port: none is a member of a bridge or has an address; name one (dev DEV)\n"
		    ));
}

/* ---- saved state ----------------------------------------------------------- */

static char dir[40];

/* Return: the only file below the directory, or "" */
static const char *file_path(void)
{
	static char path[512];
	struct dirent *entry = NULL;
	int level;
	DIR *d;

	snprintf(path, sizeof(path), "%s", dir);
	for (level = 0; level < 2; level++) {
		d = opendir(path);
		while (d && (entry = readdir(d)))
			if (entry->d_name[0] != '.')
				break;
		if (!d || !entry) {
			if (d)
				closedir(d);
			return "";
		}
		snprintf(path + strlen(path), sizeof(path) - strlen(path), "/%s", entry->d_name);
		closedir(d);
	}
	return path;
}

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	CHECK(file);
	if (!file)
		return;
	fputs(text, file);
	fclose(file);
}

static void test_state(void)
{
	struct roce_saved saved = {
		.ifindex = 3, .dev = "p1", .port_id = 7, .mode = ROCE_SEMI_LOSSLESS,
	}, got, *all;
	char path[512];
	size_t n;

	ctx = (struct ctx){ .err = stderr };
	port_reset();
	CHECK(roce_load(&ctx, 3, &got) == STATUS_OK && !got.ifindex);
	CHECK(roce_saved_line(&saved, "port", &port) && roce_saved_line(&saved, "pfc", &port));
	port.rate = 0;
	CHECK(roce_saved_line(&saved, "port", &port));	/* keeps the first one */
	CHECK(roce_save(&ctx, &saved) == STATUS_OK);
	CHECK(roce_load(&ctx, 3, &got) == STATUS_OK);
	CHECK(got.ifindex == 3 && !strcmp(got.dev, "p1") && got.port_id == 7 && !got.added);
	CHECK(got.mode == ROCE_SEMI_LOSSLESS && got.n == 2);
	CHECK(got.n == 2 && !strcmp(got.lines[0], "port rate 2500mbit"));
	CHECK(got.n == 2 && strstr(got.lines[1], "pfc flow-control pause "));
	CHECK(got.n == 2 && strstr(got.lines[1], " prio-pfc-tx 0-3:off 4:on "));
	CHECK(got.n == 2 && strstr(got.lines[1], " prio-pfc-rx 0:off 1:on 2:off 3:on 4:off 5:on "));
	CHECK(roce_saved_valid(&got, &port) && !roce_saved_valid(&got, NULL));
	port.id = 8;
	CHECK(!roce_saved_valid(&got, &port));
	roce_saved_free(&got);
	CHECK(roce_load_all(&ctx, &all, &n) == STATUS_OK && n == 1);
	roce_saved_free(&all[0]);
	free(all);
	snprintf(path, sizeof(path), "%s", file_path());
	write_text(path, "pfcctl-roce 1\ndev p1\nset\n");
	ctx.err = fopen("/dev/null", "w");
	CHECK(roce_load(&ctx, 3, &got) == STATUS_FAILED);
	roce_saved_free(&got);
	write_text(path, "pfcctl-roce 2\ndev p1\n");
	CHECK(roce_load(&ctx, 3, &got) == STATUS_FAILED);
	roce_saved_free(&got);
	fclose(ctx.err);
	ctx.err = stderr;
	CHECK(roce_forget(&ctx, 3) == STATUS_OK && !*file_path());
	CHECK(roce_forget(&ctx, 3) == STATUS_OK);
	roce_saved_free(&saved);
}

/* The mock ports p1 and p2 keep their settings, whatever the commands set */
static void test_off(void)
{
	link_reset();
	CHECK(shows(PLAIN, "roce off", "no saved state: nothing to restore\n", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(*file_path());
	CHECK(shows(PLAIN, "roce off --dry-run",
		    "pfcctl pfc set dev p1 flow-control pfc prio-pfc-tx 0-2:off 3:on 4-7:off prio-pfc-rx 0-2:off 3:on 4-7:off\n"
		    "pfcctl watchdog set dev p1 prio-watchdog 0-2:off 3:on 4-7:off\n"
		    "pfcctl ets set dev p1 ", 0, ""));
	CHECK(shows(PLAIN, "roce off --dry-run", "pfcctl pg set dev p1 pg 3 headroom 256K\n", 0,
		    ""));
	CHECK(shows(PLAIN, "roce off dev p2", "no saved state: nothing to restore\n", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!*file_path());
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	is.ports = 0;
	CHECK(shows(PLAIN, "roce off",
		    "p1: the port was deleted or replaced since, its former settings are lost\n",
		    0, ""));
	CHECK(!*file_path());
	is.ports = 1;
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 1gbit", "lossless: p1\n", 0, ""));
	kernel.link = NULL;
	is.ports = 0;
	CHECK(shows(PLAIN, "roce off", "p1: the device does not exist any more\n", 0, ""));
	link_reset();
	is.rate[0] = 0;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: is a veth without a rate: kernel queues that no pause reaches may drop packets; fix: pfcctl roce lossless rate RATE dev p1\n"
		    ));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
}

static void test_failure(void)
{
	link_reset();
	kernel.error = -EPERM;
	CHECK(shows(PLAIN, "roce lossy dev p1", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN\n"
		    "pfcctl: roce: the command that failed: pfcctl map set dev p1 trust dscp dscp-prio class-selector prio-pg 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7\n"
		    "pfcctl: roce: all ports have their former settings again\n"));
	CHECK(!*file_path());
	link_reset();
	roce_dir = "/proc/pfcctl-test";
	kernel.requests = 0;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: roce: cannot save the present state: /proc/pfcctl-test: No such file or directory\n"
		    ));
	CHECK(kernel.requests == 4);	/* ports, devices and addresses; no change */
	roce_dir = dir;
}

/* ---- lldpad and the state on one screen ------------------------------------- */

static void test_lldp(void)
{
	static char script[64];
	char text[256], log[64], line[256] = "";
	unsigned int n = 0, app = 0, pfc = 0;
	FILE *file;

	snprintf(script, sizeof(script), "%s/lldptool", dir);
	snprintf(log, sizeof(log), "%s/.log", dir);
	snprintf(text, sizeof(text), "#!/bin/sh\necho \"$@\" >> %s\n", log);
	write_text(script, text);
	chmod(script, 0755);
	roce_lldptool = script;
	ctx = (struct ctx){ .err = stderr };
	CHECK(roce_lldp_runs());
	roce_lldp(&ctx, "p1", ROCE_SEMI_LOSSLESS, false);
	roce_lldp(&ctx, "p1", ROCE_MODES, false);
	file = fopen(log, "r");
	while (file && fgets(line, sizeof(line), file)) {
		n++;
		app += !strcmp(line, "-T -i p1 -V APP app=3,3,4791\n") ||
		       !strcmp(line, "-T -i p1 -V APP -d app=3,3,4791\n");
		pfc += !strcmp(line, "-T -i p1 -V PFC willing=no enabled=3\n") ||
		       !strcmp(line, "-T -i p1 -V PFC willing=no enabled=none\n");
	}
	if (file)
		fclose(file);
	CHECK(n == 13 && app == 2 && pfc == 2);
	link_reset();
	CHECK(shows(IN_SW, "roce lossless dev p1 --dry-run",
		    "ip netns exec sw /tmp/pfcctl-test-roce-", 0, ""));
	unlink(script);
	unlink(log);
	CHECK(!roce_lldp_runs());
}

static void test_screen(void)
{
	link_reset();
	CHECK(shows(PLAIN, "roce", "Counters of priority 3:\n", 0, ""));
	CHECK(shows(PLAIN, "roce show",
		    "    p1   off  1 Gb/s   dscp      3      3     0 %  strict     0 %  off   256 KiB         3\n",
		    0, ""));
	CHECK(shows(PLAIN, "roce show", "no setting deviates from the mode of its port\n", 0, ""));
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"off\",\"mode_set\":false,", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce show",
		    "p1: ecn-kmin is 0, lossless: 30280\n"
		    "p1: ecn-kmax is off, lossless: 302800\n"
		    "p1: ecn-pmax is 0%, lossless: 100%\n", 0, ""));
	CHECK(shows(IN_SW, "roce show",
		    "p1: 9 settings deviate; fix: pfcctl -n sw roce lossless dev p1\n", 0, ""));
	CHECK(shows(JSON, "roce show",
		    "{\"setting\":\"headroom\",\"is\":\"256K\",\"expected\":\"auto\"}",
		    0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	is.ports = 0;
	CHECK(shows(PLAIN, "roce", "no ports\n", 0, ""));
	link_reset();
}

/**
 * test_roce() - test pfcctl roce
 */
void test_roce(void)
{
	ctx = (struct ctx){ .err = stderr };
	snprintf(dir, sizeof(dir), "/tmp/pfcctl-test-roce-XXXXXX");
	if (!mkdtemp(dir)) {
		CHECK(!"a directory");
		return;
	}
	roce_dir = dir;
	roce_lldptool = "/nonexistent/lldptool";
	test_complete();
	test_reversal(ROCE_LOSSLESS, ROCE_LOSSY);
	test_reversal(ROCE_SEMI_LOSSLESS, ROCE_LOSSLESS);
	test_reversal(ROCE_LOSSY, ROCE_SEMI_LOSSLESS);
	test_ecn();
	test_devices();
	test_refusals();
	test_state();
	test_off();
	test_failure();
	test_lldp();
	test_screen();
	rmdir(dir);
	roce_dir = "/nonexistent";
}
