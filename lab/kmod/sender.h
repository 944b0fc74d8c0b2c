/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interface of senders with rate control.  A sender is one file of senders/: it has the parameters,
 * with their units, ranges and defaults, and a table of functions.  lab/senders.md explains how to
 * write one.
 *
 * A sender is pure: it uses only integers and the functions of these headers.  The simulator calls
 * it with events in the order of their times, and reads the rate and the window after each event.
 */
#ifndef _LAB_SENDER_H
#define _LAB_SENDER_H

#include <linux/bitops.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include "pfclab.h"

/* Units of parameters, for ranges and defaults */
#define ONE		((u64)PFCLAB_ONE)
#define ONE_SHIFT	30
#define US		1000ULL
#define MS		(1000 * US)
#define SECOND		(1000 * MS)
#define KBIT		1000ULL
#define MBIT		(1000 * KBIT)
#define TBIT		(1000000 * MBIT)
#define KB		1024ULL
#define MB		(1024 * KB)
#define GB		(1024 * MB)

/**
 * struct lab_hop - INT report of a port of a switch about a frame
 * @port: number of the port, unique in the network, from 1 on
 * @time: time of the report, see int.c, low bits of ns
 * @tx_bytes: bytes on the wire that the port has sent, with this frame
 * @queue: bytes in its queues after this frame
 * @rate: its rate, bit/s
 */
struct lab_hop {
	u32	port;
	u32	time;
	u64	tx_bytes;
	u64	queue;
	u64	rate;
};

/**
 * struct lab_ack - ACK or NAK that has arrived
 * @now: time of arrival, ns
 * @rtt: time since the frame that caused the ACK was handed to the port of the sender, ns
 * @bytes: bytes on the wire of frames that this ACK reports as arrived and no earlier one did, in
 *	order or not
 * @acked: number of the first frame that is not acknowledged; frames have numbers from 0 on
 * @next: number of the next frame that has never been sent
 * @marked: a frame with a CE mark has arrived since the receiver sent the previous ACK
 * @n_hops: number of @path
 * @path: INT reports about the frame that caused the ACK, with %LAB_USES_INT
 */
struct lab_ack {
	u64	now;
	u64	rtt;
	u64	bytes;
	u64	acked;
	u64	next;
	bool	marked;
	u32	n_hops;
	struct lab_hop path[PFCLAB_HOPS_MAX];
};

/**
 * struct lab_sender - sender of a flow
 * @rate: current rate, bit/s on the wire; lab_sender_limit() keeps it from 1 kbit/s to @line
 * @window: bytes on the wire that may be sent and not acknowledged; 0: no limit.  The sender
 *	sends a frame if fewer bytes are outstanding.
 * @alpha: estimate of the congestion for the results, multiple of 1 / %PFCLAB_ONE
 * @line: rate of the flow, bit/s on the wire, and the initial @rate
 * @frame: bytes of a full frame on the wire
 * @hops: switches on the path
 * @ops: functions of the sender
 * @own: its own state, &lab_sender_ops.own_size bytes: at the start the parameters, and zeroes
 */
struct lab_sender {
	u64				rate;
	u64				window;
	u64				alpha;
	u64				line;
	u32				frame;
	u32				hops;
	const struct lab_sender_ops	*ops;
	u64				own[];
};

/**
 * enum lab_unit - unit of a parameter in descriptions
 * @LAB_NUMBER: number
 * @LAB_TIME: time; the value is in ns
 * @LAB_SIZE: size; the value is in bytes
 * @LAB_RATE: rate; the value is in bit/s
 * @LAB_SHARE: number or text like "1/256"; the value is in multiples of 1 / %ONE
 * @LAB_WINDOW: size, or "none", which is 0; without ACK only "none" is possible
 */
enum lab_unit {
	LAB_NUMBER,
	LAB_TIME,
	LAB_SIZE,
	LAB_RATE,
	LAB_SHARE,
	LAB_WINDOW,
};

/**
 * struct lab_parameter - parameter of a sender
 * @name: key in descriptions
 * @unit: its unit
 * @low: smallest value
 * @high: largest value
 * @standard: default
 * @member: offset of the u64 in the state of the sender that has the value
 *
 * senders.py reads the table in the text of the file, so its rows have all members in this order,
 * and numbers are products, quotients and shifts of numbers and of the units above.
 */
struct lab_parameter {
	const char	*name;
	enum lab_unit	unit;
	u64		low;
	u64		high;
	u64		standard;
	size_t		member;
};

/**
 * enum lab_uses - what a sender needs from the receiver and the switches
 * @LAB_USES_ACK: an ACK for each frame: the flow is reliable
 * @LAB_USES_CNP: a CNP for marked frames
 * @LAB_USES_ECN: marks: the frames are ECN-capable
 * @LAB_USES_INT: INT reports of the switches
 */
enum lab_uses {
	LAB_USES_ACK = 1 << 0,
	LAB_USES_CNP = 1 << 1,
	LAB_USES_ECN = 1 << 2,
	LAB_USES_INT = 1 << 3,
};

/**
 * struct lab_sender_ops - functions of a sender; all may be NULL
 * @name: name in descriptions, and of the file
 * @uses: flags of enum lab_uses
 * @parameters: table of its parameters
 * @n_parameters: number of @parameters
 * @own_size: bytes of its own state
 * @init: sets the initial rate, if it is not that of the flow, and the initial window
 * @advance: applies what depends only on the time; called before the other functions, and before
 *	a sample
 * @sent: a frame has been sent, with this length on the wire
 * @ack: an ACK or a NAK has arrived
 * @cnp: a CNP has arrived
 * @loss: the sender starts to send frames again, after a NAK or a timeout; next: see struct lab_ack
 */
struct lab_sender_ops {
	const char		*name;
	u32			uses;
	const struct lab_parameter *parameters;
	u32			n_parameters;
	u32			own_size;
	void			(*init)(struct lab_sender *sender);
	void			(*advance)(struct lab_sender *sender, u64 now);
	void			(*sent)(struct lab_sender *sender, u64 now, u32 bytes);
	void			(*ack)(struct lab_sender *sender, const struct lab_ack *ack);
	void			(*cnp)(struct lab_sender *sender, u64 now);
	void			(*loss)(struct lab_sender *sender, u64 now, u64 next, bool timeout);
};

/* Return: the product of a value and a share in multiples of 1 / ONE */
static inline u64 lab_share(u64 value, u64 share)
{
	return mul_u64_u64_shr(value, share, ONE_SHIFT);
}

/* Keeps the rate of a sender within its range: the time of a frame, with fractions, has 64 bits */
static inline void lab_sender_limit(struct lab_sender *sender)
{
	sender->rate = min(max(sender->rate, KBIT), sender->line);
}

#ifdef LAB_SENDERS
/* The names of all senders, see Kbuild */
extern const struct lab_sender_ops LAB_SENDERS;
#endif

#endif /* _LAB_SENDER_H */
