// SPDX-License-Identifier: GPL-2.0-only
/*
 * The modes: the settings that each of them gives a port.
 */
#include <string.h>
#include "roce.h"

#define EACH(object_, name_, ...) \
	{ .object = #object_, .settings = object_##_settings, .name = name_, \
	  .words = { __VA_ARGS__ } }
#define ALL(object_, name_, words_)	EACH(object_, name_, words_, words_, words_)

const char *const roce_modes[] = { "lossless", "semi-lossless", "lossy", "off" };

/* The settings that a mode changes and "roce off" restores; all others stay as they are */
const struct roce_setting roce_settings[] = {
	ALL(map, "trust", "dscp"),
	ALL(map, "dscp-prio", "class-selector"),
	ALL(map, "prio-pg", "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7"),
	/* Only a port that sends XOFF needs headroom; a profile may set another one */
	EACH(pg, "profile", "none"),
	EACH(pg, "headroom", "auto"),
	/* Computed */
	ALL(queue, "ecn-kmin", NULL),
	ALL(queue, "ecn-kmax", NULL),
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

/* Rate at which the queues of a port drain.  Return: bits per second */
uint64_t roce_drain_rate(const struct port *port)
{
	return port->rate ?: (port->speed ?: PFC_SPEED_DEFAULT) * 1000000ULL;
}

static uint64_t ecn_kmin(const struct port *port)
{
	const int mtu = device_mtu(port->name);
	const uint64_t min = (ETH_HEADER + (mtu > 0 ? mtu : MTU_DEFAULT)) * ECN_FRAMES;
	const uint64_t kmin = roce_drain_rate(port) / 1000000 * ECN_KMIN / (ECN_SPEED / 1000000);

	return kmin > min ? kmin : min;
}

/* ---- settings as words ---------------------------------------------------- */

/*
 * Formats a setting in a mode.
 * @words: result, %WORDS_LEN bytes: words after the device
 * @port: the port before the mode
 * Return: false: the mode leaves the setting alone
 */
static bool words_of(char *words, const struct roce_setting *s, enum roce_mode mode,
		     const struct port *port)
{
	const struct pg *pg = &port->pgs[ROCE_PRIO];
	/* A PG leaves its profile if that sets another headroom: the module refuses to change it */
	const bool leaves = *pg->profile && pg->headroom_auto != PFC_HEADROOM_MODE_AUTO;
	const bool is_pg = !strcmp(s->object, "pg"), is_queue = !strcmp(s->object, "queue");
	const char *value = s->words[mode];
	char size[FORMAT_LEN];

	if (!strcmp(s->name, "ecn-kmin"))
		value = word_size(size, ecn_kmin(port));
	else if (!strcmp(s->name, "ecn-kmax"))
		value = word_size(size, ecn_kmin(port) * ECN_RATIO);
	else if (is_pg && !leaves && (*pg->profile || !strcmp(s->name, "profile")))
		value = NULL;
	if (value)
		snprintf(words, WORDS_LEN, "%s%s %s",
			 is_pg ? "pg 3 " : is_queue ? "queue 3 " : "", s->name, value);
	return value;
}

/* Add the lines that give a port the settings of a mode, and its rate */
void roce_lines(enum roce_mode mode, const struct port *port, struct text *text)
{
	char dev[BATCH_QUOTED(IFNAMSIZ)], words[WORDS_LEN];
	const struct roce_setting *s;

	batch_quote(dev, port->name);
	if (port->rate)
		text_line(text, "port set dev %s rate %s", dev, word_rate(words, port->rate));
	for (s = roce_settings; s->object; s++)
		if (words_of(words, s, mode, port))
			text_line(text, "%s set dev %s %s", s->object, dev, words);
}

/* Give a copy of a port the settings of a mode */
void roce_apply(struct ctx *ctx, enum roce_mode mode, struct port *port)
{
	char words[WORDS_LEN], *list[BATCH_WORDS];
	const struct roce_setting *s;
	struct change c;

	change_begin(&c, PFC_CMD_PORT_SET);
	c.dev = port->name;
	for (s = roce_settings; s->object; s++) {
		if (!words_of(words, s, mode, port))
			continue;
		c.seen = 0;
		settings_read(ctx, &(struct args){ batch_split(words, list), list }, s->settings,
			      &c);
		change_parts(ctx, &c);
	}
	change_end(ctx, &c);
	port_apply(port, &c.msg.hdr);
}
