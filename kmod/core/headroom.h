/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Headroom: the bytes that still arrive after a priority group enters XOFF.  Pure
 * functions; the module and pfcctl share this file.
 *
 * The terms are those of the informative annex "Buffer requirements for PFC" of IEEE
 * 802.1Q, plus one term (crossing) for the way in which this switch charges frames, and three
 * terms (batch, late, ring) for software links.  All terms are rounded up and limited to
 * %PFC_SIZE_MAX.
 */
#ifndef _PFC_HEADROOM_H
#define _PFC_HEADROOM_H

#include <linux/math64.h>
#include <linux/types.h>
#include "../../uapi/linux/pfc.h"
#include "quanta.h"

#define PFC_LINK_HEADER		18	/* Ethernet header and one VLAN tag */
#define PFC_LINK_FRAME_MIN	60	/* without FCS; shorter frames count as this */
#define PFC_LINK_PFC_FRAME	64	/* length on the wire, with FCS */

/*
 * From this speed on (Mb/s), the response time is a constant number of nanoseconds instead of
 * quanta
 */
#define PFC_RESPONSE_SPEED	400000

/**
 * struct pfc_link - link properties that determine the headroom of a port
 * @rate: rate of the peer, bits per second
 * @own_rate: rate of the port itself, bits per second, which determines how long XOFF
 *	waits; 0: same as @rate
 * @speed: speed of the link, Mb/s, not 0
 * @delay: one-way delay of the cable and the emulated delay together, ns
 * @mtu: MTU of the device, bytes, without link header
 * @batch: frames of maximum size that software receives at once, before it can react
 * @latency: time by which a CPU may be late to send or to obey XOFF, ns
 * @ring: bytes that the driver of this port may hold and that leave before XOFF
 */
struct pfc_link {
	u64	rate;
	u64	own_rate;
	u32	speed;
	u32	delay;
	u32	mtu;
	u32	batch;
	u32	latency;
	u32	ring;
};

/* Terms of the headroom, bytes, see headroom.rst; @frame is the largest frame and not a term */
struct pfc_headroom_terms {
	u64	frame;
	u64	flight;
	u64	response;
	u64	crossing;
	u64	waiting;
	u64	begun;
	u64	pfc;
	u64	batch;
	u64	late;
	u64	ring;
};

static inline u64 pfc_headroom_cap(u64 bytes)
{
	return bytes < PFC_SIZE_MAX ? bytes : PFC_SIZE_MAX;
}

static inline u64 pfc_headroom_div_up(u64 dividend, u32 divisor)
{
	return div_u64(dividend + divisor - 1, divisor);
}

/*
 * Maximum response time of a peer to a PFC frame.
 *
 * 802.3 (31B.3.7 for PAUSE, Annex 31D for PFC) bounds the response time by the speed and
 * for some speeds by the kind of transceiver.  These are the reference values of hardware
 * switches.  A speed between two entries has the value of the higher entry.
 * Return: quanta of 512 bit times.
 */
static inline u32 pfc_response_quanta(u32 speed)
{
	static const struct {
		u32	speed;
		u32	quanta;
	} *r, responses[] = {
		{    100,   1 },
		{   1000,   2 },
		{  10000,  67 },
		{  25000,  80 },
		{  40000, 118 },
		{  50000, 147 },
		{ 100000, 394 },
		{ 200000, 453 },
		{ PFC_RESPONSE_SPEED, 905 },
	};

	for (r = responses; r->speed < speed && r->speed < PFC_RESPONSE_SPEED; r++)
		;
	if (speed <= r->speed)
		return r->quanta;
	return pfc_headroom_div_up((u64)r->quanta * speed, r->speed);
}

/*
 * Bytes at @rate in twice @delay.  The divisor is 8 bits per byte * 10^9 ns per second / 2
 * directions.
 */
static inline u64 pfc_headroom_flight(u64 rate, u32 delay)
{
	const u32 ns = 4000000000U;

	if (delay && rate > div_u64((u64)PFC_SIZE_MAX * ns, delay))
		return PFC_SIZE_MAX;
	return pfc_headroom_div_up(rate * delay, ns);
}

/*
 * Bytes that arrive in the response time of the peer.  @speed determines this time, and @rate
 * the number of bytes.  Two divisions that round up give the same result as a single one.
 */
static inline u64 pfc_headroom_response(u64 rate, u32 speed)
{
	u32 bytes = pfc_response_quanta(speed) * (PFC_QUANTUM_BITS / 8);
	u64 parts;

	if (rate > div_u64(1ULL << 63, bytes))
		return PFC_SIZE_MAX;
	parts = pfc_headroom_div_up(rate * bytes, 1000000);
	return pfc_headroom_cap(pfc_headroom_div_up(parts, speed));
}

/*
 * Bytes that the peer sends while this port sends @bytes.  The product can overflow only if
 * @bytes is several megabytes.
 */
static inline u64 pfc_headroom_meanwhile(const struct pfc_link *link, u64 bytes)
{
	u64 product, sent;

	if (!link->own_rate || link->own_rate == link->rate)
		return pfc_headroom_cap(bytes);
	if (link->rate > div64_u64(1ULL << 63, bytes))
		return PFC_SIZE_MAX;
	product = link->rate * bytes;
	sent = div64_u64(product, link->own_rate);
	return pfc_headroom_cap(sent + (sent * link->own_rate != product));
}

/* Bytes that the peer sends in @latency; divisor: 8 bits per byte * 10^9 ns per second */
static inline u64 pfc_headroom_late(u64 rate, u32 latency)
{
	const u64 ns = 8000000000ULL;
	u64 whole;

	if (latency && rate > div_u64(PFC_SIZE_MAX * ns, latency))
		return PFC_SIZE_MAX;
	whole = div64_u64(rate * latency, ns);
	return pfc_headroom_cap(whole + (rate * latency != whole * ns));
}

/* Compute the terms of the headroom */
static inline void pfc_headroom_terms(const struct pfc_link *link,
				      struct pfc_headroom_terms *terms)
{
	u64 frame = pfc_headroom_cap((u64)link->mtu + PFC_LINK_HEADER);

	if (frame < PFC_LINK_FRAME_MIN)
		frame = PFC_LINK_FRAME_MIN;
	terms->frame = frame;
	terms->flight = pfc_headroom_flight(link->rate, link->delay);
	terms->response = pfc_headroom_response(link->rate, link->speed);
	terms->crossing = frame;
	terms->waiting = pfc_headroom_meanwhile(link, frame);
	terms->begun = frame;
	terms->pfc = pfc_headroom_meanwhile(link, PFC_LINK_PFC_FRAME);
	terms->batch = pfc_headroom_cap(frame * link->batch);
	terms->late = pfc_headroom_late(link->rate, link->latency);
	terms->ring = link->ring ? pfc_headroom_meanwhile(link, link->ring) : 0;
}

/* Headroom that a lossless priority group needs.  Return: bytes, at most %PFC_SIZE_MAX */
static inline u64 pfc_headroom(const struct pfc_link *link)
{
	struct pfc_headroom_terms terms;

	pfc_headroom_terms(link, &terms);
	return pfc_headroom_cap(terms.flight + terms.response + terms.crossing +
				terms.waiting + terms.begun + terms.pfc +
				terms.batch + terms.late + terms.ring);
}

#endif /* _PFC_HEADROOM_H */
