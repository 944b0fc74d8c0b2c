// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl roce: commands and their reversal, devices.
 */
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include "roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

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
static bool apply(const struct step *step)
{
	return !strcmp(step->verb, "set") && words_apply(&ctx, step->object, step->words, &port);
}

/* The commands for the port, one by one */
static struct job plan_port(enum roce_mode mode, uint64_t rate)
{
	const struct roce_target target = { .dev = &device, .port = &port, .rate = rate };
	struct port wanted = port;
	struct job job = { 0 };

	CHECK(roce_wanted(&ctx, mode, &target, &wanted));
	roce_plan(&port, &wanted, true, &job);
	return job;
}

/* After the commands of a mode, a second plan is empty.  Their reversal restores the port. */
static void test_reversal(enum roce_mode mode, enum roce_mode next)
{
	struct job first, second, third;
	struct port before;
	size_t i;

	port_reset();
	before = port;
	first = plan_port(mode, 100000000);
	CHECK(first.n >= 6 && !first.full);
	for (i = 0; i < first.n; i++)
		CHECK(apply(&first.list[i].run));
	CHECK(port.rate == 100000000 && port.trust == PFC_TRUST_DSCP);
	CHECK(port.dscp_prio[26] == 3 && port.dscp_prio[48] == 6 && port.dscp_prio[3] == 0);
	CHECK(port.prio_pfc_tx[3] == (mode == ROCE_LOSSLESS) && !port.prio_pfc_tx[4]);
	CHECK(port.prio_pfc_rx[3] == (mode != ROCE_LOSSY) && !port.prio_pfc_rx[1]);
	CHECK(port.prio_watchdog[3] == (mode != ROCE_LOSSY) && !port.prio_watchdog[5]);
	CHECK(port.pgs[3].headroom_auto == (mode == ROCE_LOSSLESS));
	CHECK(port.tcs[3].bw == 50 && port.tcs[0].bw == 50 && !port.tcs[1].bw);
	second = plan_port(mode, 100000000);
	CHECK(!second.n);
	third = plan_port(next, 0);
	for (i = 0; i < third.n; i++)
		CHECK(apply(&third.list[i].run));
	for (i = third.n; i--;)
		CHECK(apply(&third.list[i].undo));
	for (i = first.n; i--;)
		CHECK(apply(&first.list[i].undo));
	CHECK(!memcmp(&port, &before, sizeof(port)));
	job_free(&first);
	job_free(&second);
	job_free(&third);
}

/* Return: the words of the only command of an object in a job, or "" */
static const char *words_of(const struct job *job, const char *object)
{
	const char *words = "";
	size_t i;

	for (i = 0; i < job->n; i++)
		if (!strcmp(job->list[i].run.object, object))
			words = job->list[i].run.words;
	return words;
}

/* Saves the settings of the port as "roce off" restores them */
static struct roce_saved settings_of_port(void)
{
	struct roce_saved saved = { .ifindex = 3, .dev = "p1", .port_id = 7, .mode = ROCE_MODES };
	const struct roce_setting *s;
	char line[WORDS_LEN];

	for (s = roce_settings; s->object; s++)
		if (roce_setting_words(line, s, &port))
			CHECK(roce_saved_add(&saved, line));
	return saved;
}

/* The commands of "roce off" */
static struct job plan_off(const struct roce_saved *saved)
{
	struct port to = port;
	struct job job = { 0 };
	size_t i;

	for (i = 0; i < saved->n; i++)
		CHECK(roce_line_apply(&ctx, saved->lines[i], &to));
	roce_plan(&port, &to, true, &job);
	return job;
}

/* Restores all settings of a mode, and no other setting */
static void test_restore(enum roce_mode mode)
{
	struct roce_saved saved;
	struct port before;
	struct job job;
	size_t i;

	port_reset();
	saved = settings_of_port();
	job = plan_port(mode, 0);
	for (i = 0; i < job.n; i++)
		CHECK(apply(&job.list[i].run));
	job_free(&job);
	port.control_prio = 5;
	job = plan_off(&saved);
	for (i = 0; i < job.n; i++)
		CHECK(apply(&job.list[i].run));
	job_free(&job);
	before = port;
	port_reset();
	port.control_prio = 5;
	CHECK(!memcmp(&port, &before, sizeof(port)));
}

/* A profile sets the headroom of its PGs, so the PG leaves it, and follows it again */
static void test_profile(void)
{
	struct roce_saved saved;
	struct job job;

	port_reset();
	memcpy(port.pgs[3].profile, "gold", 5);
	saved = settings_of_port();
	job = plan_port(ROCE_LOSSLESS, 0);
	CHECK(strstr(words_of(&job, "pg"), "pg 3 profile none "));
	CHECK(strstr(words_of(&job, "pg"), " headroom auto"));
	CHECK(apply(&(struct step){ "pg", "set", "pg 3 profile none headroom auto" }));
	CHECK(!*port.pgs[3].profile && port.pgs[3].headroom_auto);
	job_free(&job);
	job = plan_off(&saved);
	CHECK(!strcmp(words_of(&job, "pg"), "pg 3 profile gold"));
	job_free(&job);
	/* A profile with automatic headroom stays, and "off" has nothing to do */
	port_reset();
	memcpy(port.pgs[3].profile, "gold", 5);
	port.pgs[3].headroom_auto = 1;
	saved = settings_of_port();
	job = plan_port(ROCE_LOSSLESS, 0);
	CHECK(!*words_of(&job, "pg"));
	job_free(&job);
	job = plan_off(&saved);
	CHECK(!job.n);
	job_free(&job);
	job = plan_port(ROCE_LOSSY, 0);
	CHECK(!*words_of(&job, "pg"));
	job_free(&job);
}

/* Only entries that differ are sent: a request deletes the APP entries of all DSCPs that it has */
static void test_entries(void)
{
	struct roce_saved saved;
	struct job job;
	int i;

	port_reset();
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		port.dscp_prio[i] = i / 8;
	port.dscp_prio[26] = 5;
	port.dscp_prio[27] = 4;
	saved = settings_of_port();
	job = plan_port(ROCE_LOSSY, 0);
	CHECK(strstr(words_of(&job, "map"), "dscp-prio 26-27:3"));
	CHECK(!strstr(words_of(&job, "map"), "dscp-prio 26-27:3 2"));
	job_free(&job);
	port.dscp_prio[26] = 3;
	port.dscp_prio[27] = 3;
	port.dscp_prio[10] = 7;
	job = plan_off(&saved);
	CHECK(!strcmp(words_of(&job, "map"), "dscp-prio 10:1 26:5 27:4"));
	job_free(&job);
	/* The whole map is equal */
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		port.dscp_prio[i] = i / 8;
	port.trust = PFC_TRUST_PCP;
	job = plan_port(ROCE_LOSSY, 0);
	CHECK(strstr(words_of(&job, "map"), "trust dscp"));
	CHECK(!strstr(words_of(&job, "map"), "dscp-prio"));
	job_free(&job);
}

/* Single commands begin with PFC off, if PFC of a priority ends */
static void test_single(void)
{
	struct job job;

	port_reset();
	job = plan_port(ROCE_LOSSLESS, 100000000);
	CHECK(job.n > 2 && !strcmp(job.list[0].run.object, "pfc"));
	CHECK(job.n > 2 && !strcmp(job.list[0].run.words, "prio-pfc-tx 4:off"));
	job_free(&job);
	port.prio_pfc_tx[4] = 0;
	port.prio_pfc_tx[3] = 1;
	job = plan_port(ROCE_LOSSLESS, 100000000);
	CHECK(job.n > 2 && strcmp(job.list[0].run.object, "pfc"));
	job_free(&job);
}

/* Return: whether the ECN thresholds at a rate are @kmin and ten times @kmin */
static bool marks(uint64_t rate, uint32_t kmin)
{
	struct job job;
	size_t i;
	bool ok;

	port_reset();
	job = plan_port(ROCE_LOSSY, rate);
	for (i = 0; i < job.n; i++)
		apply(&job.list[i].run);
	ok = port.queues[3].ecn_kmin == kmin && port.queues[3].ecn_kmax == 10 * kmin &&
	     port.queues[3].ecn_pmax == PFC_PMAX_ONE && !port.queues[2].ecn_kmax;
	job_free(&job);
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

#define IFS	23

static const struct {
	const char	*name;
	const char	*kind;
	uint16_t	type;
	uint32_t	master;
	bool		address;
	uint32_t	link;
	const char	*qdisc;
} ifs[IFS] = {
	{ "lo", "", ARPHRD_LOOPBACK, 0, true, 0, NULL },
	{ "br0", "bridge", ARPHRD_ETHER, 0, true, 0, NULL },
	{ "p1", "veth", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "p2", "", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "rt0", "veth", ARPHRD_ETHER, 0, true, 0, NULL },
	{ "spare", "veth", ARPHRD_ETHER, 0, false, 0, NULL },
	{ "tun0", "tun", ARPHRD_NONE, 0, true, 0, NULL },
	{ "bond0", "bond", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "v10", "vlan", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "$(x)#", "veth", ARPHRD_ETHER, 0, false, 0, NULL },
	/* A routed VLAN on a VLAN on trunk; a VLAN in no use on idle */
	{ "trunk", "veth", ARPHRD_ETHER, 0, false, 0, NULL },
	{ "t1", "vlan", ARPHRD_ETHER, 0, false, 11, NULL },
	{ "t1.2", "vlan", ARPHRD_ETHER, 0, true, 12, NULL },
	{ "idle", "", ARPHRD_ETHER, 0, false, 0, NULL },
	{ "i1", "vlan", ARPHRD_ETHER, 0, false, 14, NULL },
	{ "mt", "macvtap", ARPHRD_ETHER, 0, true, 99, NULL },
	{ "iv", "ipvlan", ARPHRD_ETHER, 0, true, 99, NULL },
	{ "gre", "gretap", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "vx", "vxlan", ARPHRD_ETHER, 2, false, 0, NULL },
	{ "shaped", "", ARPHRD_ETHER, 0, true, 0, "htb" },
	/* Only link-local addresses: with a route, with a next hop of several, with none */
	{ "un1", "", ARPHRD_ETHER, 0, false, 0, NULL },
	{ "un2", "", ARPHRD_ETHER, 0, false, 0, NULL },
	{ "un3", "", ARPHRD_ETHER, 0, false, 0, NULL },
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
	if (ifs[i].link)
		mnl_attr_put_u32(nlh, IFLA_LINK, ifs[i].link);
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

/* All devices have a default qdisc, without a handle, or one of a user; and another one below */
static bool answer_if_qdisc(struct nlmsghdr *nlh, int i)
{
	struct tcmsg *tcm = mnl_nlmsg_get_payload(nlh);
	const bool root = i < IFS;

	if (i == 2 * IFS)
		return false;
	i %= IFS;
	tcm->tcm_ifindex = 1 + i;
	tcm->tcm_parent = root ? TC_H_ROOT : 0x10001;
	tcm->tcm_handle = root && !ifs[i].qdisc ? 0 : 0x10000;
	mnl_attr_put_strz(nlh, TCA_KIND, root && ifs[i].qdisc ? ifs[i].qdisc : "mq");
	return true;
}

/* un1 and un2 have routes; un3 has one of the kernel and a local one */
static bool answer_if_route(struct nlmsghdr *nlh, int i)
{
	struct rtmsg *route = mnl_nlmsg_get_payload(nlh);
	struct rtnexthop hop = { .rtnh_len = sizeof(hop), .rtnh_ifindex = 22 };

	route->rtm_family = AF_INET6;
	route->rtm_type = i == 3 ? RTN_LOCAL : RTN_UNICAST;
	route->rtm_protocol = i == 2 ? RTPROT_KERNEL : RTPROT_BGP;
	if (i == 1)
		mnl_attr_put(nlh, RTA_MULTIPATH, sizeof(hop), &hop);
	else
		mnl_attr_put_u32(nlh, RTA_OIF, i ? 23 : 21);
	return i < 4;
}

static void ifs_reset(void)
{
	kernel = (struct kernel){
		.link = answer_if, .address = answer_if_address, .qdisc = answer_if_qdisc,
		.route = answer_if_route,
	};
}

#define RATELESS(ns, mode, dev) \
	"pfcctl: Warning: " dev ": is a veth without a rate: kernel queues that no pause " \
	"reaches may drop packets, both ends need one; fix: pfcctl " ns "roce " mode \
	" rate 1gbit dev " dev "\n"

/* The command that makes a device of 1 Gb/s a port, and the commands that configure it */
#define ADD(ns, dev) \
	"pfcctl " ns "port add dev " dev " rate 1gbit\n"
#define SET(ns, dev) \
	"pfcctl " ns "map set dev " dev " dscp-prio 1-7:0\n" \
	"pfcctl " ns "pg set dev " dev " pg 3 headroom auto\n" \
	"pfcctl " ns "queue set dev " dev " queue 3 ecn-kmin 30280 ecn-kmax 302800\n" \
	"pfcctl " ns "ets set dev " dev " prio-tc 1-2:0 4-5:0" \
	" tc-tsa 1:strict 2:strict 4:strict 5:strict tc-bw 0:50 1:0 2:0 3:50 4:0 5:0\n" \
	"pfcctl " ns "watchdog set dev " dev " prio-watchdog 3:on\n" \
	"pfcctl " ns "pfc set dev " dev " prio-pfc 3:on\n"

static void test_devices(void)
{
	ifs_reset();
	CHECK(shows(PLAIN, "roce lossless rate 1gbit --dry-run",
		    "# lo: not configured: loopback device\n"
		    "# br0: not configured: bridge; its members can be ports\n"
		    "# spare: not configured: neither a member of a bridge nor routed: no route, and no address that is not link-local\n"
		    "# tun0: not configured: not an Ethernet device\n"
		    "# bond0: not configured: bond; its members can be ports\n"
		    "# v10: not configured: VLAN device; the device below can be a port\n"
		    "# $(x)#: not configured: neither a member of a bridge nor routed: no route, and no address that is not link-local\n"
		    "# t1: not configured: VLAN device; the device below can be a port\n"
		    "# t1.2: not configured: VLAN device; the device below can be a port\n"
		    "# idle: not configured: neither a member of a bridge nor routed: no route, and no address that is not link-local\n"
		    "# i1: not configured: VLAN device; the device below can be a port\n"
		    "# mt: not configured: macvtap device; the device below can be a port\n"
		    "# iv: not configured: ipvlan device; the device below can be a port\n"
		    "# gre: not configured: tunnel; the device that carries it can be a port\n"
		    "# vx: not configured: tunnel; the device that carries it can be a port\n"
		    "# shaped: not configured: has a root qdisc htb; a port needs the root qdisc\n"
		    "# un3: not configured: neither a member of a bridge nor routed: no route, and no address that is not link-local\n"
		    ADD("", "p1") ADD("", "p2") ADD("", "rt0") ADD("", "trunk")
		    ADD("", "un1") ADD("", "un2") SET("", "p1") SET("", "p2") SET("", "rt0")
		    SET("", "trunk") SET("", "un1") SET("", "un2"), 0, ""));
	CHECK(shows(IN_SW, "roce lossless --dry-run dev spare rate 1gbit dev p2",
		    ADD("-n sw ", "spare") ADD("-n sw ", "p2")
		    SET("-n sw ", "spare") SET("-n sw ", "p2"), 0, ""));
	CHECK(shows(IN_SW, "roce lossless --dry-run spare,p2,p2* rate 1gbit",
		    ADD("-n sw ", "spare") ADD("-n sw ", "p2")
		    SET("-n sw ", "spare") SET("-n sw ", "p2"), 0, ""));
	CHECK(shows(PLAIN, "roce lossless --dry-run spar*", "", 1,
		    "pfcctl: dev: 'spar*' matches no device that can be a port\n"));
	CHECK(shows(PLAIN, "roc lossy --dry rt0", "pfcctl port add dev rt0\n", 0,
		    RATELESS("", "lossy", "rt0")));
	CHECK(shows(PLAIN, "roce lossy --dry-run dev rt0", "pfcctl port add dev rt0\n", 0,
		    RATELESS("", "lossy", "rt0")));
	CHECK(shows(PLAIN, "roce semi-lossless --dry-run dev rt0",
		    "pfcctl watchdog set dev rt0 prio-watchdog 3:on\n"
		    "pfcctl pfc set dev rt0 prio-pfc-rx 3:on\n",
		    0, RATELESS("", "semi-lossless", "rt0")));
}

static void test_quotes(void)
{
	char buf[QUOTED_LEN];

	CHECK(!strcmp(shell_quote(buf, "eth0.10"), "eth0.10"));
	CHECK(!strcmp(shell_quote(buf, "/run/netns/a"), "/run/netns/a"));
	CHECK(!strcmp(shell_quote(buf, "#1"), "'#1'"));
	CHECK(!strcmp(shell_quote(buf, "a;b$c"), "'a;b$c'"));
	CHECK(!strcmp(shell_quote(buf, "it's"), "'it'\\''s'"));
	CHECK(!strcmp(shell_quote(buf, ""), "''"));
	ifs_reset();
	CHECK(shows(PLAIN, "roce lossless rate 1gbit --dry-run dev $(x)#",
		    ADD("", "'$(x)#'") SET("", "'$(x)#'"), 0, ""));
	CHECK(shows(&(const struct ctx){ .netns = "a b" }, "roce lossy --dry-run dev p1",
		    "pfcctl -n 'a b' port add dev p1\n", 0,
		    RATELESS("-n 'a b' ", "lossy", "p1")));
}

static void test_refusals(void)
{
	ifs_reset();
	CHECK(shows(PLAIN, "roce lossless dev nobody", "", 1,
		    "pfcctl: nobody: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "roce lossless dev p1 dev p1", "", 2,
		    "pfcctl: dev p1: given twice\n"));
	CHECK(shows(PLAIN, "roce lossless dev", "", 2,
		    "pfcctl: dev: no value given; fix: add a value after dev\n"));
	CHECK(shows(PLAIN, "roce lossless rate 1kbit", "", 1,
		    "pfcctl: rate: 1kbit is out of range 1 Mb/s..1600 Gb/s\n"));
	CHECK(shows(PLAIN, "roce lossless rate 1gbit rate 1gbit", "", 2,
		    "pfcctl: rate: given twice\n"));
	CHECK(shows(PLAIN, "roce lossless --dry-run --dry-run", "", 2,
		    "pfcctl: --dry-run: given twice\n"));
	CHECK(shows(PLAIN, "roce lossy prio 3", "", 1,
		    "pfcctl: prio: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "roce off rate 1gbit", "", 1,
		    "pfcctl: rate: no such device" FIND_DEV "\n"));
	CHECK(shows(PLAIN, "roce on", "", 2,
		    "pfcctl: roce: unknown command 'on'; expected: show lossless semi-lossless lossy off (pfcctl roce help)\n"
		    ));
	kernel.address = NULL;
	kernel.link = NULL;
	CHECK(shows(PLAIN, "roce lossless", "", 1,
		    "pfcctl: no device can be a port: none is a member of a bridge or routed; name one (dev DEV)\n"
		    ));
}

/**
 * test_roce() - test the plans and devices of pfcctl roce
 */
void test_roce(void)
{
	ctx = (struct ctx){ .err = stderr };
	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	test_reversal(ROCE_LOSSLESS, ROCE_LOSSY);
	test_reversal(ROCE_SEMI_LOSSLESS, ROCE_LOSSLESS);
	test_reversal(ROCE_LOSSY, ROCE_SEMI_LOSSLESS);
	test_restore(ROCE_LOSSLESS);
	test_restore(ROCE_LOSSY);
	test_profile();
	test_entries();
	test_single();
	test_ecn();
	test_devices();
	test_quotes();
	test_refusals();
	files_end();
}
