// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes: the settings that each of them gives a port.
 */
#include <string.h>
#include "roce.h"

#define ALL(object_, name_, words_) \
	{ .object = #object_, .settings = object_##_settings, .name = name_, \
	  .words = { words_, words_, words_ } }
#define EACH(object_, name_, ...) \
	{ .object = #object_, .settings = object_##_settings, .name = name_, \
	  .words = { __VA_ARGS__ } }
#define COMPUTED(object_, name_) \
	{ .object = #object_, .settings = object_##_settings, .name = name_ }

const char *const roce_modes[] = { "lossless", "semi-lossless", "lossy", NULL };

/* The settings that a mode changes and "roce off" restores; all others stay as they are */
const struct roce_setting roce_settings[] = {
	ALL(map, "trust", "dscp"),
	ALL(map, "dscp-prio", "class-selector"),
	ALL(map, "prio-pg", "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7"),
	/* Only a port that sends XOFF needs headroom */
	COMPUTED(pg, "profile"),
	EACH(pg, "headroom", "auto", NULL, NULL),
	COMPUTED(queue, "ecn-kmin"),
	COMPUTED(queue, "ecn-kmax"),
	ALL(queue, "ecn-pmax", "100%"),
	/* RoCE and the rest share the bandwidth; notifications and control traffic come first */
	ALL(ets, "prio-tc", "all:0 3:3 6:6 7:7"),
	ALL(ets, "tc-tsa", "all:strict 0:ets 3:ets"),
	ALL(ets, "tc-bw", "all:0 0:50 3:50"),
	EACH(watchdog, "prio-watchdog", "all:off 3:on", "all:off 3:on", "all:off"),
	ALL(pfc, "flow-control", "pfc"),
	EACH(pfc, "prio-pfc-tx", "all:off 3:on", "all:off", "all:off"),
	EACH(pfc, "prio-pfc-rx", "all:off 3:on", "all:off 3:on", "all:off"),
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
	uint32_t speed;

	if (target->rate || (port && port->rate))
		return target->rate ?: port->rate;
	speed = port ? port->speed : ethtool_speed(target->dev->name);
	return (speed ?: PFC_SPEED_DEFAULT) * 1000000ULL;
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

/* Return: whether the PG must leave its profile: the module refuses another headroom than its */
static bool leaves_profile(enum roce_mode mode, const struct port *port)
{
	const struct pg *pg = &port->pgs[ROCE_PRIO];

	return mode == ROCE_LOSSLESS && *pg->profile && pg->headroom_auto != PFC_HEADROOM_MODE_AUTO;
}

/* Return: whether a profile sets the headroom */
static bool is_of_profile(const struct roce_setting *s, enum roce_mode mode,
			  const struct port *port)
{
	return !strcmp(s->name, "headroom") && port && *port->pgs[ROCE_PRIO].profile &&
	       !leaves_profile(mode, port);
}

/* Add the lines that give a port the settings of a mode */
void roce_lines(enum roce_mode mode, const struct roce_target *target, struct text *text)
{
	char dev[BATCH_QUOTED(IFNAMSIZ)], buf[FORMAT_LEN], ten[FORMAT_LEN];
	const uint64_t kmin = ecn_kmin(target);
	const struct roce_setting *s;

	batch_quote(dev, target->dev->name);
	if (target->rate)
		text_line(text, "port set dev %s rate %s", dev, word_rate(buf, target->rate));
	if (target->port && leaves_profile(mode, target->port))
		text_line(text, "pg set dev %s pg %d profile none", dev, ROCE_PRIO);
	text_line(text, "queue set dev %s queue %d ecn-kmin %s ecn-kmax %s", dev, ROCE_PRIO,
		  word_size(buf, kmin), word_size(ten, kmin * ECN_RATIO));
	for (s = roce_settings; s->object; s++)
		if (s->words[mode] && !is_of_profile(s, mode, target->port))
			text_line(text, "%s set dev %s %s%s %s", s->object, dev,
				  part_of(s->object), s->name, s->words[mode]);
}

#define OBJECT_WORDS	4	/* OBJECT set dev DEV, before the words of settings */

/* Applies a line of roce_lines() to a copy of a port.  Return: whether it is valid */
static bool apply(struct ctx *ctx, char *line, struct port *port)
{
	const struct roce_setting *s = roce_settings;
	char *words[BATCH_WORDS];
	struct args args = { batch_split(line, words) - OBJECT_WORDS, words + OBJECT_WORDS };
	struct change c;

	while (s->object && strcmp(s->object, *words))
		s++;
	if (!s->object)
		return false;
	change_begin(&c, PFC_CMD_PORT_SET);
	c.dev = port->name;
	return !settings_read(ctx, &args, s->settings, &c) && !change_end(ctx, &c) &&
	       port_apply(port, &c.msg.hdr);
}

/* Give a copy of a port the settings of a mode.  Return: whether the port can have the settings */
bool roce_wanted(struct ctx *ctx, enum roce_mode mode, const struct roce_target *target,
		 struct port *port)
{
	struct text text = { 0 };
	bool good = true;
	size_t i;

	roce_lines(mode, target, &text);
	for (i = 0; good && i < text.n; i++)
		good = apply(ctx, text.lines[i], port);
	text_free(&text);
	return good;
}
