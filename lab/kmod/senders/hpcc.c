// SPDX-License-Identifier: GPL-2.0-only
/*
 * HPCC: Li et al., HPCC: High Precision Congestion Control, SIGCOMM 2019, algorithm 1.  The names
 * are those of the paper: U is the estimate of the bytes in flight of the busiest link, as a
 * multiple of its rate times T; W^c is the reference window.
 */
#include "sender.h"

#define PART_SHIFT	10	/* windows have this many bits below 1 byte */

/**
 * struct hpcc - sender of HPCC
 * @eta: target of U
 * @max_stage: increases in succession before a multiplicative one
 * @wai: additive increase of the window, bytes
 * @base_rtt: T, ns
 * @window: W, 2^-%PART_SHIFT bytes
 * @reference: W^c, 2^-%PART_SHIFT bytes
 * @flight: U, multiple of 1 / ONE
 * @stage: increases in succession
 * @update: the reference window changes when frames from this one on are acknowledged
 * @n_hops: number of @path
 * @path: INT of the previous ACK
 */
struct hpcc {
	u64		eta;
	u64		max_stage;
	u64		wai;
	u64		base_rtt;
	u64		window;
	u64		reference;
	u64		flight;
	u32		stage;
	u64		update;
	u32		n_hops;
	struct lab_hop	path[PFCLAB_HOPS_MAX];
};

static const struct lab_parameter parameters[] = {
	{ "eta", LAB_SHARE, ONE / 10, ONE, ONE * 95 / 100, offsetof(struct hpcc, eta) },
	{ "max-stage", LAB_NUMBER, 0, 1000, 5, offsetof(struct hpcc, max_stage) },
	{ "wai", LAB_SIZE, 1, MB, 80, offsetof(struct hpcc, wai) },
	{ "base-rtt", LAB_TIME, 100, SECOND, 13 * US, offsetof(struct hpcc, base_rtt) },
};

/* Return: bytes at a rate in T */
static u64 hpcc_bytes(const struct lab_sender *sender, u64 rate)
{
	const struct hpcc *own = (const void *)sender->own;

	return mul_u64_u64_div_u64(rate, own->base_rtt, SECOND * BITS_PER_BYTE);
}

/* Sets the window, at most that of the line rate, and the rate W / T */
static void hpcc_set(struct lab_sender *sender, u64 window)
{
	u64 most = hpcc_bytes(sender, sender->line) << PART_SHIFT, least = 1 << PART_SHIFT;
	struct hpcc *own = (void *)sender->own;

	own->window = max(min(window, most), least);
	sender->window = own->window >> PART_SHIFT;
	sender->rate = mul_u64_u64_div_u64(own->window, SECOND * BITS_PER_BYTE, own->base_rtt) >>
		       PART_SHIFT;
	sender->rate = max(min(sender->rate, sender->line), KBIT);
}

static void hpcc_init(struct lab_sender *sender)
{
	struct hpcc *own = (void *)sender->own;

	hpcc_set(sender, hpcc_bytes(sender, sender->line) << PART_SHIFT);
	own->reference = own->window;
}

/* Return: the estimate of a link from two reports, multiple of 1 / ONE; @time: between them, ns */
static u64 hpcc_link(const struct lab_sender *sender, const struct lab_hop *hop,
		     const struct lab_hop *before, u64 time)
{
	u64 full = max(hpcc_bytes(sender, hop->rate), 1);
	u64 rate = mul_u64_u64_div_u64(hop->tx_bytes - before->tx_bytes, SECOND * BITS_PER_BYTE,
				       time);

	return mul_u64_u64_div_u64(min(hop->queue, before->queue), ONE, full) +
	       mul_u64_u64_div_u64(rate, ONE, hop->rate);
}

/* The function MeasureInflight: updates U from the INT of two ACK */
static void hpcc_measure(struct lab_sender *sender, const struct lab_ack *ack)
{
	struct hpcc *own = (void *)sender->own;
	u64 most = 0, tau = 0;
	u32 i;

	for (i = 0; i < ack->n_hops; i++) {
		u32 time = ack->path[i].time - own->path[i].time;
		u64 link = hpcc_link(sender, &ack->path[i], &own->path[i], time);

		if (link > most) {
			most = link;
			tau = time;
		}
	}
	tau = mul_u64_u64_div_u64(min(tau, own->base_rtt), ONE, own->base_rtt);
	own->flight = lab_share(own->flight, ONE - tau) + lab_share(most, tau);
}

/* The function ComputeWind */
static void hpcc_compute(struct lab_sender *sender, bool update)
{
	struct hpcc *own = (void *)sender->own;
	bool multiply = own->flight >= own->eta || own->stage >= own->max_stage;
	u64 window = own->reference;

	if (multiply)
		window = mul_u64_u64_div_u64(window, own->eta, max(own->flight, 1));
	hpcc_set(sender, window + (own->wai << PART_SHIFT));
	if (!update)
		return;
	own->reference = own->window;
	own->stage = multiply ? 0 : own->stage + 1;
}

/*
 * Return: true if the previous reports are earlier ones of the same ports.  The paper compares a
 * number of the path.  ACK that overtake each other also return reports that are older.
 */
static bool hpcc_known(const struct hpcc *own, const struct lab_ack *ack)
{
	u32 i;

	for (i = 0; i < ack->n_hops; i++) {
		const struct lab_hop *hop = &ack->path[i], *before = &own->path[i];

		if (hop->port != before->port || (s32)(hop->time - before->time) <= 0 ||
		    hop->tx_bytes < before->tx_bytes)
			return false;
	}
	return ack->n_hops == own->n_hops;
}

static void hpcc_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	struct hpcc *own = (void *)sender->own;

	if (!ack->n_hops)
		return;
	if (hpcc_known(own, ack)) {
		bool update = ack->acked > own->update;

		hpcc_measure(sender, ack);
		hpcc_compute(sender, update);
		if (update)
			own->update = ack->next;
	}
	own->n_hops = ack->n_hops;
	memcpy(own->path, ack->path, ack->n_hops * sizeof(*own->path));
}

const struct lab_sender_ops lab_sender_hpcc = {
	.name = "hpcc", .uses = LAB_USES_ACK | LAB_USES_INT,
	.parameters = parameters, .n_parameters = ARRAY_SIZE(parameters),
	.own_size = sizeof(struct hpcc),
	.init = hpcc_init, .ack = hpcc_ack,
};
