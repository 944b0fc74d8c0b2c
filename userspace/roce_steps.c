// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes: what each of them does with each setting of a port.
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "check.h"
#include "roce.h"

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
#define MTU_DEFAULT	1500

/* Return: bits per second at which the queue drains */
static uint64_t drain_rate(const struct roce_target *target)
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
	const uint64_t kmin = drain_rate(target) / 1000000 * ECN_KMIN / (ECN_SPEED / 1000000);

	return kmin > min ? kmin : min;
}

static void kmin_value(char *buf, const struct roce_target *target)
{
	word_size(buf, ecn_kmin(target));
}

static void kmax_value(char *buf, const struct roce_target *target)
{
	word_size(buf, ecn_kmin(target) * ECN_RATIO);
}

/* A profile sets the headroom of its PGs, and the module refuses any other value */
static bool profile_forbids_auto(const struct roce_target *target)
{
	const struct pg *pg = target->port ? &target->port->pgs[ROCE_PRIO] : NULL;

	return pg && *pg->profile && !pg->headroom_auto;
}

/* ---- settings by mode ---------------------------------------------------- */

#define ALL(object_, name_, words_) \
	{ .object = object_, .name = name_, .words = { words_, words_, words_ } }
#define EACH(object_, name_, ...) \
	{ .object = object_, .name = name_, .words = { __VA_ARGS__ } }
#define COMPUTED(object_, name_, value_) \
	{ .object = object_, .name = name_, .value = value_ }
#define LEAVE(object_, name_) \
	{ .object = object_, .name = name_ }

const char *const roce_modes[] = { "lossless", "semi-lossless", "lossy", NULL };

/*
 * Every setting of a port is here.  The order of the objects is the order of the commands: a
 * priority has a PG of its own and the headroom is set before PFC makes the PG lossless.
 */
const struct roce_setting roce_settings[] = {
	/* The link: only the rate of the command line changes it */
	LEAVE("port", "rate"),
	LEAVE("port", "overhead"),
	LEAVE("port", "speed"),
	LEAVE("port", "delay"),
	LEAVE("port", "cable-delay"),
	LEAVE("port", "cable-length"),
	LEAVE("port", "batch"),
	LEAVE("port", "latency"),
	LEAVE("port", "peer-rate"),
	LEAVE("port", "pause-time"),
	LEAVE("port", "default-prio"),
	LEAVE("port", "queue-limit"),
	LEAVE("port", "port-group"),

	ALL("map", "trust", "dscp"),
	ALL("map", "dscp-prio", "class-selector"),
	ALL("map", "prio-pg", "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7"),
	LEAVE("map", "default-prio"),
	LEAVE("map", "control-prio"),
	LEAVE("map", "pcp-prio"),
	LEAVE("map", "ethtype-prio"),
	LEAVE("map", "flood-prio"),
	LEAVE("map", "flood-lossless"),
	LEAVE("map", "prio-source"),
	LEAVE("map", "prio-dscp"),
	LEAVE("map", "prio-pcp"),
	LEAVE("map", "bounce-prio"),
	LEAVE("map", "bounce-dscp"),
	LEAVE("map", "app-rewrite"),

	/* Only a port that sends XOFF needs headroom */
	{
		.object = "pg", .name = "profile", .words = { "none" },
		.needed = profile_forbids_auto,
	},
	EACH("pg", "headroom", "auto", NULL, NULL),
	LEAVE("pg", "xoff"),
	LEAVE("pg", "xon"),
	LEAVE("pg", "limit"),
	LEAVE("pg", "min"),
	LEAVE("pg", "alpha"),
	LEAVE("pg", "xon-offset"),
	LEAVE("pg", "pool"),

	COMPUTED("queue", "ecn-kmin", kmin_value),
	COMPUTED("queue", "ecn-kmax", kmax_value),
	ALL("queue", "ecn-pmax", "100%"),
	LEAVE("queue", "limit"),
	LEAVE("queue", "alpha"),

	/* RoCE and the rest share the bandwidth; notifications and control traffic come first */
	ALL("ets", "prio-tc", "all:0 3:3 6:6 7:7"),
	ALL("ets", "tc-tsa", "all:strict 0:ets 3:ets"),
	ALL("ets", "tc-bw", "all:0 0:50 3:50"),
	LEAVE("ets", "tc-maxrate"),

	EACH("watchdog", "prio-watchdog", "all:off 3:on", "all:off 3:on", "all:off"),
	LEAVE("watchdog", "detection-time"),
	LEAVE("watchdog", "restoration-time"),
	LEAVE("watchdog", "action"),
	LEAVE("watchdog", "escalate-count"),
	LEAVE("watchdog", "escalate-period"),
	LEAVE("watchdog", "xoff-timeout"),
	LEAVE("watchdog", "xoff-warn"),

	ALL("pfc", "flow-control", "pfc"),
	EACH("pfc", "prio-pfc-tx", "all:off 3:on", "all:off", "all:off"),
	EACH("pfc", "prio-pfc-rx", "all:off 3:on", "all:off 3:on", "all:off"),
	LEAVE("pfc", "prio-pfc"),	/* both directions: the two lines above */
	LEAVE("pfc", "pause-time"),
	{ 0 }
};

/* ---- commands ------------------------------------------------------------ */

/**
 * roce_object_named() - find an object of the command line
 * @name: its name
 *
 * Return: the object or NULL.
 */
const struct object *roce_object_named(const char *name)
{
	int i;

	for (i = 0; objects[i]; i++)
		if (!strcmp(objects[i]->name, name))
			return objects[i];
	return NULL;
}

/**
 * roce_is_used() - check whether a mode changes a setting
 * @s: the setting
 *
 * Return: whether any mode does.
 */
bool roce_is_used(const struct roce_setting *s)
{
	return s->value || s->words[ROCE_LOSSLESS] || s->words[ROCE_SEMI_LOSSLESS] ||
	       s->words[ROCE_LOSSY];
}

/**
 * roce_part() - get the words that select the PG or the queue of RoCE
 * @object: object of the command
 *
 * Return: the words, with a space after them, or "".
 */
const char *roce_part(const char *object)
{
	return !strcmp(object, "pg") ? "pg 3 " : !strcmp(object, "queue") ? "queue 3 " : "";
}

/**
 * roce_value() - get the value of a setting in a mode
 * @buf: result, %ROCE_LINE bytes
 * @s: the setting
 * @mode: the mode
 * @target: the port
 *
 * Return: false if the mode leaves the setting alone.
 */
bool roce_value(char *buf, const struct roce_setting *s, enum roce_mode mode,
		const struct roce_target *target)
{
	if (s->needed && !s->needed(target))
		return false;
	if (s->value)
		s->value(buf, target);
	else if (s->words[mode])
		snprintf(buf, ROCE_LINE, "%s", s->words[mode]);
	return s->value || s->words[mode];
}
