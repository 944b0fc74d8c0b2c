// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line of the tester: pfcctl test ...
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "netns.h"
#include "print.h"
#include "setting.h"
#include "shell.h"
#include "test.h"

#define CASES_MAX	128
#define RATE_MIN	10000000ULL	/* bits/s */
#define RATE_MAX	100000000000ULL
#define LENGTH_MIN	(200 * NS_PER_MS)
#define LENGTH_MAX	(60 * NS_PER_S)

static const struct test_case *const lists[] = {
	lossless_cases, lossy_cases, sharing_cases, ecn_cases, watchdog_cases, regression_cases,
};

/**
 * struct order - what the command line asks for
 * @bed: the DUT
 * @n: number of names
 * @names: names or beginnings of names of cases
 * @all: also slow cases
 * @junit: file for JUnit XML, or NULL
 */
struct order {
	struct bed	bed;
	unsigned int	n;
	const char	*names[CASES_MAX];
	bool		all;
	const char	*junit;
};

/* Return: case number @i of all lists, or NULL */
static const struct test_case *case_at(unsigned int i)
{
	const struct test_case *c;
	size_t list;

	for (list = 0; list < ARRAY_SIZE(lists); list++)
		for (c = lists[list]; c->name; c++)
			if (!i--)
				return c;
	return NULL;
}

/* A name means the case, and the variants of the case: L04 means L04, L04-100 ... */
static bool is_named(const struct test_case *c, const char *name)
{
	size_t len = strlen(name);

	return !strncasecmp(c->name, name, len) && (!c->name[len] || c->name[len] == '-');
}

static bool case_exists(const char *name)
{
	const struct test_case *c;
	unsigned int i;

	for (i = 0; (c = case_at(i)); i++)
		if (is_named(c, name))
			return true;
	return false;
}

static bool is_wanted(const struct order *o, const struct test_case *c)
{
	unsigned int i;

	for (i = 0; i < o->n; i++)
		if (is_named(c, o->names[i]))
			return true;
	return !o->n && (o->all || !(c->flags & SLOW));
}

/* Scripts name the devices and the namespace, so a name must be a word of the shell */
static int check_name(struct ctx *ctx, const char *name)
{
	char quoted[QUOTED_LEN];

	return strcmp(shell_quote(quoted, name), name) ?
	       fail(ctx, "the name '%s' has a character other than letters, digits and _.,:=+@%%/-",
		    name) : STATUS_OK;
}

/*
 * Reads "DEV,DEV,DEV...": the devices of the tester, or those of the DUT at the other ends.
 * Return: an exit status
 */
static int read_devices(struct ctx *ctx, struct bed *bed, char *list, bool dut)
{
	unsigned int n;
	char *word;

	for (n = 0; (word = strsep(&list, ",")); n++) {
		if (n == TEST_PORTS)
			return fail(ctx, "more than %d devices", TEST_PORTS);
		if (!*word || strlen(word) >= IFNAMSIZ)
			return fail(ctx, "invalid device '%s'; expected DEV,DEV,DEV", word);
		if (check_name(ctx, word))
			return STATUS_FAILED;
		snprintf(dut ? bed->ends[n].dev : bed->ports[n].dev, IFNAMSIZ, "%s", word);
	}
	if (n <= B)
		return fail(ctx, "%u device%s; at least 3 are needed", n, n > 1 ? "s" : "");
	if (bed->n && bed->n != n)
		return fail(ctx, "%u devices of the %s for %u of the %s", n,
			    dut ? "DUT" : "tester", bed->n, dut ? "tester" : "DUT");
	bed->n = n;
	return STATUS_OK;
}

static int read_dut(struct ctx *ctx, struct bed *bed, char *value)
{
	char *slash = strchr(value, '/');

	bed->known = true;
	if (!slash)
		return read_devices(ctx, bed, value, true);
	*slash = '\0';
	if (strlen(value) >= sizeof(bed->ns[0]))
		return fail(ctx, "the name of the namespace '%s' is longer than 63 characters",
			    value);
	if (*value && check_name(ctx, value))
		return STATUS_FAILED;
	snprintf(bed->ns[0], sizeof(bed->ns[0]), "%s", value);
	return read_devices(ctx, bed, slash + 1, true);
}

static int read_range(struct ctx *ctx, const char *name, parse_fn *parse, const char *word,
		      uint64_t min, uint64_t max, const char *range, uint64_t *value)
{
	if (!parse(word, value) || *value < min || *value > max)
		return fail(ctx, "%s '%s' is not in the range %s", name, word, range);
	return STATUS_OK;
}

static int read_option(struct ctx *ctx, struct order *o, const char *key, char *value)
{
	if (!strcmp(key, "dut"))
		return read_dut(ctx, &o->bed, value);
	if (!strcmp(key, "tester")) {
		o->bed.own = false;
		return read_devices(ctx, &o->bed, value, false);
	}
	if (!strcmp(key, "rate"))
		return read_range(ctx, key, parse_rate, value, RATE_MIN, RATE_MAX,
				  "10mbit-100gbit", &o->bed.rate);
	if (!strcmp(key, "time"))
		return read_range(ctx, key, parse_time, value, LENGTH_MIN, LENGTH_MAX, "200ms-60s",
				  &o->bed.length);
	o->junit = value;
	return STATUS_OK;
}

static int read_order(struct ctx *ctx, struct args *args, struct order *o)
{
	static const char *const keys[] = { "dut", "tester", "rate", "time", "junit" };

	while (args->argc) {
		char *word = *args->argv++;
		size_t i;
		int err;

		args->argc--;
		for (i = 0; i < ARRAY_SIZE(keys) && strcmp(word, keys[i]); i++)
			;
		if (i < ARRAY_SIZE(keys)) {
			if (!args->argc)
				return misuse(ctx, "%s: no value given", word);
			args->argc--;
			err = read_option(ctx, o, word, *args->argv++);
			if (err)
				return err;
		} else if (!strcmp(word, "all")) {
			o->all = true;
		} else if (!case_exists(word)) {
			return misuse(ctx, "unknown case '%s'; pfcctl test list prints the cases",
				      word);
		} else if (o->n < CASES_MAX) {
			o->names[o->n++] = word;
		}
	}
	if (o->bed.known && o->bed.own)
		return misuse(ctx,
			      "dut: the devices of the tester are not given: tester DEV,DEV,DEV");
	return STATUS_OK;
}

/* Why a case cannot run at a DUT of the user, or NULL */
static const char *obstacle(const struct bed *bed, const struct test_case *c, unsigned int ports)
{
	if (bed->own)
		return NULL;
	if (c->shape != STAR)
		return "it needs several switches, which only the built-in DUT has";
	if (ports > bed->n)
		return "the tester has too few devices";
	if ((c->flags & CONFIGURES) && !bed->known)
		return "it changes settings of the DUT, and dut DEV,DEV,DEV is not given";
	return NULL;
}

/* Runs a case.  Return: whether further cases can run */
static bool run_at(struct bed *bed, const struct test_case *c, struct run *r)
{
	const unsigned int ports = c->ports ?: B + 1;
	const char *why = obstacle(bed, c, ports);
	bool whole = true;

	r->test = c;
	r->bed = bed;
	r->ports = list_new(TEST_PORTS, sizeof(*r->ports));
	r->before = list_new(TEST_PORTS, sizeof(*r->before));
	if (why)
		unmeasured(r, "%s", why);
	else if (bed_open(bed, ports, c->shape))
		judge(r, false, "the DUT cannot be set up");
	else
		c->run(r);
	if (!why)
		whole = bed_close(bed);
	if (!whole)
		judge(r, false, "the DUT does not have its settings again");
	free(r->ports);
	free(r->before);
	return whole;
}

/* Return: an exit status: whether further cases can run */
static int run_case(struct bed *bed, const struct test_case *c, struct results *results)
{
	struct run *r = list_new(1, sizeof(*r));
	const bool whole = run_at(bed, c, r);

	if (test_interrupted) {
		free(r);
		return fail(bed->ctx, "interrupted in %s", c->name);
	}
	results->n[run_verdict(r)]++;
	json_object_array_add(results->json, report_json(c, r));
	if (!bed->ctx->json)
		report_case(bed->ctx, c, r);
	fflush(stdout);
	free(r);
	return whole ? STATUS_OK : STATUS_FAILED;
}

volatile sig_atomic_t test_interrupted;

static void interrupt(int number)
{
	test_interrupted = number;
}

/* Signals that would end the program: the case ends early, and the DUT gets its settings back */
static void catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	const struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESTART };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &action, NULL);
}

/* Return: an exit status: whether a file can be written, before the cases run */
static int check_writable(struct ctx *ctx, const char *file)
{
	FILE *to = fopen(file, "ae");

	return to && !fclose(to) ? STATUS_OK : fail(ctx, "%s: %s", file, strerror(errno));
}

static int run_cases(struct ctx *ctx, struct order *o)
{
	struct results results = { .json = json_object_new_array() };
	const struct test_case *c;
	unsigned int i;
	int err = o->junit ? check_writable(ctx, o->junit) : STATUS_OK;

	if (err)
		return err;
	catch_signals();
	o->bed.home = netns_open_own();
	if (o->bed.home < 0)
		return fail(ctx, "own namespace cannot be opened");
	o->bed.tester = o->bed.own ? -1 : o->bed.home;
	prctl(PR_SET_TIMERSLACK, 1);
	o->bed.late = measure_lateness();
	for (i = 0; !err && (c = case_at(i)); i++)
		if (is_wanted(o, c))
			err = run_case(&o->bed, c, &results);
	if (ctx->json)
		json_print(ctx, results.json);
	else
		printf("%u passed, %u failed, %u unmeasured\n", results.n[PASSED],
		       results.n[FAILED], results.n[UNMEASURED]);
	if (o->junit)
		err = report_junit(ctx, o->junit, &results) ?: err;
	json_object_put(results.json);
	close(o->bed.home);
	return err ?: results.n[FAILED] ? STATUS_FAILED : STATUS_OK;
}

static int test_run(struct ctx *ctx, struct args *args)
{
	struct order *o = list_new(1, sizeof(*o));
	int err;

	if (completing(ctx, args))
		return complete_words("all dut tester rate time junit");
	if (ctx->complete)
		return STATUS_USAGE;
	o->bed = (struct bed){
		.ctx = ctx, .own = true, .rate = 100000000, .length = NS_PER_S,
	};
	err = read_order(ctx, args, o) ?: run_cases(ctx, o);
	free(o);
	return err;
}

static int test_list(struct ctx *ctx, struct args *args)
{
	struct json_object *list, *entry;
	const struct test_case *c;
	unsigned int i;
	int err = args_end(ctx, args);

	if (err)
		return err;
	list = json_object_new_array();
	for (i = 0; (c = case_at(i)); i++) {
		if (!ctx->json)
			printf("%-12s %s%s\n", c->name, c->title, c->flags & SLOW ? " (slow)" : "");
		entry = json_object_new_object();
		json_object_object_add(entry, "case", json_object_new_string(c->name));
		json_object_object_add(entry, "title", json_object_new_string(c->title));
		json_add_bool(entry, "slow", c->flags & SLOW);
		json_object_array_add(list, entry);
	}
	if (ctx->json)
		json_print(ctx, list);
	else
		json_object_put(list);
	return STATUS_OK;
}

static const struct command test_commands[] = {
	{ "list", test_list },
	{ "measure", test_measure },
	{ "run", test_run },
	{ 0 }
};

const struct object test_object = {
	.name = "test",
	.commands = test_commands,
	.help =
"Usage: pfcctl test list\n"
"       pfcctl test run [CASE ...] [all] [OPTION ...]\n"
"Tests the PFC of a switch, the device under test (DUT): ports of this machine send, pause and\n"
"count. Without tester, the command builds a DUT of network namespaces and this module.\n"
"list prints the cases. run runs those with the given names (L04 also means L04-100), or all\n"
"but the slow ones; all: also the slow ones. The exit status is 1 if a case fails.\n"
"OPTION:  tester DEV,DEV,DEV    devices of this machine that are connected to the DUT; two\n"
"                               senders and, as the third one, the receiver\n"
"         dut [NETNS/]DEV,DEV,DEV\n"
"                               the ports at their other ends, if the DUT is a switch of this\n"
"                               machine with this module: cases also read its counters and\n"
"                               change its settings, which are restored\n"
"         rate RATE             rate of the links, 10mbit-100gbit (100mbit)\n"
"         time TIME             length of the traffic of a case, 200ms-60s (1s)\n"
"         junit FILE            also write the results as JUnit XML\n"
"With -s all limits of a case are printed, otherwise those that it has not met. A limit that\n"
"this machine cannot measure, because it wakes the tester too late, is unmeasured.\n"
"Examples: pfcctl test run\n"
"          pfcctl -s test run L01 L04\n"
"          pfcctl test run tester eth1,eth2,eth3 rate 1gbit time 10s\n"
"          pfcctl test run tester t1,t2,t3 dut switch/p1,p2,p3 junit pfc.xml\n",
};
