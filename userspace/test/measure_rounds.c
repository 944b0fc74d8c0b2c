// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rounds of a measurement: the program sends XOFF to the peer, counts what still arrives, and sends
 * XON.
 *
 * Delay and response of the peer are apart in the times: after XON no frame is on its way, so
 * the first frame comes after two delays and its own length.
 */
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include "measure.h"

#define QUIET_MIN	(2 * NS_PER_MS)	/* no frame for this time: the peer has stopped */
#define QUIET_MAX	(30 * NS_PER_MS)
#define SETTLE		(10 * NS_PER_MS)	/* until the link is full again */
#define PATIENCE	(2 * NS_PER_S)	/* longest time until the peer stops or resumes */

static uint64_t now(void)
{
	return clock_ns(CLOCK_REALTIME);
}

/* Gets the DSCP of a frame.  Return: false if it is not an IP packet */
static bool frame_dscp(const struct captured *c, unsigned int *dscp)
{
	const unsigned char *ip;
	uint16_t type = frame_type(c, &ip);

	if (c->captured < ETH_HLEN + 4 + sizeof(struct iphdr))
		return false;
	*dscp = type == ETH_P_IP ? ip[1] >> 2 : (ip[0] & 0xf) << 2 | ip[1] >> 6;
	return type == ETH_P_IP || type == ETH_P_IPV6;
}

/* Bytes that the module charges for a frame */
static unsigned int frame_charge(const struct probe *p, unsigned int len)
{
	if (len < ETH_ZLEN)
		len = ETH_ZLEN;
	if (!p->pool.cell)
		return len;
	len += p->pool.cell_overhead + p->pool.cell - 1;
	return len - len % p->pool.cell;
}

static void count_frame(const struct captured *c, void *data)
{
	unsigned int dscp, charge, wire = c->len + FCS_LEN + WIRE_OVERHEAD;
	struct probe *p = data;
	struct tally *t;

	if (c->when < p->from || !frame_dscp(c, &dscp))
		return;
	charge = frame_charge(p, c->len);
	t = &p->tally[port_pg(p->port, p->port->dscp_prio[dscp])];
	if (!t->frames) {
		t->first = c->when;
		t->first_wire = wire;
	}
	t->last = c->when;
	t->frames++;
	t->bytes += charge;
	t->wire += wire;
	if (charge > t->largest)
		t->largest = charge;
	p->merged |= c->len > p->link.mtu + PFC_LINK_HEADER;
}

/* Counts frames for a time, or until the first one arrives */
static void look(struct probe *p, uint64_t ns)
{
	struct capture *c = &p->bed.ports[0].capture;
	struct pollfd fd = { .fd = c->fd, .events = POLLIN };
	struct timespec t = { ns / NS_PER_S, ns % NS_PER_S };

	ppoll(&fd, 1, &t, NULL);
	p->missed += capture_walk(c, count_frame, p);
}

/* Discards what has arrived and starts to count */
static uint64_t start_count(struct probe *p)
{
	p->from = now();
	memset(p->tally, 0, sizeof(p->tally));
	return p->from;
}

/* Count what arrives in a time */
void count_for(struct probe *p, uint64_t ns)
{
	uint64_t end = start_count(p) + ns, time;

	while ((time = now()) < end)
		look(p, end - time);
}

static int pfc_send(struct probe *p, uint16_t quanta)
{
	unsigned char frame[CONTROL_LEN];
	unsigned int len = pfc_build(frame, p->bed.ports[0].mac, OPCODE_PFC, p->prios, quanta);

	if (send(p->fd, frame, len, 0) == (ssize_t)len)
		return STATUS_OK;
	return fail(p->bed.ctx, "%s: PFC frame: %s", p->port->name, strerror(errno));
}

/* Time of a frame on the wire, ns */
uint64_t wire_ns(uint64_t bytes, uint64_t rate)
{
	return bytes * 8 * NS_PER_S / rate;
}

/*
 * Time without a frame after which the peer has stopped: several of the largest frames.  On a fast
 * link a pause is short, and the program must renew it only a few times.
 */
static uint64_t quiet_ns(const struct probe *p, uint64_t half)
{
	uint64_t quiet = half < QUIET_MIN ? QUIET_MIN : half > QUIET_MAX ? QUIET_MAX : half;
	uint64_t frames = 4 * wire_ns(p->m.largest + WIRE_OVERHEAD, p->link.rate);

	return quiet > frames ? quiet : frames;
}

/* Sends XOFF, again in each half pause time, and counts until the peer has stopped */
static int stop_peer(struct probe *p)
{
	uint64_t half = pfc_quanta_to_ns(QUANTA_MAX, p->link.speed) / 2, quiet = quiet_ns(p, half);
	const struct tally *t = &p->tally[p->pg];
	uint64_t begin = start_count(p), refresh = begin, time = begin, until = begin + quiet;

	for (; time < until; time = now()) {
		if (time - begin > PATIENCE)
			return fail(p->bed.ctx,
				    "%s: the peer does not obey XOFF for PG %u: %llu frames in 2 s",
				    p->port->name, p->pg, (unsigned long long)t->frames);
		if (time >= refresh) {
			if (pfc_send(p, QUANTA_MAX))
				return STATUS_FAILED;
			refresh = time + half;
		}
		look(p, refresh < until ? refresh - time : until - time);
		until = (t->frames ? t->last : begin) + quiet;
	}
	return STATUS_OK;
}

/* Sends XON and waits for the first frame */
static int resume_peer(struct probe *p)
{
	uint64_t begin = start_count(p), time;

	if (pfc_send(p, 0))
		return STATUS_FAILED;
	while (!p->tally[p->pg].frames) {
		time = now();
		if (time - begin > PATIENCE)
			return fail(p->bed.ctx, "%s: no traffic for PG %u arrives in 2 s after XON",
				    p->port->name, p->pg);
		look(p, PATIENCE);
	}
	return STATUS_OK;
}

static void keep_largest(struct probe *p)
{
	if (p->tally[p->pg].largest > p->m.largest)
		p->m.largest = p->tally[p->pg].largest;
}

/* Records what arrived after XOFF */
static void keep_stop(struct probe *p)
{
	const struct tally *t = &p->tally[p->pg];
	struct measurement *m = &p->m;

	m->rounds++;
	m->sum += t->bytes;
	if (t->bytes >= m->after.bytes)
		m->after = *t;
	if (t->frames && t->last - p->from > m->silence)
		m->silence = t->last - p->from;
	keep_largest(p);
}

static int measure_round(struct probe *p)
{
	const struct tally *t = &p->tally[p->pg];
	uint64_t back, sending;
	int err = stop_peer(p);

	if (err)
		return err;
	keep_stop(p);
	err = resume_peer(p);
	if (err)
		return err;
	back = t->first - p->from;
	sending = wire_ns(PFC_WIRE, p->link.own_rate) + wire_ns(t->first_wire, p->link.rate);
	back = back > sending ? back - sending : 0;
	if (p->m.rounds == 1 || back < p->m.back)
		p->m.back = back;
	/* The link must be full again when the next XOFF leaves */
	count_for(p, 2 * back + SETTLE);
	keep_largest(p);
	if (!p->missed)
		return STATUS_OK;
	return fail(p->bed.ctx, "%s: this machine did not capture %llu frames", p->port->name,
		    (unsigned long long)p->missed);
}

/*
 * Stop and resume the peer several times.
 * @p: the probe; the result is in its measurement
 * Return: an exit status.  After an error, too, the peer is resumed.
 */
int measure_rounds(struct probe *p, unsigned int rounds)
{
	int err = STATUS_OK;

	p->missed = 0;
	while (rounds-- && !err)
		err = measure_round(p);
	if (err)
		pfc_send(p, 0);
	return err;
}
