// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl save and restore.
 */
#include <errno.h>
#include <linux/dcbnl.h>
#include <stdlib.h>
#include <unistd.h>
#include "files.h"
#include "test.h"
#include "world.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define STATS	(&(const struct ctx){ .stats = true })
#define JSON	(&(const struct ctx){ .json = true })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

#define HEAD	"# pfcctl save; see pfcctl-restore(8)\n"

static char path[64], restore[128], dry_run[160];

/* Return: the output of a command that must succeed without a message; the caller frees it */
static char *output(const struct ctx *options, const char *line)
{
	char *out, *err;

	CHECK(!kernel_run(options, line, &out, &err) && !*err);
	if (*err)
		printf("%s: %s\n", line, err);
	free(err);
	return out;
}

/* Return: whether the complete output of a command is @text */
static bool prints(const struct ctx *options, const char *line, const char *text)
{
	char *out = output(options, line);
	const bool equal = !strcmp(out, text);

	if (!equal)
		printf("%s: %s\nwant: %s\n", line, out, text);
	free(out);
	return equal;
}

static void write_file(const char *text)
{
	files_write(path, text);
}

/* ---- save ---------------------------------------------------------------------------- */

#define EXAMPLE \
	"pool set default size 24M\n" \
	"pool add gold size 8M oversubscribe-ratio 2\n" \
	"profile add storage headroom auto alpha 1/8 pool gold\n" \
	"port add dev p1 rate 1gbit delay 500ns\n" \
	"map set dev p1 dscp-prio 26:5 ethtype-prio 0x8906:3\n" \
	"pg set dev p1 pg 3 profile storage\n" \
	"queue set dev p1 queue all ecn-kmin 100K ecn-kmax 200K\n" \
	"ets set dev p1 tc-tsa 5:strict tc-bw 0:33 5:0\n" \
	"watchdog set dev p1 prio-watchdog 3:on detection-time 150ms restoration-time manual\n" \
	"pfc set dev p1 prio-pfc 3:on pause-time 1000\n" \
	"port add dev p2 speed 100\n" \
	"pfc set dev p2 prio-pfc-tx 3:on\n"

static void test_save(void)
{
	world_begin();
	CHECK(prints(PLAIN, "save", HEAD));
	CHECK(prints(JSON, "save", "{\"commands\":[],\"not_saved\":[]}\n"));
	CHECK(shows(STATS, "save",
		    "pool set default size 12M oversubscribe-ratio 1 shared-headroom none cell none cell-overhead 0\n",
		    0,
		    ""));
	write_file(EXAMPLE);
	CHECK(shows(PLAIN, restore, ": 12 changes\n", 0, ""));
	CHECK(prints(PLAIN, "save", HEAD EXAMPLE));
	CHECK(shows(JSON, "save",
		    "\"port add dev p2 speed 100\",\"pfc set dev p2 prio-pfc-tx 3:on\"],\"not_saved\":[]}\n",
		    0, ""));
	CHECK(prints(PLAIN, "save dev p2",
		     HEAD "pool set default size 24M\n"
		     "port add dev p2 speed 100\n"
		     "pfc set dev p2 prio-pfc-tx 3:on\n"));
	CHECK(shows(STATS, "save dev p2",
		    "port add dev p2 rate unlimited overhead 24 speed 100 delay none cable-delay none ",
		    0, ""));
	CHECK(shows(STATS, "save dev p2",
		    "pg set dev p2 pg all profile none xoff 128K xon 96K headroom default limit 256K min 0 alpha off xon-offset 32K xoff-ahead 0 pool default\n",
		    0, ""));
	CHECK(shows(PLAIN, "save dev p3", "", 1,
		    "pfcctl: p3: device is not a pfc port; fix: pfcctl port add dev p3; pfcctl port show lists the ports\n"
		    ));
	CHECK(shows(PLAIN, "save p3", "", 1,
		    "pfcctl: p3: device is not a pfc port; fix: pfcctl port add dev p3; pfcctl port show lists the ports\n"
		    ));
	world_end();
}

/* Values that a newer module may report do not end the command */
static void test_unknown(void)
{
	world_begin();
	write_file("port add dev p1\n");
	CHECK(shows(PLAIN, restore, "", 0, ""));
	config_port(&world.config, "p1")->trust = 200;
	config_port(&world.config, "p1")->tcs[3].tsa = 100;
	CHECK(prints(PLAIN, "save", HEAD
		     "port add dev p1\n"
		     "map set dev p1 trust unknown\n"
		     "ets set dev p1 tc-tsa 3:unknown\n"));
	world_end();
}

static unsigned int any_device(const char *name)
{
	return !!*name;
}

static void set_name(const char *name)
{
	snprintf(world.config.ports.list[0].name, IFNAMSIZ, "%s", name);
}

/* A name that would begin a comment, control the terminal or end a word is saved, too */
static void test_names(void)
{
	static const struct {
		const char	*dev, *word;
	} names[] = {
		{ "#x", "\\043x" }, { "a;b$c'd\"", "a;b$c'd\"" }, { "\033[2J", "\\033[2J" },
		{ "\233", "\\233" }, { "\\043", "\\134043" }, { "a\\", "a\\134" },
		{ "\302\233#", "\\302\\233#" }, { "*", "*" }, { "a,b", "a,b" },
		{ "\303\251", "\303\251" },
	};
	char want[128];
	size_t i;

	world_begin();
	write_file("port add dev p1\n");
	CHECK(shows(PLAIN, restore, "", 0, ""));
	kernel.index = any_device;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		set_name(names[i].dev);
		snprintf(want, sizeof(want), HEAD "port add dev %s\n", names[i].word);
		CHECK(prints(PLAIN, "save", want));
		write_file(want);
		CHECK(prints(PLAIN, dry_run, ""));
	}
	/* A file of an earlier version: only three octal digits are a byte */
	set_name("a\\04\\400\\012");
	write_file("port add dev a\\04\\400\\012\n");
	CHECK(prints(PLAIN, dry_run, ""));
	write_file("port add dev \\043x\n");
	CHECK(shows(IN_SW, dry_run, "pfcctl -n sw port add dev '#x'\n", 0, ""));
	world_end();
}

/* ---- entries of dcb --------------------------------------------------------------------- */

static const struct dcb_app apps[] = {
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 26, .priority = 5 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 26, .priority = 4 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = 8, .priority = 1 },
	{ .selector = IEEE_8021QAZ_APP_SEL_ETHERTYPE, .protocol = 0x8906, .priority = 3 },
	{ .selector = IEEE_8021QAZ_APP_SEL_ETHERTYPE, .protocol = 0x8906, .priority = 2 },
	{ .selector = IEEE_8021QAZ_APP_SEL_ETHERTYPE, .protocol = 0, .priority = 0 },
	{ .selector = IEEE_8021QAZ_APP_SEL_DGRAM, .protocol = 4791, .priority = 3 },
	{ .selector = 255, .protocol = 2, .priority = 2 },
};

static void put_apps(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE_APP_TABLE);
	const struct dcb_app rewr = {
		.selector = IEEE_8021QAZ_APP_SEL_DSCP, .priority = 3, .protocol = 20,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(apps); i++)
		mnl_attr_put(nlh, apps[i].selector == 255 ? 2 : DCB_ATTR_IEEE_APP,
			     sizeof(apps[i]), &apps[i]);
	mnl_attr_nest_end(nlh, nest);
	nest = mnl_attr_nest_start(nlh, 12);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_APP, sizeof(rewr), &rewr);
	mnl_attr_nest_end(nlh, nest);
}

static void test_apps(void)
{
	world_begin();
	write_file(EXAMPLE);
	CHECK(shows(PLAIN, restore, "", 0, ""));
	config_port(&world.config, "p1")->dcb = PFC_DCB_OWNER_PORT;
	kernel.apps = put_apps;
	CHECK(prints(PLAIN, "save", HEAD EXAMPLE
		     "# not saved: only dcb can set this: dcb app add dev p1 dscp-prio 26:4\n"
		     "# not saved: only dcb can set this: dcb app add dev p1 dscp-prio 8:1\n"
		     "# not saved: only dcb can set this: dcb app add dev p1 ethtype-prio 0x8906:2\n"
		     "# not saved: only dcb can set this: dcb app add dev p1 default-prio 0\n"
		     "# not saved: only dcb can set this: dcb app add dev p1 dgram-port-prio 4791:3\n"
		     "# not saved: only dcb can set this: dcb app add dev p1 pcp-prio 2nd:2\n"
		     "# not saved: only dcb can set this: dcb rewr add dev p1 prio-dscp 3:20\n"));
	CHECK(shows(JSON, "save",
		    "\"not_saved\":[{\"dev\":\"p1\",\"command\":\"dcb app add dev p1 dscp-prio 26:4\"},",
		    0, ""));
	world_end();
}

/* ---- restore ------------------------------------------------------------------------------ */

/* Saves the namespace to the file */
static void save(const struct ctx *options)
{
	char *out = output(options, "save");

	write_file(out);
	free(out);
}

/* Runs each line of a text as batch mode does */
static bool batch(char *text)
{
	char *line, *rest = NULL, *out, *err;
	bool ok = true;

	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (*line == '#')
			continue;
		if (kernel_run(PLAIN, line, &out, &err)) {
			printf("%s: %s\n", line, err);
			ok = false;
		}
		free(out);
		free(err);
	}
	return ok;
}

/* A file restores a configuration into an empty namespace, and into any other one */
static void test_round(unsigned int seed, const struct ctx *options)
{
	struct config wanted;
	char *text;

	world_random(seed);
	wanted = world_copy(&world.config);
	save(options);
	text = output(options, "save");
	CHECK(shows(PLAIN, restore, ": no change\n", 0, ""));
	CHECK(!world.changes);
	world_end();
	world_begin();
	CHECK(batch(text));
	CHECK(world_equal(&world.config, &wanted));
	world_random(seed + 1000);
	CHECK(shows(PLAIN, restore, " change", 0, ""));
	if (!world_equal(&world.config, &wanted)) {
		printf("seed %u: the configuration differs\n", seed);
		CHECK(!"restored");
	}
	world.changes = 0;
	CHECK(shows(PLAIN, restore, ": no change\n", 0, "") && !world.changes);
	config_free(&wanted);
	free(text);
	world_end();
}

/* After a failure at any request, the command that it prints restores the former configuration */
static void test_failure(unsigned int seed)
{
	struct config before;
	unsigned int n, i;
	char *out, *err, undo[128];

	world_random(seed + 500);
	save(PLAIN);
	world_random(seed);
	before = world_copy(&world.config);
	CHECK(shows(PLAIN, restore, " change", 0, ""));
	n = world.changes;
	CHECK(n > 3);
	for (i = 1; i <= n; i++) {
		world_random(seed);
		world.fail_at = i;
		world.error = -ENOMEM;
		CHECK(kernel_run(PLAIN, restore, &out, &err) == 1 && *err && !*out);
		snprintf(undo, sizeof(undo), "restore %s.former", files_state());
		CHECK(!strstr(err, "stopped") == (access(strchr(undo, ' ') + 1, F_OK) < 0));
		if (strstr(err, "stopped")) {
			CHECK(strstr(err, undo));
			CHECK(shows(PLAIN, undo, " change", 0, ""));
		}
		if (!world_equal(&world.config, &before))
			printf("seed %u: request %u: %s", seed, i, err);
		CHECK(world_equal(&world.config, &before));
		unlink(strchr(undo, ' ') + 1);
		free(out);
		free(err);
	}
	config_free(&before);
	world_end();
}

/* Only the port that differs gets a request, and only with the setting that differs */
static void test_one(void)
{
	char changed[sizeof(EXAMPLE) + 128];

	world_begin();
	write_file(EXAMPLE);
	CHECK(shows(PLAIN, restore, "", 0, ""));
	snprintf(changed, sizeof(changed), "%squeue set dev p2 queue 3 limit 1M\n", EXAMPLE);
	write_file(changed);
	world.changes = 0;
	world.changed = 0;
	CHECK(prints(PLAIN, dry_run, "pfcctl queue set dev p2 queue 3 limit 1M\n"));
	CHECK(prints(IN_SW, dry_run, "pfcctl -n sw queue set dev p2 queue 3 limit 1M\n"));
	CHECK(prints(JSON, dry_run,
		     "{\"changed\":true,\"commands\":[\"queue set dev p2 queue 3 limit 1M\"]}\n"));
	CHECK(!world.changes);
	CHECK(shows(PLAIN, restore, ": 1 change\n", 0, ""));
	CHECK(world.changes == 1 && world.changed == 1 << 2);
	CHECK(prints(JSON, restore, "{\"changed\":false,\"commands\":[]}\n"));
	/* All settings of a port are one request */
	snprintf(changed, sizeof(changed),
		 "%spg set dev p2 pg 1 min 1K\npg set dev p2 pg 2 min 2K\nmap set dev p2 trust pcp\n",
		 EXAMPLE);
	write_file(changed);
	world.changes = 0;
	CHECK(shows(PLAIN, restore, ": 4 changes\n", 0, ""));
	CHECK(world.changes == 1);
	CHECK(config_port(&world.config, "p2")->pgs[1].min == 1024);
	CHECK(config_port(&world.config, "p2")->pgs[2].min == 2048);
	/* An empty file deletes all */
	write_file("");
	CHECK(prints(PLAIN, dry_run,
		     "pfcctl port del dev p1\n"
		     "pfcctl port del dev p2\n"
		     "pfcctl pool set default size 12M\n"
		     "pfcctl profile del storage\n"
		     "pfcctl pool del gold\n"));
	CHECK(shows(PLAIN, restore, ": 5 changes\n", 0, ""));
	CHECK(prints(PLAIN, "save", HEAD));
	world_end();
}

/* With a device, only its port, its pools and profiles change, and nothing is deleted */
static void test_dev(void)
{
	char line[160];

	world_begin();
	write_file(EXAMPLE);
	snprintf(line, sizeof(line), "%s dev p2", restore);
	CHECK(shows(PLAIN, "port add dev p3", "", 0, ""));
	CHECK(shows(PLAIN, "pool add other size 1M", "", 0, ""));
	CHECK(shows(PLAIN, line, ": 3 changes\n", 0, ""));
	CHECK(prints(PLAIN, "save",
		     HEAD "pool set default size 24M\n"
		     "pool add other size 1M\n"
		     "port add dev p2 speed 100\n"
		     "pfc set dev p2 prio-pfc-tx 3:on\n"
		     "port add dev p3\n"));
	snprintf(line, sizeof(line), "%s dev p1", restore);
	CHECK(shows(PLAIN, line, ": 9 changes\n", 0, ""));
	CHECK(config_profile(&world.config, "storage") && pool_find(&world.config.pools, "gold"));
	CHECK(config_port(&world.config, "p3"));
	CHECK(shows(PLAIN, line, ": no change\n", 0, ""));
	world_end();
}

/* A pool that is too small first, and packets of a deleted port, do not fail the command */
static void test_wait(void)
{
	world_begin();
	write_file(EXAMPLE);
	world.fail_at = 1;
	world.error = -ENOSPC;
	world.extack = "p1 PG 3 needs 2 bytes of headroom, 1 bytes are free in pool default";
	world.cause = PFC_CAUSE_POOL_RESERVED;
	CHECK(shows(PLAIN, restore, ": 12 changes\n", 0, ""));
	write_file("");
	world.changes = 0;
	world.fail_at = 5;
	world.fail_times = 3;
	world.error = -EBUSY;
	world.extack = "pool gold: in use: 0 PGs refer to it, packets hold 60 bytes";
	world.cause = PFC_CAUSE_POOL_DRAINS;
	CHECK(shows(PLAIN, restore, ": 5 changes\n", 0, ""));
	CHECK(world.changes == 8);
	world_end();
}

/* An error of the kernel names the file, and its fix is a line of the file */
static void test_refused_change(void)
{
	char error[512];

	world_begin();
	write_file(EXAMPLE);
	world.fail_at = 1;
	world.fail_times = 100;
	world.error = -ENOSPC;
	world.extack = "pool default: size 1 is too small, PGs and queues reserve 5 bytes of it";
	world.cause = PFC_CAUSE_POOL_SIZE;
	snprintf(error, sizeof(error),
		 "pfcctl: %s: %s; fix: in the file, %s\n", path, world.extack,
		 "pool set default size 5 or more, or reserve less (headroom, min)");
	CHECK(shows(PLAIN, restore, "", 1, error));
	CHECK(shows(PLAIN, "save", HEAD, 0, ""));
	world_end();
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Return: whether a file is refused with an error at its last line */
static bool refuses(const char *text, const char *message)
{
	char error[512];
	const char *c;
	int lines = 0;

	write_file(text);
	for (c = text; *c; c++)
		lines += *c == '\n' || !c[1];
	snprintf(error, sizeof(error), "pfcctl: %s:%d: %s\n", path, lines, message);
	return shows(PLAIN, restore, "", 1, error) && !world.changes;
}

#define NO_OBJECT \
	" is no part of a configuration; must be port, map, pfc, pg, profile, pool, queue, ets or watchdog"

#define NO_GOLD \
	"pool gold: no earlier line adds it; fix: add an earlier line pool add gold size SIZE"
#define NO_A		"profile a: no earlier line adds it; fix: add an earlier line profile add a"
#define FIND_FILE	"; fix: name a file that exists; - is standard input"

static void test_errors(void)
{
	char line[160], error[160];

	world_begin();
	CHECK(refuses("port add dev p1\nfrob\n", "'frob'" NO_OBJECT));
	CHECK(refuses("roce lossless\n", "'roce'" NO_OBJECT));
	CHECK(refuses("port del dev p1\n",
		      "port: 'del' is no part of a configuration; must be add or set"));
	CHECK(refuses("map show\n", "map: 'show' is no part of a configuration; must be set"));
	CHECK(refuses("pfc add dev p1\n",
		      "pfc: 'add' is no part of a configuration; must be set"));
	CHECK(refuses("pool\n", "pool: '' is no part of a configuration; must be add or set"));
	CHECK(refuses("port add dev eth9\n", "eth9: no such device" FIND_DEV));
	CHECK(refuses("port add dev p1\nport add dev p1\n", "p1: an earlier line adds it"));
	CHECK(refuses("port add dev p1\nmap set dev p2 trust pcp\n",
		      "p2: no earlier line adds the port; "
		      "fix: add an earlier line port add dev p2"));
	CHECK(refuses("\n# comment\nport add dev p1 rate 1bit\n",
		      "rate: 1bit is out of range 1 Mb/s..1600 Gb/s"));
	CHECK(refuses("pool set gold size 1M\n", NO_GOLD));
	CHECK(refuses("pool add default size 1M\n",
		      "pool default: exists already; fix: pfcctl pool set default changes it"));
	CHECK(refuses("pool add gold\n", "size: not given" ADD_SIZE));
	CHECK(refuses("pool add none size 1M\n",
		      "name: 'none' is reserved; must not be none or a setting of a pool"));
	CHECK(refuses("profile add a pool gold\n", NO_GOLD));
	CHECK(refuses("profile set a min 1\n", NO_A));
	CHECK(refuses("profile add a\nprofile add a\n",
		      "profile a: exists already; fix: pfcctl profile set a changes it"));
	CHECK(refuses("port add dev p1\npg set dev p1 pg 3 pool gold\n",
		      NO_GOLD));
	CHECK(refuses("port add dev p1\npg set dev p1 pg 3 profile a\n",
		      NO_A));
	CHECK(refuses("profile add a\nport add dev p1\npg set dev p1 pg 3 profile a min 1\n",
		      "pg 3: follows profile a, which sets all its values; fix: set them in the line profile add a, or omit the profile of pg 3"
		      ));
	CHECK(refuses("port add dev p1\n"
		      "map set dev p1 ethtype-prio 0x9000:1 0x9001:1 0x9002:1 0x9003:1 0x9004:1\n"
		      "map set dev p1 ethtype-prio 0x9005:1 0x9006:1 0x9007:1 0x9008:1\n",
		      "ethtype-prio: more than 8 EtherTypes"));
	CHECK(shows(PLAIN, "restore", "", 2, "pfcctl: file: not given" NAME_FILE "\n"));
	CHECK(shows(PLAIN, "restore a b c", "", 2,
		    "pfcctl: unknown word 'c'; expected: dev --dry-run\n"));
	CHECK(shows(PLAIN, "restore /nonexistent/a", "", 1,
		    "pfcctl: cannot read /nonexistent/a: No such file or directory"
		    FIND_FILE "\n"));
	CHECK(shows(PLAIN, "restore /dev/zero", "", 1,
		    "pfcctl: /dev/zero:1: the line has a zero byte: this is no text file\n"));
	write_file("port add dev p1\n");
	snprintf(line, sizeof(line), "%s dev p2", restore);
	snprintf(error, sizeof(error), "pfcctl: %s: has no port p2\n", path);
	CHECK(shows(PLAIN, line, "", 1, error));
	CHECK(!world.changes);
	world_end();
}

/* A line has at most BATCH_LINE - 1 characters.  The last one needs no newline. */
static void test_length(void)
{
	char text[BATCH_LINE + 1];

	world_begin();
	memset(text, ' ', sizeof(text));
	text[0] = '#';
	text[BATCH_LINE - 1] = '\0';
	write_file(text);
	CHECK(shows(PLAIN, restore, ": no change\n", 0, ""));
	text[BATCH_LINE - 1] = ' ';
	text[BATCH_LINE] = '\0';
	CHECK(refuses(text, "the line is longer than 16383 characters"));
	CHECK(refuses("# one\nport add dev p1 rate 1bit",
		      "rate: 1bit is out of range 1 Mb/s..1600 Gb/s"));
	world_end();
}

/* Later lines of a file replace earlier ones, as in batch mode */
static void test_lines(void)
{
	char text[] =
		"profile add a min 1K headroom auto\n"
		"profile set a headroom 100\n"
		"port add dev p1 rate 1gbit speed 100\n"
		"po se p1 rate unlimited sp auto\n"
		"map set dev p1 ethtype-prio 0x9000:1 0x9001:2 0x9002:3\n"
		"map set dev p1 ethtype-prio 0x9001:none 0x9002:4\n"
		"pg set dev p1 pg 4 profile a\n"
		"pg set dev p1 pg 4 profile none\n"
		"pg set p1 pg 5 head auto\n"
		"pg set dev p1 pg 5 headroom 5K\n"
		"pfc set dev p1 prio-pfc-rx 3:off prio-pfc 3:on\n";

	world_begin();
	write_file(text);
	CHECK(batch(text));
	world.changes = 0;
	CHECK(shows(PLAIN, restore, ": no change\n", 0, ""));
	CHECK(!world.changes);
	world_end();
}

/**
 * test_config() - test pfcctl save and restore
 */
void test_config(void)
{
	unsigned int seed;

	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	snprintf(path, sizeof(path), "%s/file", files_dir);
	snprintf(restore, sizeof(restore), "restore %s", path);
	snprintf(dry_run, sizeof(dry_run), "restore %s --dry-run", path);
	test_save();
	test_unknown();
	test_names();
	test_apps();
	test_one();
	test_dev();
	test_wait();
	test_refused_change();
	test_errors();
	test_length();
	test_lines();
	for (seed = 1; seed <= 40; seed++)
		test_round(seed, seed % 2 ? PLAIN : STATS);
	for (seed = 1; seed <= 5; seed++)
		test_failure(seed);
	unlink(path);
	files_end();
}
