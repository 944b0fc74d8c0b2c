// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl roce with ports that change: modes, off, failures, signals, output.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

#define RATELESS \
	"pfcctl: Warning: p1: is a veth without a rate: kernel queues that no pause reaches may drop packets, both ends need one; fix: pfcctl roce lossless rate 1gbit dev p1\n"

#define NO_ROOM		"p1 PG 3 needs 2 bytes of headroom, 1 bytes are free in pool default, a size of 5 is enough"
#define ADD_ROOM	"; fix: pfcctl pool set default size 5, or reserve less (headroom, min)"

/* Number of requests of each kind */
static unsigned int changes, adds, deletions;

/* The deletion, and the change, that fail: their numbers from 1; 0: none */
static unsigned int bad_deletion, bad_change;

/* Change from which on all fail; 0: none */
static unsigned int bad_from;

/* A pool is too small for the former settings of p1 until p2 is no longer a port */
static bool undo_is_small;

/* A pool is too small for the settings of p1 until p2 has its settings */
static bool pool_is_small;

/* Return: whether a request is for p1 */
static bool is_p1(const struct nlmsghdr *nlh)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_IFNAME)
			return !strcmp(mnl_attr_get_str(attr), "p1");
	return false;
}

static void count(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const bool add = nlh->nlmsg_type == RTM_NEWQDISC, del = nlh->nlmsg_type == RTM_DELQDISC;
	const bool change = !add && !del && !(nlh->nlmsg_flags & NLM_F_DUMP) &&
			    genl->cmd == PFC_CMD_PORT_SET;

	adds += add;
	deletions += del;
	changes += change;
	kernel.error = 0;
	if (del && deletions == bad_deletion)
		kernel.error = -EBUSY;
	if (change && (changes == bad_change || (bad_from && changes >= bad_from)))
		kernel.error = -ERANGE;
	kernel.warning = NULL;
	kernel.cause = PFC_CAUSE_NONE;
	if (change && undo_is_small && changes > bad_change && !deletions && is_p1(nlh))
		kernel.error = -ENOSPC;
	if (change && pool_is_small && is_p1(nlh)) {
		kernel.error = -ENOSPC;
		kernel.warning = NO_ROOM;
		kernel.cause = PFC_CAUSE_POOL_RESERVED;
	} else if (change) {
		pool_is_small = false;
	}
	if (!kernel.error)
		link_set(nlh);
}

static void live(void)
{
	link_reset();
	kernel.sent = count;
	changes = 0;
	adds = 0;
	deletions = 0;
	bad_deletion = 0;
	bad_change = 0;
	bad_from = 0;
	pool_is_small = false;
	undo_is_small = false;
}

/* Return: whether a command fails or its output does not contain @text */
static bool lacks(const char *line, const char *text)
{
	char *out, *err;
	bool ok;

	ok = kernel_run(PLAIN, line, &out, &err) || !strstr(out, text);
	free(out);
	free(err);
	return ok;
}

/* ---- modes and off ------------------------------------------------------------ */

static void test_off(void)
{
	live();
	CHECK(shows(PLAIN, "roce off", "no saved state: nothing to restore\n", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(changes == 1);	/* all settings of a port are one request */
	CHECK(files_has_state());
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1 (no change)\n", 0, ""));
	CHECK(changes == 1);
	/* The saved settings of PFC and watchdog are those of the mode: no command for them */
	CHECK(shows(PLAIN, "roce off --dry-run", "pfcctl ets set dev p1 ", 0, ""));
	CHECK(shows(PLAIN, "roce off --dry-run",
		    " prio-pg 1-7:0\n"
		    "pfcctl pg set dev p1 pg 3 headroom 256K\n", 0, ""));
	/* Other settings stay */
	CHECK(shows(PLAIN, "map set dev p1 control-prio 5", "", 0, ""));
	CHECK(lacks("roce off --dry-run", "control-prio"));
	CHECK(lacks("roce off --dry-run", "pfcctl pfc set"));
	CHECK(lacks("roce off --dry-run", "pfcctl watchdog set"));
	CHECK(shows(PLAIN, "roce off dev p2", "no saved state: nothing to restore\n", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(changes == 3 && !files_has_state());
	CHECK(shows(PLAIN, "roce show", "    p1   off  1 Gb/s ", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	is.ports = 0;
	CHECK(shows(PLAIN, "roce off",
		    "p1: the port was deleted or replaced since, its former settings are lost\n",
		    0, ""));
	CHECK(!files_has_state());
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 2gbit", "lossless: p1\n", 0, ""));
	is.id++;
	CHECK(shows(PLAIN, "roce off",
		    "p1: the port was deleted or replaced since, its former settings are lost\n",
		    0, ""));
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 1gbit", "lossless: p1\n", 0, ""));
	kernel.link = NULL;
	is.ports = 0;
	CHECK(shows(PLAIN, "roce off", "p1: the device does not exist any more\n", 0, ""));
	live();
	is.rate[0] = 0;
	CHECK(shows(PLAIN, "roce lossless dev p1 --dry-run", "", 0, RATELESS));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, RATELESS));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
}

/* A profile in the mock kernel; the kernel deletes it when the pointer becomes NULL */
static const char *profile;
static bool (*answer)(struct nlmsghdr *nlh, int i);

static bool answer_profile(struct nlmsghdr *nlh, int i)
{
	if (i || !profile)
		return false;
	mnl_attr_put_strz(nlh, PFC_A_PROFILE_NAME, profile);
	return true;
}

static void count_profiles(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	const bool dump = nlh->nlmsg_flags & NLM_F_DUMP;

	kernel.answer = dump && genl->cmd == PFC_CMD_PROFILE_GET ? answer_profile : answer;
	count(nlh);
}

static void test_profile(void)
{
	live();
	answer = kernel.answer;
	kernel.sent = count_profiles;
	is.profile = "gold";
	profile = "gold";
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce off --dry-run", "pfcctl pg set dev p1 pg 3 profile gold\n", 0,
		    ""));
	profile = NULL;
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0,
		    "pfcctl: Warning: p1: profile gold was deleted since: PG 3 keeps the settings of RoCE\n"
		    ));
	CHECK(changes == 2 && !files_has_state());
}

/* The directory is readable for all, whatever the umask is */
static void test_umask(void)
{
	const mode_t mask = umask(077);
	char dir[64];
	struct stat st;

	live();
	snprintf(dir, sizeof(dir), "%s/sub", files_dir);
	state_root = dir;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(!stat(dir, &st) && (st.st_mode & 0777) == 0755);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!rmdir(dir));
	CHECK(umask(mask) == 077);
	state_root = files_dir;
}

/* Devices that were no ports */
static void test_added(void)
{
	live();
	is.ports = 0;
	CHECK(shows(PLAIN, "roce lossless rate 1gbit dev p1 dev p2", "lossless: p1 p2\n", 0, ""));
	CHECK(adds == 2 && is.ports == 2);
	CHECK(shows(PLAIN, "roce off --dry-run",
		    "pfcctl port del dev p1\npfcctl port del dev p2\n", 0, ""));
	/* The state of a port that cannot be deleted stays */
	bad_deletion = 2;
	CHECK(shows(PLAIN, "roce off", "p1: is not a port, as before\n", 1,
		    "pfcctl: p2: Device or resource busy\npfcctl: roce: p2: the change failed\n"));
	CHECK(deletions == 2 && files_has_state());
	is.ports = 2;
	CHECK(shows(PLAIN, "roce off", "p2: is not a port, as before\n", 0, ""));
	CHECK(!files_has_state());
	/* The second device is refused: the first one is no port again */
	live();
	is.ports = 0;
	bad_change = 4;	/* two rates, the settings of p1, the settings of p2 */
	CHECK(shows(PLAIN, "roce lossless rate 1gbit dev p1 dev p2", "", 1,
		    "pfcctl: p2: Numerical result out of range\n"
		    "pfcctl: roce: p2: the change failed\n"
		    "pfcctl: roce: all ports have their former settings again\n"));
	CHECK(adds == 2 && deletions == 2 && !is.ports && !files_has_state());
}

/* ---- failures --------------------------------------------------------------------- */

static void test_failure(void)
{
	char *out, *err;

	live();
	bad_change = 1;
	CHECK(shows(PLAIN, "roce lossy dev p1", "", 1,
		    "pfcctl: p1: Numerical result out of range\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(changes == 1 && !files_has_state());
	/* The reversal fails, too: the state stays, and "off" restores it later */
	live();
	bad_from = 2;
	CHECK(kernel_run(PLAIN, "roce lossy dev p1 rate 2gbit dev p2", &out, &err) ==
	      STATUS_FAILED);
	CHECK(strstr(err, "pfcctl: roce: p2: the change failed\n"
			  "pfcctl: p1: Numerical result out of range\n"
			  "pfcctl: Warning: not restored; the command was: pfcctl port set dev p1 rate 1gbit\n"
		     ));
	CHECK(strstr(err, "pfcctl: roce: the former settings stay saved, for pfcctl roce off\n"));
	free(out);
	free(err);
	CHECK(files_has_state());
	bad_from = 0;
	CHECK(shows(PLAIN, "roce show", "    p1  lossy  2 Gb/s ", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(shows(PLAIN, "roce show", "    p1   off  1 Gb/s ", 0, ""));
	/* "off" fails at the second port: the first one keeps the settings of RoCE */
	live();
	CHECK(shows(PLAIN, "roce lossy dev p1 dev p2", "lossy: p1 p2\n", 0, ""));
	bad_change = 4;
	CHECK(shows(PLAIN, "roce off", "", 1,
		    "pfcctl: p2: Numerical result out of range\n"
		    "pfcctl: roce: p2: the change failed\n"
		    "pfcctl: roce: off failed: no port has its former settings, all keep those of RoCE\n"
		    ));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\np2: has", 0, ""));
	/* "off" fails: the state stays */
	live();
	CHECK(shows(PLAIN, "roce lossy dev p1", "lossy: p1\n", 0, ""));
	bad_change = 2;
	CHECK(shows(PLAIN, "roce off", "", 1,
		    "pfcctl: p1: Numerical result out of range\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(files_has_state());
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	live();
	state_root = "/proc/pfcctl-test";
	kernel.requests = 0;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: cannot lock /proc/pfcctl-test: No such file or directory\n"));
	CHECK(!kernel.requests);
	state_root = files_dir;
}

/* A pool that is too small for one port first has room after the change of another one */
static void test_pool(void)
{
	live();
	pool_is_small = true;
	CHECK(shows(PLAIN, "roce lossy dev p1 dev p2", "lossy: p1 p2\n", 0, ""));
	CHECK(changes == 3);
	pool_is_small = true;
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\np2: has", 0, ""));
	CHECK(changes == 6 && !files_has_state());
	pool_is_small = true;
	CHECK(shows(PLAIN, "roce lossy dev p1", "", 1,
		    "pfcctl: " NO_ROOM ADD_ROOM "\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(!files_has_state());
}

#define LARGER	"pool gold: size 2M instead of 1M, for the headroom of PG 3\n"

/* A pool without room for the headrooms and a shared part grows, and "off" undoes that */
static void test_pool_grows(void)
{
	live();
	is.needed = 1000;
	CHECK(lacks("roce lossless dev p1", "pool"));
	live();
	is.headroom = 1000;
	is.needed = 401000;
	CHECK(shows(IN_SW, "roce lossless dev p1 --dry-run",
		    "pfcctl -n sw pool set gold size 2M\npfcctl -n sw ", 0, ""));
	CHECK(shows(JSON, "roce lossless dev p1 --dry-run",
		    "\"pools\":[{\"name\":\"gold\",\"size\":2097152,\"former_size\":1048576,\"commands\":[\"pfcctl pool set gold size 2M\"]}],",
		    0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n" LARGER, 0, ""));
	live();
	is.headroom = 1000;
	is.needed = 401000;
	CHECK(shows(JSON, "roce lossless dev p1",
		    "\"pools\":[{\"name\":\"gold\",\"size\":2097152,\"former_size\":1048576}],", 0,
		    ""));
	/* The port does not report what it would need at another rate */
	live();
	is.headroom = 1000;
	is.needed = 1000;
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 2gbit", "lossless: p1\n" LARGER, 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	/* A change that fails also undoes the size */
	live();
	is.headroom = 1000;
	is.needed = 401000;
	bad_change = 1;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: p1: Numerical result out of range\n"
		    "pfcctl: roce: p1: the change failed\n"
		    "pfcctl: roce: all ports have their former settings again\n"));
}

/* p1 has a root qdisc of another kind */
static void refuse_qdisc(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);

	kernel.error = nlh->nlmsg_type == RTM_NEWQDISC ? -EEXIST :
		       nlh->nlmsg_type != RTM_GETQDISC && !(nlh->nlmsg_flags & NLM_F_DUMP) &&
		       genl->cmd == PFC_CMD_PORT_GET ? -ENODEV : 0;
}

/* The fix of another tool enters the namespace, too */
static void test_qdisc(void)
{
	live();
	is.ports = 0;
	kernel.sent = refuse_qdisc;
	CHECK(shows(PLAIN, "port add dev p1", "", 1,
		    "pfcctl: p1: has a root qdisc of another kind; fix: tc qdisc del dev p1 root\n"
		    ));
	CHECK(shows(IN_SW, "port add dev p1", "", 1,
		    "pfcctl: p1: has a root qdisc of another kind; fix: ip netns exec sw tc qdisc del dev p1 root\n"
		    ));
	CHECK(shows(&(const struct ctx){ .netns = "/proc/42/ns/net" }, "port add dev p1", "", 1,
		    "pfcctl: p1: has a root qdisc of another kind; fix: nsenter --net=/proc/42/ns/net tc qdisc del dev p1 root\n"
		    ));
}

/* The reversal of p1 fails until p2 is no longer a port */
static void test_pool_undo(void)
{
	live();
	is.ports = 1;
	undo_is_small = true;
	bad_change = 3;		/* the rate of p2, the settings of p1, those of p2 */
	CHECK(shows(PLAIN, "roce lossy rate 1gbit dev p1 dev p2", "", 1,
		    "pfcctl: p2: Numerical result out of range\n"
		    "pfcctl: roce: p2: the change failed\n"
		    "pfcctl: roce: all ports have their former settings again\n"));
	CHECK(changes == 5 && deletions == 1 && !files_has_state());
}

/* The directory of the states disappears during the run, so the mode cannot be recorded */
static void lose_directory(const struct nlmsghdr *nlh)
{
	count(nlh);
	if (changes == 1)
		state_root = "/proc/pfcctl-test";
}

static void test_record(void)
{
	char *out, *err;

	live();
	kernel.sent = lose_directory;
	CHECK(kernel_run(PLAIN, "roce lossy dev p1", &out, &err) == STATUS_FAILED);
	CHECK(strstr(err, "all ports have their former settings again"));
	CHECK(changes == 2);	/* the mode and its reversal */
	free(out);
	free(err);
	state_root = files_dir;
	kernel.sent = count;
	CHECK(shows(PLAIN, "roce off", "", 0, ""));
	CHECK(!files_has_state());
}

static void test_lock(void)
{
	const char error[] =
		"pfcctl: another pfcctl changes this namespace; try again later\n";
	int fd = files_lock();

	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1, error));
	CHECK(shows(PLAIN, "roce off", "", 1, error));
	CHECK(!changes && !files_has_state());
	CHECK(shows(PLAIN, "roce lossless dev p1 --dry-run", "pfcctl ets set dev p1", 0, ""));
	CHECK(shows(PLAIN, "roce show", "p1", 0, ""));
	close(fd);
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
}

/* ---- signals -------------------------------------------------------------------------- */

static const int signals[] = { SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP };
static volatile sig_atomic_t received;
static unsigned int early;

static void receive(int number)
{
	(void)number;
	received++;
}

/* Each change sends itself all signals */
static void interrupt(const struct nlmsghdr *nlh)
{
	const unsigned int before = changes;
	size_t i;

	count(nlh);
	if (changes == before)
		return;
	early += received;
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		raise(signals[i]);
	early += received;
}

static void test_signals(void)
{
	struct sigaction old[ARRAY_SIZE(signals)];
	const struct sigaction new = { .sa_handler = receive };
	size_t i;

	live();
	kernel.sent = interrupt;
	received = 0;
	early = 0;
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &new, &old[i]);
	CHECK(shows(PLAIN, "roce lossless rate 2gbit dev p1 dev p2", "lossless: p1 p2\n", 0, ""));
	CHECK(changes == 2 && !early && received == ARRAY_SIZE(signals));
	received = 0;
	CHECK(shows(PLAIN, "roce off", "p2: has its former settings\n", 0, ""));
	CHECK(changes == 4 && !early && received == ARRAY_SIZE(signals));
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &old[i], NULL);
}

/* ---- output ----------------------------------------------------------------------------- */

static void test_screen(void)
{
	live();
	CHECK(shows(PLAIN, "roce", "Counters of priority 3:\n", 0, ""));
	CHECK(shows(PLAIN, "roce show",
		    "    p1   off  1 Gb/s   dscp      3      3     0 %  strict     0 %  off   256 KiB         3\n",
		    0, ""));
	CHECK(shows(PLAIN, "roce show", "no setting deviates from the mode of its port\n", 0, ""));
	CHECK(shows(JSON, "roce show dev p1", "\"mode\":\"off\",\"mode_set\":false,", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(shows(PLAIN, "roce show", "no setting deviates from the mode of its port\n", 0, ""));
	CHECK(shows(JSON, "roce show dev p1",
		    "\"tc_tsa\":[\"ets\",\"strict\",\"strict\",\"ets\",\"strict\",\"strict\",\"strict\",\"strict\"],\"roce_bw_percent\":50,",
		    0, ""));
	CHECK(shows(JSON, "roce show dev p1",
		    "\"ecn_kmin\":30280,\"ecn_kmax\":302800,\"ecn_pmax_millionths\":1000000,",
		    0, ""));
	CHECK(shows(PLAIN, "queue set dev p1 queue 3 ecn-kmin 1 ecn-pmax 50%", "", 0, ""));
	CHECK(shows(PLAIN, "pg set dev p1 pg 3 headroom 256K", "", 0, ""));
	CHECK(shows(PLAIN, "roce show",
		    "p1: headroom is 256K, lossless: auto\n"
		    "p1: ecn-kmin is 1, lossless: 30280\n"
		    "p1: ecn-pmax is 50%, lossless: 100%\n", 0, ""));
	CHECK(shows(IN_SW, "roce show",
		    "p1: 3 settings deviate; fix: pfcctl -n sw roce lossless dev p1\n", 0, ""));
	CHECK(shows(JSON, "roce show",
		    "{\"setting\":\"headroom\",\"is\":\"256K\",\"expected\":\"auto\"}",
		    0, ""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	is.ports = 0;
	CHECK(shows(PLAIN, "roce", "no ports\n", 0, ""));
}

static void test_json(void)
{
	live();
	CHECK(shows(JSON, "roce lossy dev p1 dev p2 --dry-run",
		    "{\"mode\":\"lossy\",\"devices\":[{\"dev\":\"p1\",\"ifindex\":3,\"commands\":[\"pfcctl pfc set dev p1 prio-pfc-tx 3:off\",\"pfcctl map set dev p1 ",
		    0, ""));
	CHECK(shows(JSON, "roce lossy dev p1 dev p2 --dry-run",
		    "],\"changed\":true},{\"dev\":\"p2\",\"ifindex\":4,\"commands\":[\"pfcctl pfc set dev p2 ",
		    0, ""));
	CHECK(!changes);
	CHECK(shows(JSON, "roce lossy dev p1",
		    "{\"mode\":\"lossy\",\"devices\":[{\"dev\":\"p1\",\"ifindex\":3,\"changed\":true}],\"pools\":[],\"not_configured\":[]}\n",
		    0, ""));
	CHECK(shows(JSON, "roce lossy dev p1", "\"changed\":false}],", 0, ""));
	CHECK(shows(JSON, "roce lossy dev p1 --dry-run", "\"commands\":[],\"changed\":false}],", 0,
		    ""));
	CHECK(shows(JSON, "roce off --dry-run",
		    "{\"mode\":\"off\",\"devices\":[{\"dev\":\"p1\",\"ifindex\":3,\"commands\":[\"pfcctl map set dev p1 ",
		    0, ""));
	CHECK(shows(JSON, "roce off",
		    "{\"mode\":\"off\",\"devices\":[{\"dev\":\"p1\",\"ifindex\":3,\"result\":\"restored\"}]}\n",
		    0, ""));
	CHECK(shows(JSON, "roce off", "{\"mode\":\"off\",\"devices\":[]}\n", 0, ""));
	is.ports = 1;
	CHECK(shows(JSON, "roce lossy",
		    "\"not_configured\":[{\"dev\":\"p2\",\"reason\":\"neither a member of a bridge nor routed: no route, and no address that is not link-local\"}]}\n",
		    0, ""));
	CHECK(shows(JSON, "roce off", "\"result\":\"restored\"}]}\n", 0, ""));
}

/**
 * test_roce_run() - test changes by pfcctl roce
 */
void test_roce_run(void)
{
	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	test_off();
	test_profile();
	test_umask();
	test_added();
	test_failure();
	test_pool();
	test_pool_grows();
	test_qdisc();
	test_pool_undo();
	test_record();
	test_lock();
	test_signals();
	test_screen();
	test_json();
	link_reset();
	files_end();
}
