// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of words for pfcctl: numbers with units against plain arithmetic, and
 * whole commands, which either say what is wrong or send a sound request.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "format.h"
#include "fuzz.h"
#include "mock.h"
#include "netlink.h"
#include "parse.h"

enum goal {
	NUMBER, SIZE, RATE, SPEED, TIME, LENGTH, QUANTA, SATURATED, MAP, SENT, SENT_MAP,
	SENT_PG, SENT_QUEUE, SENT_POOL, SENT_PROFILE, SENT_QDISC, REFUSED, MISUSED,
	FAILED_KERNEL, TOO_MANY,
};

const char *const fuzz_goals[] = {
	[NUMBER] = "number", [SIZE] = "size", [RATE] = "rate",
	[SPEED] = "speed", [TIME] = "time", [LENGTH] = "length",
	[QUANTA] = "quanta", [SATURATED] = "too large",
	[MAP] = "entry of a map",
	[SENT] = "request", [SENT_MAP] = "request with a map",
	[SENT_PG] = "request with a group", [SENT_QUEUE] = "request with a queue",
	[SENT_POOL] = "request with a pool", [SENT_PROFILE] = "request with a profile",
	[SENT_QDISC] = "port added or deleted",
	[REFUSED] = "value refused", [MISUSED] = "words refused",
	[FAILED_KERNEL] = "refused by the kernel", [TOO_MANY] = "too many words",
	NULL
};

/* ---- numbers ------------------------------------------------------------ */

/**
 * struct unit - a unit that may follow a number
 * @name: in any case
 * @zeros: how many decimal or, if negative, binary zeros it stands for
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

/* In millimetres */
static const struct unit lengths[] = { { "m", 3 }, { "km", 6 }, { } };

static __uint128_t power(unsigned int base, unsigned int n)
{
	return n ? base * power(base, n - 1) : 1;
}

/* Up to 2^70 and some */
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

/* 5 ns a metre, rounded up; what would not fit in 64 bits is too large anyway */
static bool model_length(const char *word, uint64_t *value)
{
	uint64_t mm;

	if (!model_scaled(word, lengths, &mm))
		return false;
	*value = mm > UINT64_MAX / 5 - 1000 ? UINT64_MAX : mm / 200 + (mm % 200 != 0);
	return true;
}

static void same(const char *word, bool got, uint64_t value, bool want,
		 uint64_t want_value, enum goal goal)
{
	require(got == want, "'%s': %d", word, got);
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
	got = parse_speed(word, &value);
	same(word, got, value, model_speed(word, &want), want, SPEED);
}

/* ---- maps --------------------------------------------------------------- */

static const char *const on_off[] = { "off", "on", NULL };

static const struct map maps[] = {
	{ "dscp-prio", "DSCP", "priority", PFC_DSCP_COUNT, NULL },
	{ "prio-pfc", "priority", "PFC", PFC_PRIO_COUNT, on_off },
};

/* KEYS:VALUE, KEYS being a number, two with - between, or all */
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
	else if (!model_number(colon, "", &value))
		return false;
	if (last >= map->keys || first > last || value >= (map->values ? 2 : 8))
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
	/* more zeros in front than the model has room for */
	if (strlen(word) >= 80)
		return;
	for (i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		memset(table, MAP_UNSET, sizeof(table));
		memset(want, MAP_UNSET, sizeof(want));
		good = model_map(&maps[i], word, want);
		require((map_parse(&ctx, &maps[i], word, table) == STATUS_OK) == good,
			"'%s': %d", word, good);
		require(!memcmp(table, want, sizeof(table)), "'%s'", word);
		fuzz_met[MAP] += good;
	}
}

/* What is written can be read again and is the same */
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

/**
 * struct rule - an attribute that pfcctl may send
 * @attr: its type
 * @len: its length, 0 for a string or nest
 * @min: least value, or length of a string
 * @max: largest value or length; beside these 0 may mean something
 * @zero: it does
 * @nest: what it may hold, if it is a nest
 * @all: bit mask of the attributes that must all be there, for a nest
 */
struct rule {
	uint16_t		attr;
	uint16_t		len;
	uint64_t		min;
	uint64_t		max;
	bool			zero;
	const struct rule	*nest;
	unsigned int		all;
};

#define ENTRY(keys, values)						\
	((const struct rule[]){						\
		{ PFC_A_MAP_ENTRY, .nest = (const struct rule[]){	\
			{ PFC_MAP_A_KEY, 1, 0, (keys) - 1 },		\
			{ PFC_MAP_A_VALUE, 1, 0, (values) - 1 },	\
			{ }						\
		}, .all = 1 << PFC_MAP_A_KEY | 1 << PFC_MAP_A_VALUE },	\
		{ }							\
	})

static const struct rule pg_rules[] = {
	{ PFC_PG_A_ID, 1, 0, PFC_PRIO_COUNT - 1 },
	{ PFC_PG_A_XOFF, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_XON, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_HEADROOM, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_LIMIT, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_MIN, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_ALPHA, 4, 1, PFC_ALPHA_MAX, .zero = true },
	{ PFC_PG_A_XON_OFFSET, 4, 0, PFC_SIZE_MAX },
	{ PFC_PG_A_POOL, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_PG_A_PROFILE, 0, 1, PFC_NAME_LEN - 1, .zero = true },
	{ PFC_PG_A_HEADROOM_AUTO, 1, 0, 1 },
	{ }
};

static const struct rule queue_rules[] = {
	{ PFC_QUEUE_A_ID, 1, 0, PFC_PRIO_COUNT - 1 },
	{ PFC_QUEUE_A_LIMIT, 4, 1, PFC_SIZE_MAX, .zero = true },
	{ PFC_QUEUE_A_ALPHA, 4, 1, PFC_ALPHA_MAX, .zero = true },
	{ }
};

static const struct rule profile_rules[] = {
	{ PFC_A_PROFILE_NAME, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_A_PG, .nest = pg_rules + 1 },
	{ }
};

static const struct rule rules[] = {
	{ PFC_A_IFNAME, 0, 1, 15 },
	{ PFC_A_DEFAULT_PRIO, 1, 0, PFC_PRIO_COUNT - 1 },
	{ PFC_A_PAUSE_TIME, 4, 1, PFC_PAUSE_TIME_MAX },
	{ PFC_A_RATE, 8, PFC_RATE_MIN, PFC_RATE_MAX, .zero = true },
	{ PFC_A_SPEED, 4, PFC_SPEED_MIN, PFC_SPEED_MAX, .zero = true },
	{ PFC_A_DELAY, 4, 0, PFC_DELAY_MAX },
	{ PFC_A_QUEUE_LIMIT, 4, 0, PFC_SIZE_MAX },
	{ PFC_A_POOL_SIZE, 4, 0, PFC_SIZE_MAX },
	{ PFC_A_DSCP_PRIO, .nest = ENTRY(PFC_DSCP_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_PRIO_PG, .nest = ENTRY(PFC_PRIO_COUNT, PFC_PRIO_COUNT) },
	{ PFC_A_PRIO_PFC, .nest = ENTRY(PFC_PRIO_COUNT, 2) },
	{ PFC_A_PG, .nest = pg_rules, .all = 1 << PFC_PG_A_ID },
	{ PFC_A_QUEUE, .nest = queue_rules, .all = 1 << PFC_QUEUE_A_ID },
	{ PFC_A_CABLE_DELAY, 4, 0, PFC_DELAY_MAX },
	{ PFC_A_BATCH, 4, 0, PFC_BATCH_MAX },
	{ PFC_A_POOL_NAME, 0, 1, PFC_NAME_LEN - 1 },
	{ PFC_A_POOL_HEADROOM_RATIO, 4, 1, PFC_RATIO_MAX },
	{ }
};

static uint64_t check_attrs(const struct nlattr *first, size_t len,
			    const struct rule *rules);

static void check_attr(const struct nlattr *attr, const struct rule *rule)
{
	unsigned int len = mnl_attr_get_payload_len(attr);
	const void *payload = mnl_attr_get_payload(attr);
	uint64_t value = 0, have;

	if (rule->nest) {
		require(attr->nla_type & NLA_F_NESTED, "%u", rule->attr);
		have = check_attrs(payload, len, rule->nest);
		require(!(rule->all & ~have), "%u has %#llx", rule->attr,
			(unsigned long long)have);
	} else if (rule->len) {
		require(len == rule->len, "%u: %u", rule->attr, len);
		memcpy(&value, payload, len);
		require((value >= rule->min && value <= rule->max) ||
			(rule->zero && !value), "%u: %llu", rule->attr,
			(unsigned long long)value);
	} else {
		require(len && !((char *)payload)[len - 1] &&
			strlen(payload) == len - 1, "name of %u", len);
		value = len - 1;
		require((value >= rule->min && value <= rule->max) ||
			(rule->zero && !value), "name of %u", len);
	}
}

/* Return: bit mask of the attributes found */
static uint64_t check_attrs(const struct nlattr *first, size_t len,
			    const struct rule *rules)
{
	const struct nlattr *attr = first;
	const char *end = (const char *)first + len;
	uint64_t found = 0;

	for (; mnl_attr_ok(attr, end - (const char *)attr); attr = mnl_attr_next(attr)) {
		uint16_t type = mnl_attr_get_type(attr);
		const struct rule *rule = rules;

		while (rule->attr && rule->attr != type)
			rule++;
		require(rule->attr, "attribute %u", type);
		require(!(found >> type & 1) || rule->nest, "%u twice", type);
		found |= 1ULL << type;
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
	uint64_t found;

	require(nlh->nlmsg_flags & NLM_F_REQUEST &&
		nlh->nlmsg_flags & (NLM_F_ACK | NLM_F_DUMP), "%#x", nlh->nlmsg_flags);
	if (nlh->nlmsg_type != MOCK_FAMILY) {
		require(nlh->nlmsg_type == RTM_NEWQDISC ||
			nlh->nlmsg_type == RTM_DELQDISC, "%u", nlh->nlmsg_type);
		fuzz_met[SENT_QDISC]++;
		return;
	}
	require(genl->cmd > PFC_CMD_UNSPEC && genl->cmd != PFC_CMD_EVENT &&
		genl->cmd <= PFC_CMD_MAX && genl->version == PFC_GENL_VERSION,
		"command %u", genl->cmd);
	found = check_attrs((const void *)(genl + 1),
			    mnl_nlmsg_get_payload_len(nlh) - sizeof(*genl),
			    profile ? profile_rules : rules);
	fuzz_met[SENT]++;
	fuzz_met[SENT_MAP] += (found & (1 << PFC_A_DSCP_PRIO | 1 << PFC_A_PRIO_PG |
					1 << PFC_A_PRIO_PFC)) != 0;
	fuzz_met[SENT_PG] += (found & 1 << PFC_A_PG) != 0;
	fuzz_met[SENT_QUEUE] += (found & 1ULL << PFC_A_QUEUE) != 0;
	fuzz_met[SENT_POOL] += (found & 1ULL << PFC_A_POOL_NAME) != 0;
	fuzz_met[SENT_PROFILE] += (found & 1ULL << PFC_A_PROFILE_NAME) != 0;
}

/* ---- commands ----------------------------------------------------------- */

static int next_error;
static bool asked;

/* The first answer is as the input wants it, the others are good */
static int answer(void *buf, size_t size)
{
	int len;

	(void)size;
	/* nothing asked: monitor, which never ends but by an error */
	if (!mock.seq)
		return -EIO;
	len = mock_ack(buf, next_error);
	mock.seq = 0;
	next_error = 0;
	asked = true;
	return len;
}

/* A line each: one error if the command fails, warnings, nothing else */
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
	fuzz_met[REFUSED] += status == STATUS_FAILED && !asked;
	fuzz_met[FAILED_KERNEL] += status == STATUS_FAILED && asked;
	fuzz_met[MISUSED] += status == STATUS_USAGE;
	free(out);
	free(err);
}

void fuzz_one(struct fuzz *in)
{
	static const int errors[] = { 0, EEXIST, ENOENT, ENODEV, EPERM, EINTR };
	uint8_t first = fuzz_number(in, 1);
	size_t len = fuzz_left(in);
	char *text = fuzz_copy(in, len), *line;

	check_format(first * 0x9e3779b97f4a7c15ULL >> first % 64);
	/* A line of a file has no zeros within, and ends with one */
	line = malloc(len + 1);
	memcpy(line, text, len);
	line[len] = '\0';
	next_error = -errors[first % 8 < 6 ? first % 8 : 0];
	asked = false;
	mock = (struct mock){ .sent = check_sent, .receive = answer };
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
		"stats clear", "monitor # all of it", "pool add gold size 8M headroom-ratio 2",
		"pool set gold headroom-ratio 256", "pool del gold", "pool show gold",
		"pool del abcdefghijklmnopqrstuvwxyz012345",
		"profile add a.b-c_d headroom auto alpha 1/8 pool gold min 10K",
		"profile set a limit 1M", "profile set a dev p1", "profile del a", "profile show a",
		"pg set dev p1 pg 3 profile a", "pg set dev p1 pg 3 profile none headroom auto",
		"port set dev p1 cable-length 300m batch 16", "port set dev p1 cable-delay 1us",
		"port set dev p1 cable-delay 1us cable-length 1m",
		"queue set dev p1 queue all limit 1M alpha 1/2", "queue show",
		"queue set dev p1 queue 1 limit none alpha off", "watermark show dev p1",
		"watermark clear dev p1 pg all queue 3", "watermark clear pool gold",
		"headroom dev p1", "headroom", "headroom speed 1gbit rate 10mbit mtu 9000",
		"headroom speed 400gbit cable-length 2km delay 1us batch 0",
		"0.2m 2.5m 0.001m 2000km 1.234567km 3689348814741910m",
		"1 1b 1.5k 0.000001tbit 2.5gbit 99999999999999999999 1.6tbit 65535q 0.25s",
		"0:0 63:7 64:0 0-63:8 7:on 8:off all:on 5-3:1 1-1:1",
		"18446744073709551615 17179869184G 18446745tbit 0.5 0.25K 007 1.",
	};

	const unsigned int count = sizeof(lines) / sizeof(*lines);

	if (n > count)
		return 0;
	if (n < count)
		return snprintf((char *)buf, size, "%c%s", n % 6, lines[n]);
	memset(buf, ' ', 700);
	for (n = 0; n < 700; n += 2)
		buf[n] = 'a';
	return 700;
}
