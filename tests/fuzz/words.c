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
#include "guard.h"
#include "mock.h"
#include "netlink.h"
#include "parse.h"
#include "rules.h"

enum goal {
	NUMBER, SIZE, RATE, SPEED, TIME, LENGTH, QUANTA, PERCENT, ETHTYPE, SATURATED, MAP,
	SENT, SENT_MAP, SENT_ETHTYPE, SENT_PG, SENT_QUEUE, SENT_TC, SENT_POOL, SENT_PROFILE,
	SENT_WATCHDOG, SENT_GROUP, SENT_PRIOS, SENT_ON, SENT_CONTROL, SENT_LATENCY, SENT_QDISC,
	SENT_DEVICES, REFUSED, MISUSED, FAILED_KERNEL, TOO_MANY, FILE_ACCEPTED,
	FILE_REFUSED,
};

const char *const fuzz_goals[] = {
	[NUMBER] = "number", [SIZE] = "size", [RATE] = "rate",
	[SPEED] = "speed", [TIME] = "time", [LENGTH] = "length",
	[QUANTA] = "quanta", [PERCENT] = "percent", [ETHTYPE] = "EtherType",
	[SATURATED] = "number beyond 64 bits",
	[MAP] = "map entry",
	[SENT] = "request", [SENT_MAP] = "request with a map",
	[SENT_ETHTYPE] = "request with EtherTypes", [SENT_TC] = "request with a class",
	[SENT_PG] = "request with a group", [SENT_QUEUE] = "request with a queue",
	[SENT_POOL] = "request with a pool", [SENT_PROFILE] = "request with a profile",
	[SENT_WATCHDOG] = "request with a watchdog time",
	[SENT_GROUP] = "request with a port group",
	[SENT_PRIOS] = "request with priorities", [SENT_ON] = "request with on or off",
	[SENT_CONTROL] = "request with a control priority",
	[SENT_LATENCY] = "request with a latency", [SENT_QDISC] = "port added or deleted",
	[SENT_DEVICES] = "request for devices",
	[REFUSED] = "value refused", [MISUSED] = "words refused",
	[FAILED_KERNEL] = "refused by the kernel", [TOO_MANY] = "too many words",
	[FILE_ACCEPTED] = "file with a change", [FILE_REFUSED] = "file refused",
	NULL
};

/* ---- numbers ------------------------------------------------------------ */

/**
 * struct unit - a unit that may follow a number
 * @name: name, case insensitive
 * @zeros: the factor is 10^zeros, or 2^-zeros if zeros is negative
 */
struct unit {
	const char	*name;
	int		zeros;
};

static const struct unit sizes[] = {
	{ "", 0 }, { "b", 0 }, { "k", -10 }, { "kb", -10 }, { "kib", -10 },
	{ "m", -20 }, { "mb", -20 }, { "mib", -20 },
	{ "g", -30 }, { "gb", -30 }, { "gib", -30 }, { }
};

static const struct unit rates[] = {
	{ "", 0 }, { "bit", 0 }, { "kbit", 3 }, { "mbit", 6 }, { "gbit", 9 },
	{ "tbit", 12 }, { }
};

static const struct unit times[] = {
	{ "ns", 0 }, { "us", 3 }, { "ms", 6 }, { "s", 9 }, { }
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
	else if (!model_number(keys, "", &first) ||
		 !model_number(dash ? dash : keys, "", &last))
		return false;
	if (map->values)
		for (value = 0; on_off[value] && strcmp(on_off[value], colon); )
			value++;
	else if (map->none && !strcmp(colon, "none"))
		value = PFC_MAP_NONE;
	else if (!model_number(colon, "", &value) || value > map->max)
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
			nlh->nlmsg_type == RTM_GETADDR, "%u", nlh->nlmsg_type);
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

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	static const char *const lines[] = {
		"port add dev p1 rate 1gbit delay 1.5us speed 100mbit pause-time 1000q",
		"port set dev p1 default-prio 3 queue-limit 1.5M rate unlimited speed auto",
		"port del dev p1", "port show dev p1", "port", "port help",
		"map set dev p1 dscp-prio default 24-31:3 all:0 prio-pg 0-7:1",
		"map set dev p1 dscp-prio class-selector prio-pg 3:3 default-prio 7",
		"map show", "pfc set dev p1 prio-pfc all:off 3-4:on pause-time 1",
		"pfc show dev p1", "pg set dev p1 pg all limit 1M",
		"pg set dev p1 pg 3 xoff 64K xon 48KiB headroom 128kb limit 1g",
		"pg show", "pool set size 24M", "pool show", "stats show dev p1",
		"stats clear", "monitor # all of it", "pool add gold size 8M oversubscribe-ratio 2",
		"pool set gold oversubscribe-ratio 256", "pool del gold", "pool show gold",
		"pool del abcdefghijklmnopqrstuvwxyz012345",
		"profile add a.b-c_d headroom auto alpha 1/8 pool gold min 10K",
		"profile set a limit 1M", "profile set a dev p1", "profile del a", "profile show a",
		"pg set dev p1 pg 3 profile a", "pg set dev p1 pg 3 profile none headroom auto",
		"port set dev p1 cable-length 300m batch 16", "port set dev p1 cable-delay 1us",
		"port set dev p1 cable-delay 1us cable-length 1m",
		"queue set dev p1 queue all limit 1M alpha 1/2", "queue show",
		"queue set dev p1 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 0.25%",
		"queue set dev p1 queue all ecn-kmax off ecn-pmax 100%",
		"ets set dev p1 prio-tc all:0 3:1 tc-tsa 0-1:ets 7:strict tc-bw 0:40 1:60%",
		"ets set dev p1 tc-maxrate 7:100mbit 2:unlimited", "ets show dev p1",
		"map set dev p1 trust dscp,pcp pcp-prio 1-2:3 ethtype-prio 0x8906:3 0X88cc:none",
		"map set dev p1 ethtype-prio 0x600:1", "map set dev p1 ethtype-prio 0x5ff:1",
		"map set dev p1 flood-prio 0:0 1-3:1 7:none flood-lossless drop prio-source skb",
		"map set dev p1 app-rewrite on", "map set dev p1 app-rewrite off trust dscp",
		"map set dev p1 prio-dscp all:none 3:63 prio-pcp 3:7 4:none trust none",
		"pfc set dev p1 flow-control pause prio-pfc-tx 3:on prio-pfc-rx all:off",
		"port set dev p1 peer-rate 10gbit overhead 256", "port set dev p1 peer-rate own",
		"0xffff 0x0 0x 0x12345 50% 0.0001% 99999999999999999999% 1:none 1:63 1:255",
		"queue set dev p1 queue 1 limit none alpha off", "watermark show dev p1",
		"watermark clear dev p1 pg all queue 3", "watermark clear pool gold",
		"watchdog set dev p1 prio-watchdog 3-4:on detection-time 100ms restoration-time auto",
		"watchdog set dev p1 restoration-time manual action forward escalate-count 30",
		"watchdog set dev p1 restoration-time 60s escalate-period 20s xoff-timeout 1ms",
		"watchdog set dev p1 escalate-count off xoff-timeout off xoff-warn 1000000",
		"watchdog show dev p1", "watchdog history", "watchdog clear", "watchdog help",
		"watchdog clear dev p1 prio 0-2,7", "watchdog mitigate", "watchdog release dev p1",
		"watchdog mitigate dev p1 prio all", "watchdog inject dev p1 prio 3,4 on",
		"watchdog inject dev p1 prio 3 off", "stats clear dev p1 prio 3",
		"port set dev p1 port-group 255", "port set dev p1 port-group none",
		"map set dev p1 bounce-prio 3:4 7:none bounce-dscp 3:34",
		"map set dev p1 control-prio none", "map set dev p1 control-prio 7 trust dscp",
		"port set dev p1 latency 100ms", "port set dev p1 latency none batch 1",
		"headroom speed 10gbit latency 100ms ring 1G", "headroom speed 1gbit ring none",
		"headroom dev p1", "headroom", "headroom speed 1gbit rate 10mbit mtu 9000",
		"headroom speed 400gbit cable-length 2km delay 1us batch 0",
		"check", "check dev p1", "check interval 1s", "check help", "check link dev p1",
		"check link dev p1 peer dev eth0 netns h1 prio 3", "check link prio 8 dev p1",
		"save", "save dev p1", "save help", "restore", "restore /nonexistent dev p1",
		"restore /dev/null --dry-run", "restore /dev/null", "restore - - -", "restore help",
		"port add dev p1 rate 1gbit # comment\npfc set dev p1 prio-pfc 3:on\n",
		"pool add gold size 1M\nprofile add a pool gold\nport add dev p1\npg set dev p1 pg 3 profile a",
		"metrics", "metrics show openmetrics all-netns", "metrics http", "metrics help",
		"0.2m 2.5m 0.001m 2000km 1.234567km 3689348814741910m",
		"1 1b 1.5k 0.000001tbit 2.5gbit 99999999999999999999 1.6tbit 65535q 0.25s",
		"0:0 63:7 64:0 0-63:8 7:on 8:off all:on 5-3:1 1-1:1",
		"18446744073709551615 17179869184G 18446745tbit 0.5 0.25K 007 1.",
	};

	const unsigned int count = sizeof(lines) / sizeof(*lines);

	/* Each line is a command and a file */
	if (n > 2 * count)
		return 0;
	if (n < 2 * count)
		return snprintf((char *)buf, size, "%c%s", n / 2 % 6 + n % 2 * 8, lines[n / 2]);
	memset(buf, ' ', 700);
	for (n = 0; n < 700; n += 2)
		buf[n] = 'a';
	return 700;
}
