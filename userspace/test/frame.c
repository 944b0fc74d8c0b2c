// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames of the tester: datagrams of a flow, PFC frames, and what arrives.
 */
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <string.h>
#include "test.h"

#define MAGIC		0x50464354	/* "PFCT" */
#define UDP_PORT	4791
#define CE		3
#define ECT0		2
#define MAC_CONTROL	0x8808
#define DSCP_OF(prio)	((prio) << 3)	/* the class selector, which all default maps have */

/* The addresses are those of RFC 2544, for tests of network devices */
#define NETWORK		0xc6120000u

struct mark {
	uint32_t	magic;
	uint16_t	id;
	uint16_t	seq_high;
	uint32_t	seq;
	uint32_t	sent_us;	/* time of the scene, in units of 1024 ns */
} __attribute__((packed));

struct datagram {
	struct ethhdr	eth;
	struct iphdr	ip;
	struct udphdr	udp;
	struct mark	mark;
} __attribute__((packed));

struct mac_control {
	struct ethhdr	eth;
	uint16_t	opcode;
	uint16_t	vector;
	uint16_t	quanta[PFC_PRIO_COUNT];
} __attribute__((packed));

static const unsigned char control_mac[ETH_ALEN] = { 0x01, 0x80, 0xc2, 0, 0, 0x01 };

/* Get the length of a frame of a flow, with FCS.  The mix is that of RFC 6985's example. */
unsigned int frame_size(const struct flow *f, uint64_t seq)
{
	static const unsigned int mix[] = {
		64, 594, 64, 1518, 64, 594, 64, 594, 64, 64, 594, 64,
	};

	return f->size ?: mix[seq % ARRAY_SIZE(mix)];
}

static uint16_t checksum(const struct iphdr *ip)
{
	const uint16_t *word = (const void *)ip;
	uint32_t sum = 0;
	unsigned int i;

	for (i = 0; i < sizeof(*ip) / 2; i++)
		sum += word[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16));
}

/*
 * Build a datagram.
 * @to: written, zeros beyond the headers
 * Return: its length without FCS.
 */
unsigned int frame_build(unsigned char *to, const struct run *r, const struct flow *f,
			 unsigned int id, uint64_t seq, uint64_t now)
{
	unsigned int len = frame_size(f, seq) - FCS_LEN;
	struct datagram *d = (void *)to;
	struct iphdr ip;

	memset(d, 0, sizeof(*d));
	memcpy(d->eth.h_dest, r->bed->ports[f->to].mac, ETH_ALEN);
	memcpy(d->eth.h_source, r->bed->ports[f->from].mac, ETH_ALEN);
	d->eth.h_proto = htons(ETH_P_IP);
	ip = (struct iphdr){
		.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_UDP,
		.tos = DSCP_OF(f->prio) << 2 | (f->ect ? ECT0 : 0),
		.tot_len = htons(len - ETH_HLEN),
		.saddr = htonl(NETWORK + f->from + 1), .daddr = htonl(NETWORK + f->to + 1),
	};
	ip.check = checksum(&ip);
	d->ip = ip;
	d->udp.source = htons(UDP_PORT + id);
	d->udp.dest = htons(UDP_PORT);
	d->udp.len = htons(len - ETH_HLEN - sizeof(struct iphdr));
	d->mark = (struct mark){
		.magic = htonl(MAGIC), .id = htons(id), .seq_high = htons(seq >> 32),
		.seq = htonl(seq), .sent_us = htonl(now >> 10),
	};
	return len;
}

/*
 * Build a MAC control frame.
 * @to: written, at least 60 bytes
 * @vector: bits of the priorities (PFC), or the time (PAUSE)
 * @quanta: time of the priorities whose bit is set
 * Return: its length without FCS.
 */
unsigned int pfc_build(unsigned char *to, const unsigned char *mac, uint16_t opcode,
		       uint16_t vector, uint16_t quanta)
{
	struct mac_control *c = (void *)to;
	unsigned int i;

	memset(to, 0, ETH_ZLEN);
	memcpy(c->eth.h_dest, control_mac, ETH_ALEN);
	memcpy(c->eth.h_source, mac, ETH_ALEN);
	c->eth.h_proto = htons(MAC_CONTROL);
	c->opcode = htons(opcode);
	c->vector = htons(vector);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		c->quanta[i] = htons(vector & BIT(i) ? quanta : 0);
	return ETH_ZLEN;
}

static void take_pfc(struct run *r, unsigned int port, const struct mac_control *c, uint64_t when)
{
	unsigned int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct pfc_seen *seen = &r->pfc[port][i];

		if (!(ntohs(c->vector) & BIT(i)))
			continue;
		if (!c->quanta[i])
			continue;
		seen->first = seen->first ?: when;
		seen->last = when;
		seen->xoff++;
	}
}

static void take_datagram(struct flow *f, const struct datagram *d, unsigned int len, uint64_t when)
{
	uint64_t seq = (uint64_t)ntohs(d->mark.seq_high) << 32 | ntohl(d->mark.seq);
	uint64_t sent = (uint64_t)ntohl(d->mark.sent_us) << 10;
	/* The two clocks are read one after the other, and a link may have no delay */
	uint64_t delay = when > sent ? when - sent : 0;
	bool ce = (d->ip.tos & CE) == CE;

	if (seq < f->next_seq)
		f->out_of_order++;
	else
		f->next_seq = seq + 1;
	if (f->received && when - f->last > f->gap)
		f->gap = when - f->last;
	f->first = f->first ?: when;
	f->last = when;
	f->received++;
	if (when <= f->end) {
		f->in_time++;
		f->bytes += len + FCS_LEN + WIRE_OVERHEAD;
		f->last_in_time = when;
	}
	f->delay_sum += delay;
	if (delay > f->delay_max)
		f->delay_max = delay;
	if (ce && !f->first_mark)
		f->first_mark = when;
	if (f->seen)
		f->seen(f, seq, ce, f->data);
}

/* Return: whether a frame has the address of a port of the tester: the DUT has forwarded it */
static bool is_forwarded(const struct run *r, const struct ethhdr *eth)
{
	static const unsigned char none[ETH_ALEN];
	unsigned int i;

	for (i = 0; i < r->bed->n; i++)
		if (!memcmp(eth->h_source, r->bed->ports[i].mac, ETH_ALEN))
			return true;
	return !memcmp(eth->h_source, none, ETH_ALEN);
}

/*
 * Find what follows the Ethernet header and a VLAN tag of a frame.
 * @payload: written
 * Return: the EtherType of the payload; 0: the frame is too short.
 */
uint16_t frame_type(const struct captured *c, const unsigned char **payload)
{
	const unsigned char *type = c->frame + 2 * ETH_ALEN;
	uint16_t outer;

	if (c->captured < ETH_HLEN)
		return 0;
	outer = type[0] << 8 | type[1];
	if ((outer == ETH_P_8021Q || outer == ETH_P_8021AD) && c->captured >= ETH_HLEN + 4)
		type += 4;
	*payload = type + 2;
	return type[0] << 8 | type[1];
}

/*
 * Count a frame that has arrived.
 * @port: port of the tester
 *
 * Frames of other protocols that a switch or another host sends, such as LLDP, do not count.
 */
void frame_take(struct run *r, unsigned int port, const struct captured *c)
{
	const struct datagram *d = (const void *)c->frame;
	const struct mac_control *control = (const void *)c->frame;
	uint64_t when = c->when - r->wall;
	const unsigned char *payload;

	if (frame_type(c, &payload) == MAC_CONTROL) {
		if (c->captured >= sizeof(*control) && !is_forwarded(r, &control->eth) &&
		    ntohs(control->eth.h_proto) == MAC_CONTROL &&
		    ntohs(control->opcode) == OPCODE_PFC)
			take_pfc(r, port, control, when);
		else
			r->foreign++;
	} else if (c->captured >= sizeof(*d) && ntohl(d->mark.magic) == MAGIC) {
		if (ntohs(d->mark.id) < r->n_flows && r->flows[ntohs(d->mark.id)].to == port)
			take_datagram(&r->flows[ntohs(d->mark.id)], d, c->len, when);
		else
			r->foreign++;
	}
}
