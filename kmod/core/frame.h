/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_FRAME_H
#define _PFC_FRAME_H

#include <linux/types.h>
#include <linux/if_ether.h>

#define PFC_PRIOS		8
#define PFC_FRAME_LEN		60	/* without FCS: a minimum Ethernet frame */
#define PFC_OPCODE_PAUSE	0x0001	/* IEEE 802.3 Annex 31B */
#define PFC_OPCODE_PFC		0x0101	/* IEEE 802.3 Annex 31D */

/*
 * A PFC or PAUSE frame on the wire
 * @enable: enable vector: bit n makes @time[n] valid, the upper eight bits are reserved.
 *	In a PAUSE frame: the pause time; all following bytes are padding
 */
struct pfc_wire {
	u8	dest[ETH_ALEN];
	u8	source[ETH_ALEN];
	__be16	type;
	__be16	opcode;
	__be16	enable;
	__be16	time[PFC_PRIOS];
	u8	pad[26];
} __packed;

/**
 * struct pfc_frame - contents of a PFC or PAUSE frame
 * @enable: bit mask of the priorities in the frame
 * @time: pause times of these priorities in quanta, 0..65535; 0 is XON
 * @reserved: the frame had reserved bits of the enable vector set
 * @pause: the frame is a PAUSE frame, which has the same time for all priorities
 */
struct pfc_frame {
	u8	enable;
	u16	time[PFC_PRIOS];
	bool	reserved;
	bool	pause;
};

/*
 * Kind of a received MAC control frame: valid, or the reason why not, see
 * %PFC_PORT_STAT_RX_BAD_TAGGED and the like
 */
enum pfc_frame_kind {
	PFC_FRAME_PFC,
	PFC_FRAME_PAUSE,
	PFC_FRAME_BAD_TAGGED,
	PFC_FRAME_BAD_LENGTH,
	PFC_FRAME_BAD_OPCODE,
	PFC_FRAME_BAD_ADDRESS,
};

/* The lowest priority in a bit mask that is not below @prio, or %PFC_PRIOS */
static inline int pfc_next_prio(u8 prios, int prio)
{
	while (prio < PFC_PRIOS && !(prios >> prio & 1))
		prio++;
	return prio;
}

#define pfc_for_each_prio(prio, prios) \
	for (prio = pfc_next_prio(prios, 0); prio < PFC_PRIOS; \
	     prio = pfc_next_prio(prios, prio + 1))

extern const u8 pfc_mcast_address[ETH_ALEN];

void pfc_frame_build(struct pfc_wire *wire, const u8 *source,
		     const struct pfc_frame *frame);
enum pfc_frame_kind pfc_frame_parse(const struct pfc_wire *wire,
				    unsigned int len, bool tagged,
				    const u8 *station, struct pfc_frame *frame);

#endif /* _PFC_FRAME_H */
