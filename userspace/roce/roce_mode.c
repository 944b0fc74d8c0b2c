// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes: the settings that each of them gives a port.
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "port_words.h"
#include "config.h"
#include "roce.h"

#define ALL(object_, name_, words_) \
	{ .object = object_, .name = name_, .words = { words_, words_, words_ } }
#define EACH(object_, name_, ...) \
	{ .object = object_, .name = name_, .words = { __VA_ARGS__ } }
#define COMPUTED(object_, name_) \
	{ .object = object_, .name = name_ }

const char *const roce_modes[] = { "lossless", "semi-lossless", "lossy", NULL };

/* The settings that a mode changes and "roce off" restores; all others stay as they are */
const struct roce_setting roce_settings[] = {
	ALL("map", "trust", "dscp"),
	ALL("map", "dscp-prio", "class-selector"),
	ALL("map", "prio-pg", "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7"),
	/* Only a port that sends XOFF needs headroom */
	COMPUTED("pg", "profile"),
	EACH("pg", "headroom", "auto", NULL, NULL),
	COMPUTED("queue", "ecn-kmin"),
	COMPUTED("queue", "ecn-kmax"),
	ALL("queue", "ecn-pmax", "100%"),
	/* RoCE and the rest share the bandwidth; notifications and control traffic come first */
	ALL("ets", "prio-tc", "all:0 3:3 6:6 7:7"),
	ALL("ets", "tc-tsa", "all:strict 0:ets 3:ets"),
	ALL("ets", "tc-bw", "all:0 0:50 3:50"),
	EACH("watchdog", "prio-watchdog", "all:off 3:on", "all:off 3:on", "all:off"),
	ALL("pfc", "flow-control", "pfc"),
	EACH("pfc", "prio-pfc-tx", "all:off 3:on", "all:off", "all:off"),
	EACH("pfc", "prio-pfc-rx", "all:off 3:on", "all:off 3:on", "all:off"),
	{ 0 }
};

/* ---- ECN ---------------------------------------------------------------- */

/*
 * Switches mark RoCE packets from 150 KB to 1500 KB.  That is 12 us and 120 us of a queue at
 * 100 Gb/s, and the thresholds here are the same times at the speed of the port.  A slow port
 * needs room for the frames of a burst, so the lower threshold has a minimum.
 */
#define ECN_SPEED	100000000000ULL	/* bits per second */
#define ECN_KMIN	150000ULL	/* bytes at ECN_SPEED */
#define ECN_RATIO	10		/* upper threshold by the lower one */
#define ECN_FRAMES	20		/* minimum of the lower threshold */

#define ETH_HEADER	14

/* Rate at which the queues of a device drain.  Return: bits per second */
uint64_t roce_drain_rate(const struct roce_target *target)
{
	const struct port *port = target->port;
	uint32_t speed = PFC_SPEED_DEFAULT;
	int fd;

	if (target->rate)
		return target->rate;
	if (port)
		return port->rate ?: (port->speed ?: speed) * 1000000ULL;
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd >= 0) {
		speed = ethtool_speed(fd, target->dev->name) ?: speed;
		close(fd);
	}
	return speed * 1000000ULL;
}

static uint64_t ecn_kmin(const struct roce_target *target)
{
	const int mtu = device_mtu(target->dev->name);
	const uint64_t min = (ETH_HEADER + (mtu > 0 ? mtu : MTU_DEFAULT)) * ECN_FRAMES;
	const uint64_t kmin = roce_drain_rate(target) / 1000000 * ECN_KMIN / (ECN_SPEED / 1000000);

	return kmin > min ? kmin : min;
}

/* ---- settings as words ---------------------------------------------------- */

/* Return: the words that select the PG or the queue of RoCE, with a space after them, or "" */
static const char *part_of(const char *object)
{
	return !strcmp(object, "pg") ? "pg 3 " : !strcmp(object, "queue") ? "queue 3 " : "";
}

/**
 * roce_setting_words() - format a setting as a port has it
 * @buf: result, %WORDS_LEN bytes: "OBJECT WORDS"
 * @s: the setting
 * @port: the port
 *
 * Return: false if another setting determines the value.
 */
bool roce_setting_words(char *buf, const struct roce_setting *s, const struct port *port)
{
	char value[WORDS_LEN];

	/* A profile sets the headroom of its PGs */
	if (!strcmp(s->name, "headroom") && *port->pgs[ROCE_PRIO].profile)
		return false;
	port_words(value, setting_find(object_named(s->object), s->name), port, ROCE_PRIO);
	snprintf(buf, WORDS_LEN, "%s %s%s %.*s", s->object, part_of(s->object), s->name,
		 WORDS_LEN / 2, value);
	return true;
}

/**
 * roce_line_apply() - apply the words of a command to a copy of a port
 * @ctx: the context
 * @line: "OBJECT WORDS"
 * @port: the copy
 *
 * Return: whether the words are valid.
 */
bool roce_line_apply(struct ctx *ctx, const char *line, struct port *port)
{
	const size_t len = strcspn(line, " ");
	char object[16];

	snprintf(object, sizeof(object), "%.*s", (int)len, line);
	return words_apply(ctx, object, line + len, port);
}

/* Give a copy of a port the settings of a mode.  Return: whether the port can have the settings */
bool roce_wanted(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
		 struct port *port)
{
	const uint64_t kmin = ecn_kmin(target);
	struct pg *pg = &port->pgs[ROCE_PRIO];
	const struct roce_setting *s;
	char line[WORDS_LEN];

	if (target->rate)
		port->rate = target->rate;
	/* The module refuses another headroom than that of the profile */
	if (mode == ROCE_LOSSLESS && pg->headroom_auto != PFC_HEADROOM_MODE_AUTO)
		*pg->profile = '\0';
	port->queues[ROCE_PRIO].ecn_kmin = kmin;
	port->queues[ROCE_PRIO].ecn_kmax = kmin * ECN_RATIO;
	for (s = roce_settings; s->object; s++) {
		if (!s->words[mode])
			continue;
		snprintf(line, sizeof(line), "%s %s%s %s", s->object, part_of(s->object), s->name,
			 s->words[mode]);
		if (!roce_line_apply(ctx, line, port))
			return false;
	}
	return true;
}

/**
 * roce_plan() - add the commands that change the settings of a port
 * @from: the port
 * @to: the port afterwards
 * @single: the commands run one by one, not as one request
 * @job: the job; receives no command that would change nothing
 *
 * Single commands first switch off PFC that ends: the module can refuse the state of the port
 * between two of them.
 */
void roce_plan(const struct port *from, const struct port *to, bool single, struct job *job)
{
	struct port begin = *from, end = *to;
	const struct config before = { .ports = { .n = 1, .list = &begin } };
	const struct config after = { .ports = { .n = 1, .list = &end } };
	int prio;

	if (single && prio_mask(from->prio_pfc_tx) & ~prio_mask(to->prio_pfc_tx)) {
		end = begin;
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			end.prio_pfc_tx[prio] &= to->prio_pfc_tx[prio];
		config_plan(&before, &after, CONFIG_KEEP, job);
		begin = end;
		end = *to;
	}
	config_plan(&before, &after, CONFIG_KEEP, job);
}
