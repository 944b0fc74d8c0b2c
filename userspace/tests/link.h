/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A veth between p1 and p2, both in the namespace of the tool, in the mock kernel.
 */
#ifndef LINK_H
#define LINK_H

#include "kernel.h"

#define ENDS	2

/**
 * struct setup - settings of p1 and its peer p2 that a test can change to create a fault
 * @name: names of p1 and p2
 * @ports: number of ports among the two devices
 * @id: id of the port p1; p2 has the next id
 * @cable_delay: propagation delay of the cable, ns
 * @rate: egress rate, bits per second
 * @speed: link speed, Mb/s
 * @source: &enum pfc_speed_source
 * @dcb: &enum pfc_dcb_owner
 * @peer_rate: rate that p1 expects of p2, bits per second; 0: the rate of p1
 * @queue_limit: limit of each queue for packets that this host sends, bytes
 * @pause_time: pause time in the XOFF frames that the port sends, quanta
 * @latency: assumed delay of a CPU that sends or obeys XOFF, ns
 * @flow: &enum pfc_flow_control
 * @sends: priorities for which XOFF is sent, bit mask
 * @obeys: priorities for which XOFF is obeyed, bit mask
 * @watched: priorities with a watchdog, bit mask
 * @af31: priority of AF31, which is DSCP 26
 * @strict: bit mask of the strict classes of p1; each priority has its own class
 * @maxrate: rate limit of class 3 of p1, bits per second
 * @lossless: number of the lossless PG of p1
 * @headroom: headroom of the lossless PG, bytes
 * @needed: required headroom of the lossless PG, bytes
 * @is_auto: the headroom is automatic
 * @profile: profile of the lossless PG, or ""
 * @kind: kind of both devices
 * @master: ifindex of the master of both devices, or 0
 * @address: scope of the IP address of p1; -1: no address
 * @xdp: attachment mode of the XDP program
 * @drops: rx_dropped of p1
 * @tx_drops: tx_dropped of p2
 * @foreign: number of devices of other namespaces that send through that of the ports
 * @tos: TOS of p2 if @kind is "vxlan"
 * @macvlan_mode: mode of p2 if @kind is "macvlan"
 * @stat: attribute of the counter that is not 0
 * @stat_kind: attribute of the nest with the counter @stat
 * @count: value of the counter @stat
 */
struct setup {
	const char	*name[ENDS];
	int		ports;
	uint32_t	id;
	uint32_t	cable_delay;
	uint64_t	rate[ENDS];
	uint32_t	speed[ENDS];
	uint8_t		source[ENDS];
	uint8_t		dcb[ENDS];
	uint64_t	peer_rate;
	uint32_t	queue_limit;
	uint32_t	pause_time[ENDS];
	uint32_t	latency;
	uint8_t		flow[ENDS];
	uint8_t		sends[ENDS];
	uint8_t		obeys[ENDS];
	uint8_t		watched[ENDS];
	uint8_t		af31[ENDS];
	uint8_t		strict;
	uint64_t	maxrate;
	uint8_t		lossless;
	uint32_t	headroom;
	uint32_t	needed;
	uint8_t		is_auto;
	const char	*profile;
	const char	*kind;
	uint32_t	master;
	int		address;
	uint8_t		xdp[ENDS];
	uint64_t	drops;
	uint64_t	tx_drops;
	uint32_t	foreign;
	uint8_t		tos;
	uint32_t	macvlan_mode;
	uint16_t	stat;
	uint16_t	stat_kind;
	uint64_t	count;
};

/* The current settings */
extern struct setup is;

/* link_reset() - restore settings without faults; requests have no effect until link_live() */
void link_reset(void);

/* link_set() - apply a request to the ports; for kernel.sent */
void link_set(const struct nlmsghdr *nlh);

#endif /* LINK_H */
