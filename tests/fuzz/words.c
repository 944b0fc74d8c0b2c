// SPDX-License-Identifier: GPL-2.0-only
/*
 * Command lines of pfcctl.  Numbers with units are compared with plain arithmetic.  A
 * command either prints an error or sends a valid request.  As a file of the command "restore",
 * lines either are refused or give the commands that would run.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>
#include "check.h"
#include "format.h"
#include "fuzz.h"
#include "lock.h"
#include "keyword.h"
#include "mock.h"
#include "netlink.h"
#include "parse.h"
#include "rules.h"

enum goal {
	NUMBER, SIZE, RATE, SPEED, TIME, LENGTH, QUANTA, PERCENT, ETHTYPE, SATURATED, MAP, DSCP,
	ABBREVIATION, AMBIGUOUS,
	SENT, SENT_MAP, SENT_ETHTYPE, SENT_PG, SENT_QUEUE, SENT_TC, SENT_POOL, SENT_PROFILE,
	SENT_WATCHDOG, SENT_GROUP, SENT_PRIOS, SENT_ON, SENT_CONTROL, SENT_LATENCY, SENT_IMPAIR,
	SENT_QDISC,
	SENT_DEVICES, SENT_EACH, REFUSED, MISUSED, FAILED_KERNEL, TOO_MANY, FILE_ACCEPTED,
	FILE_REFUSED,
};

static const char *const goals[] = {
	[NUMBER] = "number", [SIZE] = "size", [RATE] = "rate",
	[SPEED] = "speed", [TIME] = "time", [LENGTH] = "length",
	[QUANTA] = "quanta", [PERCENT] = "percent", [ETHTYPE] = "EtherType",
	[SATURATED] = "number beyond 64 bits",
	[MAP] = "map entry", [DSCP] = "name of a DSCP",
	[ABBREVIATION] = "abbreviation", [AMBIGUOUS] = "ambiguous abbreviation",
	[SENT] = "request", [SENT_MAP] = "request with a map",
	[SENT_ETHTYPE] = "request with EtherTypes", [SENT_TC] = "request with a class",
	[SENT_PG] = "request with a group", [SENT_QUEUE] = "request with a queue",
	[SENT_POOL] = "request with a pool", [SENT_PROFILE] = "request with a profile",
	[SENT_WATCHDOG] = "request with a watchdog time",
	[SENT_GROUP] = "request with a port group",
	[SENT_PRIOS] = "request with priorities", [SENT_ON] = "request with on or off",
	[SENT_CONTROL] = "request with a control priority",
	[SENT_LATENCY] = "request with a latency",
	[SENT_IMPAIR] = "request with an impairment",
	[SENT_QDISC] = "port added or deleted",
	[SENT_DEVICES] = "request for devices",
	[SENT_EACH] = "request for each device of a list",
	[REFUSED] = "value refused", [MISUSED] = "words refused",
	[FAILED_KERNEL] = "refused by the kernel", [TOO_MANY] = "too many words",
	[FILE_ACCEPTED] = "file with a change", [FILE_REFUSED] = "file refused",
	NULL
};

const char *const *const fuzz_goals = goals;

/* ---- numbers ------------------------------------------------------------ */

/**
 * struct unit - a unit that may follow a number
 * @name: name, case insensitive
 * @zeros: the factor is 10^zeros, or 2^-zeros if zeros is negative
 * @eight: the factor is eight times that
 */
struct unit {
	const char	*name;
	int		zeros;
	bool		eight;
};

static const struct unit sizes[] = {
	{ "", 0 }, { "b", 0 }, { "k", -10 }, { "kb", -10 }, { "kib", -10 },
	{ "m", -20 }, { "mb", -20 }, { "mib", -20 },
	{ "g", -30 }, { "gb", -30 }, { "gib", -30 },
	{ "kbit", -7 }, { "mbit", -17 }, { "gbit", -27 }, { }
};

static const struct unit rates[] = {
	{ "", 0 }, { "bit", 0 }, { "kbit", 3 }, { "mbit", 6 }, { "gbit", 9 },
	{ "tbit", 12 }, { "kibit", -10 }, { "mibit", -20 }, { "gibit", -30 }, { "tibit", -40 },
	{ "bps", 0, true }, { "kbps", 3, true }, { "mbps", 6, true }, { "gbps", 9, true },
	{ "tbps", 12, true }, { "kibps", -10, true }, { "mibps", -20, true },
	{ "gibps", -30, true }, { "tibps", -40, true }, { }
};

static const struct unit times[] = {
	{ "ns", 0 }, { "nsec", 0 }, { "nsecs", 0 }, { "us", 3 }, { "usec", 3 }, { "usecs", 3 },
	{ "ms", 6 }, { "msec", 6 }, { "msecs", 6 }, { "s", 9 }, { "sec", 9 }, { "secs", 9 }, { }
};

/* Values in millionths */
static const struct unit percents[] = { { "%", 4 }, { } };

/* Values in millimetres */
static const struct unit lengths[] = { { "m", 3 }, { "km", 6 }, { } };

static __uint128_t power(unsigned int base, unsigned int n)
{
	return n ? base * power(base, n - 1) : 1;
}

/* Value of @n digits; stops above 2^70 */
static __uint128_t digits(const char *text, size_t n)
{
	__uint128_t value = 0;

	for (; n && value >> 70 == 0; n--)
		value = value * 10 + *text++ - '0';
	return value;
}

static uint64_t saturated(__uint128_t value)
{
	fuzz_met[SATURATED] += value > UINT64_MAX;
	return value > UINT64_MAX ? UINT64_MAX : value;
}

static bool model_number(const char *word, const char *suffix, uint64_t *value)
{
	size_t n = strspn(word, "0123456789");

	*value = saturated(digits(word, n));
	return n && (!word[n] || !strcmp(word + n, suffix));
}

static bool model_scaled(const char *word, const struct unit *unit, uint64_t *value)
{
	size_t n = strspn(word, "0123456789"), decimals = 0;
	bool point = n && word[n] == '.';
	const char *rest = word + n + point;
	__uint128_t factor, part;

	if (point)
		decimals = strspn(rest, "0123456789");
	while (unit->name && strcasecmp(unit->name, rest + decimals))
		unit++;
	if (!n || !unit->name || (point && !decimals) || decimals > 6)
		return false;
	factor = unit->zeros < 0 ? power(2, -unit->zeros) : power(10, unit->zeros);
	factor *= unit->eight ? 8 : 1;
	part = digits(rest, decimals) * factor;
	*value = saturated(digits(word, n) * factor + part / power(10, decimals));
	return part % power(10, decimals) == 0;
}

static bool model_speed(const char *word, uint64_t *value)
{
	uint64_t bits;

	if (model_number(word, "", value))
		return true;
	if (!model_scaled(word, rates, &bits))
		return false;
	*value = bits == UINT64_MAX ? bits : bits / 1000000;
	return bits == UINT64_MAX || bits % 1000000 == 0;
}

/* Delay of a cable, ns: 5 ns per metre, rounded up; saturates above 64 bits */
static bool model_length(const char *word, uint64_t *value)
{
	uint64_t mm;

	if (!model_scaled(word, lengths, &mm))
		return false;
	*value = mm > UINT64_MAX / 5 - 1000 ? UINT64_MAX : mm / 200 + (mm % 200 != 0);
	return true;
}

/* An EtherType: 0x and one to four hexadecimal digits */
static bool model_ethtype(const char *word, uint64_t *value)
{
	unsigned int type;
	int len = -1;

	if (strncasecmp(word, "0x", 2) || strlen(word) > 6 ||
	    strspn(word + 2, "0123456789abcdefABCDEF") != strlen(word + 2) ||
	    sscanf(word + 2, "%x%n", &type, &len) != 1)
		return false;
	*value = type;
	return true;
}

static void same(const char *word, bool got, uint64_t value, bool want,
		 uint64_t want_value, enum goal goal)
{
	require(got == want, "'%s' is %s", word, got ? "accepted" : "refused");
	require(!got || value == want_value, "'%s': %llu, want %llu", word,
		(unsigned long long)value, (unsigned long long)want_value);
	fuzz_met[goal] += got;
}

static void check_numbers(const char *word)
{
	uint64_t value = 0, want = 0;
	bool got;

	got = parse_number(word, &value);
	same(word, got, value, model_number(word, "", &want), want, NUMBER);
	got = parse_quanta(word, &value);
	same(word, got, value, model_number(word, "q", &want), want, QUANTA);
	got = parse_size(word, &value);
	same(word, got, value, model_scaled(word, sizes, &want), want, SIZE);
	got = parse_rate(word, &value);
	same(word, got, value, model_scaled(word, rates, &want), want, RATE);
	got = parse_time(word, &value);
	same(word, got, value, model_scaled(word, times, &want), want, TIME);
	got = parse_length(word, &value);
	same(word, got, value, model_length(word, &want), want, LENGTH);
	got = parse_probability(word, &value);
	same(word, got, value, model_scaled(word, percents, &want), want, PERCENT);
	got = parse_share(word, &value);
	same(word, got, value, model_number(word, "%", &want), want, PERCENT);
	got = parse_ethtype(word, strlen(word), &value);
	same(word, got, value, model_ethtype(word, &want), want, ETHTYPE);
	got = parse_speed(word, &value);
	same(word, got, value, model_speed(word, &want), want, SPEED);
}

/* ---- maps --------------------------------------------------------------- */

static const char *const on_off[] = { "off", "on", NULL };

static const struct map maps[] = {
	{ "dscp-prio", "DSCP", "priority", PFC_DSCP_COUNT, 7, NULL, false },
	{ "prio-dscp", "priority", "DSCP", PFC_PRIO_COUNT, 63, NULL, true },
	{ "prio-pfc", "priority", "PFC", PFC_PRIO_COUNT, 1, on_off, false },
};

static const struct {
	const char	*name;
	uint8_t		dscp;
} dscps[] = {
	{ "CS0", 0 }, { "LE", 1 }, { "CS1", 8 }, { "AF11", 10 }, { "AF12", 12 }, { "AF13", 14 },
	{ "CS2", 16 }, { "AF21", 18 }, { "AF22", 20 }, { "AF23", 22 }, { "CS3", 24 },
	{ "AF31", 26 }, { "AF32", 28 }, { "AF33", 30 }, { "CS4", 32 }, { "AF41", 34 },
	{ "AF42", 36 }, { "AF43", 38 }, { "CS5", 40 }, { "VA", 44 }, { "EF", 46 },
	{ "CS6", 48 }, { "CS7", 56 }, { "BE", 0 }, { "DF", 0 },
};

/* A number, or the name of a DSCP if there are 64 of them */
static bool model_key(const char *word, unsigned int count, uint64_t *value)
{
	size_t i;

	if (model_number(word, "", value))
		return true;
	for (i = 0; count == PFC_DSCP_COUNT && i < sizeof(dscps) / sizeof(*dscps); i++)
		if (!strcasecmp(word, dscps[i].name)) {
			*value = dscps[i].dscp;
			fuzz_met[DSCP]++;
			return true;
		}
	return false;
}

/* KEYS:VALUE; KEYS is a number, a range FIRST-LAST, or all */
static bool model_map(const struct map *map, const char *word, uint8_t *table)
{
	char keys[80], *dash, *colon;
	uint64_t first, last, value;

	snprintf(keys, sizeof(keys), "%s", word);
	colon = strchr(keys, ':');
	if (!colon)
		return false;
	*colon++ = '\0';
	dash = strchr(keys, '-');
	if (dash)
		*dash++ = '\0';
	if (!strcmp(keys, "all") && !dash)
		first = 0, last = map->keys - 1;
	else if (!model_key(keys, map->keys, &first) ||
		 !model_key(dash ? dash : keys, map->keys, &last))
		return false;
	if (map->values)
		for (value = 0; on_off[value] && strcmp(on_off[value], colon); )
			value++;
	else if (map->none && !strcmp(colon, "none"))
		value = PFC_MAP_NONE;
	else if (!model_key(colon, map->max + 1, &value) || value > map->max)
		return false;
	if (last >= map->keys || first > last || (map->values && !on_off[value]))
		return false;
	for (; first <= last; first++)
		table[first] = value;
	return true;
}

static void check_maps(const char *word)
{
	uint8_t table[PFC_DSCP_COUNT], want[PFC_DSCP_COUNT];
	static FILE *devnull;
	struct ctx ctx;
	unsigned int i;
	bool good;

	if (!devnull)
		devnull = fopen("/dev/null", "w");
	ctx = (struct ctx){ .err = devnull };
	/* skips words that exceed the model's buffer */
	if (strlen(word) >= 80)
		return;
	for (i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		memset(table, MAP_UNSET, sizeof(table));
		memset(want, MAP_UNSET, sizeof(want));
		good = model_map(&maps[i], word, want);
		require((map_parse(&ctx, &maps[i], word, table) == STATUS_OK) == good,
			"'%s' must be %s", word, good ? "accepted" : "refused");
		require(!memcmp(table, want, sizeof(table)), "'%s'", word);
		fuzz_met[MAP] += good;
	}
}

/* An abbreviation is the start of one object only */
static void check_keyword(const char *word)
{
	struct keywords k = { 0 };
	int i, n = 0, exact = KEYWORD_UNKNOWN, first = KEYWORD_UNKNOWN, want;

	for (i = 0; listed[i].object; i++) {
		const char *name = listed[i].object->name;

		keyword_add(&k, name);
		if (!strcmp(name, word))
			exact = i;
		if (*word && strstr(name, word) == name && !n++)
			first = i;
	}
	want = exact >= 0 ? exact : n > 1 ? KEYWORD_AMBIGUOUS : first;
	require(keyword_index(&k, word) == want, "'%s': %d, want %d", word,
		keyword_index(&k, word), want);
	fuzz_met[ABBREVIATION] += n == 1 && exact < 0;
	fuzz_met[AMBIGUOUS] += want == KEYWORD_AMBIGUOUS;
}

/* A formatted number is parsed to the same value */
static void check_format(uint64_t number)
{
	char text[FORMAT_LEN], *unit;
	uint64_t value;

	format_size(text, number);
	unit = strchr(text, ' ');
	memmove(unit, unit + 1, strlen(unit));
	require(parse_size(text, &value) && value == number, "'%s'", text);
	format_rate(text, number);
	unit = strchr(text, ' ');
	snprintf(unit, sizeof(text) - (unit - text), "%.*sbit",
		 (int)strcspn(unit + 1, "b"), unit + 1);
	require(parse_rate(text, &value) && value == number, "'%s'", text);
}

/* ---- requests ----------------------------------------------------------- */

/* Bit of an attribute in a mask, which needs more than 64 bits */
#define ATTR(type)	((__uint128_t)1 << (type))

_Static_assert(PFC_A_MAX < 128, "too few bits");

static __uint128_t check_attrs(const struct nlattr *first, size_t len,
			       const struct rule *rules);

static void check_attr(const struct nlattr *attr, const struct rule *rule)
{
	unsigned int len = mnl_attr_get_payload_len(attr);
	const void *payload = mnl_attr_get_payload(attr);
	uint64_t value = 0;
	__uint128_t have;

	if (rule->nest) {
		require(attr->nla_type & NLA_F_NESTED, "attribute %u", rule->attr);
		have = check_attrs(payload, len, rule->nest);
		require(!(rule->all & ~have), "nest %u has attributes %#llx", rule->attr,
			(unsigned long long)have);
	} else if (rule->len) {
		require(len == rule->len, "attribute %u has %u bytes", rule->attr, len);
		memcpy(&value, payload, len);
		require((value >= rule->min && value <= rule->max) ||
			(rule->zero && !value) ||
			(rule->none && value == PFC_MAP_NONE) ||
			(rule->never && value == PFC_RESTORATION_MANUAL),
			"attribute %u is %llu", rule->attr, (unsigned long long)value);
	} else {
		require(len && !((char *)payload)[len - 1] &&
			strlen(payload) == len - 1, "name attribute of %u bytes", len);
		value = len - 1;
		require((value >= rule->min && value <= rule->max) ||
			(rule->zero && !value), "name attribute of %u bytes", len);
	}
}

/* Return: bit mask of the attributes found */
static __uint128_t check_attrs(const struct nlattr *first, size_t len,
			       const struct rule *rules)
{
	const struct nlattr *attr = first;
	const char *end = (const char *)first + len;
	__uint128_t found = 0;

	for (; mnl_attr_ok(attr, end - (const char *)attr); attr = mnl_attr_next(attr)) {
		uint16_t type = mnl_attr_get_type(attr);
		const struct rule *rule = rules;

		while (rule->attr && rule->attr != type)
			rule++;
		require(rule->attr, "attribute %u is not allowed", type);
		require(!(found >> type & 1) || rule->nest, "attribute %u twice", type);
		found |= ATTR(type);
		check_attr(attr, rule);
	}
	require((const char *)attr == end, "%td bytes left over",
		end - (const char *)attr);
	return found;
}

/* Number of changes of ports that the present command has sent */
static unsigned int changes;

static void check_sent(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	bool profile = genl->cmd >= PFC_CMD_PROFILE_GET &&
		       genl->cmd <= PFC_CMD_PROFILE_DEL;
	__uint128_t found;

	require(nlh->nlmsg_flags & NLM_F_REQUEST &&
		nlh->nlmsg_flags & (NLM_F_ACK | NLM_F_DUMP), "%#x", nlh->nlmsg_flags);
	if (nlh->nlmsg_type != MOCK_FAMILY) {
		bool qdisc = nlh->nlmsg_type == RTM_NEWQDISC ||
			     nlh->nlmsg_type == RTM_DELQDISC;

		require(qdisc || nlh->nlmsg_type == RTM_GETLINK ||
			nlh->nlmsg_type == RTM_GETADDR || nlh->nlmsg_type == RTM_GETROUTE ||
			nlh->nlmsg_type == RTM_GETQDISC,
			"%u", nlh->nlmsg_type);
		fuzz_met[SENT_QDISC] += qdisc;
		fuzz_met[SENT_DEVICES] += !qdisc;
		return;
	}
	require(genl->cmd > PFC_CMD_UNSPEC && genl->cmd != PFC_CMD_EVENT &&
		genl->cmd <= PFC_CMD_MAX && genl->version == PFC_GENL_VERSION,
		"command %u", genl->cmd);
	found = check_attrs((const void *)(genl + 1),
			    mnl_nlmsg_get_payload_len(nlh) - sizeof(*genl),
			    profile ? profile_rules : rules);
	fuzz_met[SENT]++;
	changes += genl->cmd == PFC_CMD_PORT_SET;
	fuzz_met[SENT_EACH] += changes > 1;
	fuzz_met[SENT_MAP] += (found & (ATTR(PFC_A_DSCP_PRIO) | ATTR(PFC_A_PRIO_PG) |
					ATTR(PFC_A_PRIO_PFC))) != 0;
	fuzz_met[SENT_PG] += (found & ATTR(PFC_A_PG)) != 0;
	fuzz_met[SENT_ETHTYPE] += (found & ATTR(PFC_A_ETHTYPE_PRIO)) != 0;
	fuzz_met[SENT_TC] += (found & ATTR(PFC_A_TC)) != 0;
	fuzz_met[SENT_QUEUE] += (found & ATTR(PFC_A_QUEUE)) != 0;
	fuzz_met[SENT_POOL] += (found & ATTR(PFC_A_POOL_NAME)) != 0;
	fuzz_met[SENT_PROFILE] += (found & ATTR(PFC_A_PROFILE_NAME)) != 0;
	fuzz_met[SENT_WATCHDOG] += (found & (ATTR(PFC_A_DETECTION_TIME) |
					     ATTR(PFC_A_RESTORATION_TIME))) != 0;
	fuzz_met[SENT_GROUP] += (found & ATTR(PFC_A_PORT_GROUP)) != 0;
	fuzz_met[SENT_PRIOS] += (found & ATTR(PFC_A_PRIOS)) != 0;
	fuzz_met[SENT_ON] += (found & ATTR(PFC_A_ON)) != 0;
	fuzz_met[SENT_CONTROL] += (found & ATTR(PFC_A_CONTROL_PRIO)) != 0;
	fuzz_met[SENT_LATENCY] += (found & ATTR(PFC_A_LATENCY)) != 0;
	fuzz_met[SENT_IMPAIR] += (found & ATTR(PFC_A_IMPAIR)) != 0;
}

/* ---- commands ----------------------------------------------------------- */

static int next_error;
static bool answered;

/* The first answer has the error that the input selects, later answers report success */
static int answer(void *buf, size_t size)
{
	int len;

	(void)size;
	/* no request is pending: only an error ends the command "monitor" */
	if (!mock.seq)
		return -EIO;
	len = mock_ack(buf, next_error);
	mock.seq = 0;
	next_error = 0;
	answered = true;
	return len;
}

/* A failed command prints exactly one error, other commands none; all other lines are warnings */
static void check_errors(int status, char *text)
{
	int errors = 0;
	char *line;

	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		require(!strncmp(line, "pfcctl: ", 8), "%s", line);
		errors += strncmp(line, "pfcctl: Warning: ", 17) != 0;
	}
	require(errors == (status != STATUS_OK), "status %d, %d errors", status,
		errors);
}

static void run(char *line)
{
	static const struct ctx plain;
	char *words[BATCH_WORDS], *out, *err;
	struct args args = { batch_split(line, words), words };
	int status, i;

	if (args.argc < 0) {
		fuzz_met[TOO_MANY]++;
		return;
	}
	for (i = 0; i < args.argc; i++) {
		check_numbers(words[i]);
		check_maps(words[i]);
		check_keyword(words[i]);
	}
	status = mock_run(&args, &plain, &out, &err);
	require(status >= 0 && status <= STATUS_USAGE, "%d", status);
	check_errors(status, err);
	fuzz_met[REFUSED] += status == STATUS_FAILED && !answered;
	fuzz_met[FAILED_KERNEL] += status == STATUS_FAILED && answered;
	fuzz_met[MISUSED] += status == STATUS_USAGE;
	free(out);
	free(err);
}

/* The lines as a file */
static void run_file(const char *text)
{
	static const struct ctx plain;
	char path[32], *words[] = { "restore", path, "--dry-run" }, *out, *err;
	struct args args = { sizeof(words) / sizeof(*words), words };
	int fd = memfd_create("words", MFD_CLOEXEC), status;

	require(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text), "%s", text);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	status = mock_run(&args, &plain, &out, &err);
	require(status == STATUS_OK || !*out, "%s", out);
	check_errors(status, err);
	fuzz_met[FILE_ACCEPTED] += *out != '\0';
	fuzz_met[FILE_REFUSED] += status == STATUS_FAILED && !answered;
	free(out);
	free(err);
	close(fd);
}

void fuzz_one(struct fuzz *in)
{
	static const int errors[] = { 0, EEXIST, ENOENT, ENODEV, EPERM, EINTR };
	uint8_t first = fuzz_number(in, 1);
	size_t len = fuzz_left(in);
	char *text = fuzz_copy(in, len), *line;

	check_format(first * 0x9e3779b97f4a7c15ULL >> first % 64);
	/* The first zero byte ends the line */
	line = malloc(len + 1);
	memcpy(line, text, len);
	line[len] = '\0';
	next_error = -errors[first % 8 < 6 ? first % 8 : 0];
	answered = false;
	changes = 0;
	mock = (struct mock){ .sent = check_sent, .receive = answer };
	/* the settings and counters of the host must not cause warnings */
	proc_dir = "/nonexistent";
	state_root = "/proc/nonexistent";
	if (first & 8)
		run_file(line);
	else
		run(line);
	free(line);
	free(text);
}
