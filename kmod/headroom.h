/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much still comes in after a priority group wants XOFF?  Pure: the module and
 * pfcctl are built from the same text.
 *
 * The terms are those of the informative annex "Buffer requirements for PFC" of
 * IEEE 802.1Q, one for the way in which this switch charges frames, and one for
 * links that are software.  All are rounded up and end at %PFC_SIZE_MAX.
 */
#ifndef _PFC_HEADROOM_H
#define _PFC_HEADROOM_H

#include <linux/math64.h>
#include <linux/types.h>
#include "../uapi/linux/pfc.h"
#include "quanta.h"

#define PFC_LINK_HEADER		18	/* Ethernet header and one VLAN tag */
#define PFC_LINK_FRAME_MIN	60	/* shorter frames count as that, without FCS */
#define PFC_LINK_PFC_FRAME	64	/* as it takes the wire, with FCS */

/* Mb/s from which on the response is a time, whatever the speed */
#define PFC_RESPONSE_SPEED	400000

/**
 * struct pfc_link - what the headroom of a port depends on
 * @rate: bits per second that the peer may send
 * @own_rate: bits per second that the port itself may send, which is how long XOFF has
 *	to wait; 0: the same
 * @speed: speed of the link, Mb/s, not 0
 * @delay: of the cable and the emulated one, one way, ns
 * @mtu: of the device, bytes, without link header
 * @batch: frames of the largest size that still come in at once
 */
struct pfc_link {
	u64	rate;
	u64	own_rate;
	u32	speed;
	u32	delay;
	u32	mtu;
	u32	batch;
};

/**
 * struct pfc_headroom_terms - what headroom is made of, bytes
 * @frame: the largest frame, no term itself
 * @flight: on its way when XOFF leaves, and sent until XOFF has arrived
 * @response: sent by the peer until it has acted on XOFF
 * @crossing: the frame that does not fit below XOFF
 * @waiting: sent while XOFF waits for a frame that this port has begun
 * @begun: the frame that the peer has begun when it acts on XOFF
 * @pfc: sent while XOFF itself takes the wire
 * @batch: what comes in before anybody can look
 */
struct pfc_headroom_terms {
	u64	frame;
	u64	flight;
	u64	response;
	u64	crossing;
	u64	waiting;
	u64	begun;
	u64	pfc;
	u64	batch;
};

static inline u64 pfc_headroom_cap(u64 bytes)
{
	return bytes < PFC_SIZE_MAX ? bytes : PFC_SIZE_MAX;
}

static inline u64 pfc_headroom_div_up(u64 dividend, u32 divisor)
{
	return div_u64(dividend + divisor - 1, divisor);
}

/**
 * pfc_response_quanta() - how long may a peer take to act on a PFC frame?
 * @speed: speed of the link, Mb/s
 *
 * 802.3 (31B.3.7 for PAUSE, and Annex 31D likewise for PFC) bounds this by the speed
 * and for some by the kind of transceiver; these are the reference values of hardware
 * switches.  They stand for the next lower speeds, too.
 *
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

/* @rate for @delay there and @delay back: 4 * 10^9 are 2 ways, 8 bits and the ns */
static inline u64 pfc_headroom_flight(u64 rate, u32 delay)
{
	const u32 ns = 4000000000U;

	if (delay && rate > div_u64((u64)PFC_SIZE_MAX * ns, delay))
		return PFC_SIZE_MAX;
	return pfc_headroom_div_up(rate * delay, ns);
}

/*
 * The response is a time at @speed; what comes in meanwhile is bounded by @rate.  Two
 * divisions that round up give what a single one would.
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
 * What the peer sends while this port sends @bytes.  A product that is too large takes
 * frames of megabytes.
 */
static inline u64 pfc_headroom_meanwhile(const struct pfc_link *link, u64 bytes)
{
	u64 product, sent;

	if (!link->own_rate || link->own_rate == link->rate)
		return bytes;
	if (link->rate > div64_u64(1ULL << 63, bytes))
		return PFC_SIZE_MAX;
	product = link->rate * bytes;
	sent = div64_u64(product, link->own_rate);
	return pfc_headroom_cap(sent + (sent * link->own_rate != product));
}

/**
 * pfc_headroom_terms() - what does headroom have to hold?
 * @link: the link
 * @terms: result
 *
 * Two frames are in 802.1Q: XOFF cannot leave before a frame ends that this port
 * has just begun, nor does the peer cut one short.  A third one is the first that is
 * charged to the headroom, as a whole, and only then is XOFF wanted.  @batch is for
 * software: a NAPI poll takes many packets, a GSO packet holds many frames, and lists
 * of packets are handed on as a whole, before anybody gets to send XOFF or to obey.
 */
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
}

/**
 * pfc_headroom() - how much headroom does a lossless priority group need?
 * @link: the link
 *
 * Return: bytes, at most %PFC_SIZE_MAX.
 */
static inline u64 pfc_headroom(const struct pfc_link *link)
{
	struct pfc_headroom_terms terms;

	pfc_headroom_terms(link, &terms);
	return pfc_headroom_cap(terms.flight + terms.response + terms.crossing +
				terms.waiting + terms.begun + terms.pfc +
				terms.batch);
}

#endif /* _PFC_HEADROOM_H */
