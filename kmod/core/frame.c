// SPDX-License-Identifier: GPL-2.0-only
/*
 * Codec of the MAC control frames of PAUSE and priority-based flow control, IEEE 802.3
 * Annexes 31B and 31D.  Pure functions.
 */
#include <linux/bits.h>
#include <linux/string.h>
#include <asm/byteorder.h>
#include "frame.h"

/* The MAC control group address, IEEE 802.3 Annex 31B; bridges never forward frames to it */
const u8 pfc_mcast_address[ETH_ALEN] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

/* The times of priorities that are not enabled are sent as 0 */
void pfc_frame_build(struct pfc_wire *wire, const u8 *source,
		     const struct pfc_frame *frame)
{
	int prio;

	memset(wire, 0, sizeof(*wire));
	memcpy(wire->dest, pfc_mcast_address, ETH_ALEN);
	memcpy(wire->source, source, ETH_ALEN);
	wire->type = htons(ETH_P_PAUSE);
	if (frame->pause) {
		wire->opcode = htons(PFC_OPCODE_PAUSE);
		wire->enable = htons(frame->time[0]);
		return;
	}
	wire->opcode = htons(PFC_OPCODE_PFC);
	wire->enable = htons(frame->enable);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (frame->enable & BIT(prio))
			wire->time[prio] = htons(frame->time[prio]);
}

/* Convert a PAUSE frame to the form of a PFC frame for all priorities */
static void pfc_frame_parse_pause(const struct pfc_wire *wire, struct pfc_frame *frame)
{
	int prio;

	frame->pause = true;
	frame->reserved = false;
	frame->enable = 0xff;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		frame->time[prio] = ntohs(wire->enable);
}

/*
 * Decode a received frame of EtherType 0x8808.
 * @wire: the frame; only its first @len bytes are read
 * @len: length of the frame without FCS.  Frames shorter than the minimum are invalid, because
 *	a MAC discards them on reception; bytes beyond the minimum are ignored
 * @tagged: the frame had a VLAN tag (not part of @wire)
 * @station: address of the receiving port
 * @frame: contents, written if @wire is a valid PFC or PAUSE frame
 *
 * Reserved bits of the enable vector are reported in @frame, but otherwise ignored.
 *
 * No station has a group address, or sends MAC control frames to itself.  But a container with an
 * ipvlan above the port can send a frame with two equal addresses through the ingress hook.
 * Return: the kind of frame.
 */
enum pfc_frame_kind pfc_frame_parse(const struct pfc_wire *wire,
				    unsigned int len, bool tagged,
				    const u8 *station, struct pfc_frame *frame)
{
	bool group;
	int prio;

	if (tagged)
		return PFC_FRAME_BAD_TAGGED;
	if (len < PFC_FRAME_LEN)
		return PFC_FRAME_BAD_LENGTH;
	if (wire->source[0] & 1 || !memcmp(wire->dest, wire->source, ETH_ALEN))
		return PFC_FRAME_BAD_ADDRESS;

	group = !memcmp(wire->dest, pfc_mcast_address, ETH_ALEN);
	switch (ntohs(wire->opcode)) {
	case PFC_OPCODE_PAUSE:
		if (!group && memcmp(wire->dest, station, ETH_ALEN))
			return PFC_FRAME_BAD_ADDRESS;
		pfc_frame_parse_pause(wire, frame);
		return PFC_FRAME_PAUSE;
	case PFC_OPCODE_PFC:
		if (!group)
			return PFC_FRAME_BAD_ADDRESS;
		break;
	default:
		return PFC_FRAME_BAD_OPCODE;
	}

	frame->pause = false;
	frame->enable = ntohs(wire->enable) & 0xff;
	frame->reserved = ntohs(wire->enable) >> 8;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		frame->time[prio] = ntohs(wire->time[prio]);
	return PFC_FRAME_PFC;
}
