// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks that the two ends of a link have matching settings.
 */
#include <string.h>
#include "check.h"
#include "port_words.h"
#include "print.h"
#include "setting.h"

/* Appends "rate RATE" if the port expects a rate of its peer */
static void fix_rate(struct check *c, const struct port *port)
{
	const uint64_t expect = port->peer_rate ?: port->rate;
	char buf[FORMAT_LEN];

	if (expect) {
		fix_words(c, "rate");
		fix_words(c, word_rate(buf, expect));
	}
}

/* Appends the command that copies the flow control settings; the source is @like, the target @to */
static void fix_flow(struct check *c, const struct end *to, const struct port *like)
{
	if (like->flow_control != PFC_FLOW_CONTROL_PFC) {
		fix_pfcctl(c, to, "pfc set dev %s prio-pfc all:off flow-control %s",
			   to->dev->name, word_of(flow_control_words, like->flow_control));
		return;
	}
	fix_pfcctl(c, to, "pfc set dev %s flow-control pfc prio-pfc all:off", to->dev->name);
	fix_prios_on(c, prio_mask(like->prio_pfc_tx) | prio_mask(like->prio_pfc_rx));
}

/* Check that the other end of a link with flow control is a port */
void check_peer_port(struct check *c, const struct end *end)
{
	char name[END_LEN];

	if (!c->peer.dev || c->peer.port || !uses_flow_control(end->port))
		return;
	fix_pfcctl(c, &c->peer, "port add dev %s", c->peer.dev->name);
	fix_rate(c, end->port);
	fix_flow(c, &c->peer, end->port);
	check_report(c, prios_sent(end->port),
		     "the other end, %s, is not a port: it neither obeys nor sends PFC",
		     end_name(name, c, &c->peer));
}

/*
 * Check that this end expects the rate at which the other end sends.  check_no_rate() reports a
 * missing rate at this end.
 */
void check_peer_rate(struct check *c, const struct end *end)
{
	char name[END_LEN], is[FORMAT_LEN], wanted[FORMAT_LEN], buf[FORMAT_LEN];
	const struct port *port = end->port, *other = c->peer.port;
	const uint64_t expect = port->peer_rate ?: port->rate;

	if (!other || !expect || other->rate == expect)
		return;
	/* Without peer-rate, both ends have the same fault, and one change corrects it */
	if (c->second && other->rate && !port->peer_rate && !other->peer_rate)
		return;
	if (port->peer_rate && other->rate)
		fix_pfcctl(c, end, "port set dev %s peer-rate %s", port->name,
			   word_rate(buf, other->rate));
	else
		fix_pfcctl(c, &c->peer, "port set dev %s rate %s", other->name,
			   word_rate(buf, expect));
	format_rate(wanted, expect);
	if (other->rate)
		check_report(c, 0, "the other end, %s, sends at %s, this port expects %s",
			     end_name(name, c, &c->peer), format_rate(is, other->rate), wanted);
	else
		check_report(c, 0, "the other end, %s, has no rate, this port expects %s",
			     end_name(name, c, &c->peer), wanted);
}

/*
 * Check that a pause quantum has the same length at both ends.  check_peer_rate() handles speeds
 * that differ only because the rates differ.
 */
void check_peer_speed(struct check *c, const struct end *end)
{
	char name[END_LEN], this[FORMAT_LEN], that[FORMAT_LEN], buf[FORMAT_LEN];
	const struct port *port = end->port, *other = c->peer.port;

	if (!other || port->speed == other->speed ||
	    (port->rate != other->rate && port->speed_source != PFC_SPEED_SOURCE_SET &&
	     other->speed_source != PFC_SPEED_SOURCE_SET))
		return;
	fix_pfcctl(c, &c->peer, "port set dev %s speed %s", other->name,
		   word_rate(buf, port->speed * 1000000ULL));
	check_report(c, 0, "the speed is %s here, %s at the other end, %s: pauses differ in length",
		     format_speed(this, port->speed), format_speed(that, other->speed),
		     end_name(name, c, &c->peer));
}

/* Check that both ends use the same kind of flow control */
void check_peer_flow(struct check *c, const struct end *end)
{
	const struct port *port = end->port, *other = c->peer.port;
	char name[END_LEN];

	if (!other || port->flow_control == other->flow_control ||
	    !(uses_flow_control(port) || uses_flow_control(other)))
		return;
	if (uses_flow_control(port))
		fix_flow(c, &c->peer, port);
	else
		fix_flow(c, end, other);
	check_report(c, 0,
		     "flow-control is %s here, %s at the other end, %s: neither obeys the other",
		     word_of(flow_control_words, port->flow_control),
		     word_of(flow_control_words, other->flow_control), end_name(name, c, &c->peer));
}

/* Checks that @receiver obeys XOFF for all priorities for which @sender sends XOFF */
static void check_obeys(struct check *c, const struct end *sender, const struct end *receiver)
{
	const uint8_t prios = prios_sent(sender->port) & ~prios_obeyed(receiver->port);
	char name[END_LEN], other[END_LEN], buf[FORMAT_LEN];

	if (!prios)
		return;
	fix_pfcctl(c, receiver, "pfc set dev %s prio-pfc-rx", receiver->dev->name);
	fix_prios_on(c, prios);
	check_report(c, prios, "%s sends XOFF for priority %s, %s does not obey it",
		     end_name(name, c, sender), word_prios(buf, prios),
		     end_name(other, c, receiver));
}

/* Check that each end obeys the XOFF that the other end sends */
void check_peer_prio(struct check *c, const struct end *end)
{
	if (!c->peer.port || end->port->flow_control != PFC_FLOW_CONTROL_PFC ||
	    c->peer.port->flow_control != PFC_FLOW_CONTROL_PFC)
		return;
	check_obeys(c, end, &c->peer);
	check_obeys(c, &c->peer, end);
}

/* Check that both ends map each DSCP to the same priority */
void check_peer_dscp(struct check *c, const struct end *end)
{
	const struct port *port = end->port, *other = c->peer.port;
	char name[END_LEN], map[MAP_WORDS_LEN], more[FORMAT_LEN] = "";
	int dscp, first = -1, n = 0;
	uint64_t differ = 0;

	if (!other || !trusts_dscp(port) || !trusts_dscp(other))
		return;
	for (dscp = 0; dscp < PFC_DSCP_COUNT; dscp++) {
		if (port->dscp_prio[dscp] == other->dscp_prio[dscp])
			continue;
		differ |= 1ULL << dscp;
		if (first < 0)
			first = dscp;
		n++;
	}
	if (!n)
		return;
	if (n > 1)
		snprintf(more, sizeof(more), ", and %d more differ", n - 1);
	fix_pfcctl(c, &c->peer, "map set dev %s dscp-prio", other->name);
	fix_words(c, map_words(map, port->dscp_prio, PFC_DSCP_COUNT, differ, NULL));
	check_report(c, 0, "DSCP %d has priority %u here, %u at the other end, %s%s", first,
		     port->dscp_prio[first], other->dscp_prio[first], end_name(name, c, &c->peer),
		     more);
}
