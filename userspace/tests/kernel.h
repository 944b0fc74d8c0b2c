/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mock kernel for unit tests: records requests and sends the given replies.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "netlink.h"

/**
 * struct kernel - state of the mock kernel
 * @last_request: the last request, except lookups of the netlink family
 * @requests: number of requests, except lookups of the netlink family
 * @sent: called for each request except lookups of the netlink family, before the reply; or NULL
 * @answer: adds the attributes of reply message number i; returns false after the last message
 * @event: adds the attributes of event number i; returns false after the last event; set to NULL
 *	when all events have been received
 * @link: adds the attributes of device number i after a struct ifinfomsg; NULL: no devices
 * @address: adds the attributes of address number i after a struct ifaddrmsg; NULL: no addresses
 * @qdisc: adds the attributes of qdisc number i after a struct tcmsg; NULL: no qdiscs
 * @route: adds the attributes of route number i after a struct rtmsg; NULL: no routes
 * @netconf: adds the attributes of IP settings number i after a struct netconfmsg; NULL: none
 * @fdb: adds the attributes of FDB entry number i after a struct ndmsg; NULL: no entries
 * @index: ifindex of a device, or 0; NULL: no devices
 * @apps: adds the tables of APP and rewriting entries to a reply for DCB; NULL: no entries
 * @dcb: bit mask of the priorities for which NICs do PFC
 * @pause_rx: NICs obey PAUSE
 * @feature: an active feature of devices, or NULL
 * @warning: extended ack message, or NULL
 * @cause: cause of that message
 * @error: negative error of the reply, or 0
 * @interrupted: number of further dumps to mark as interrupted
 * @dump_error: negative error of dumps, or 0
 * @setns_error: error of entering a namespace, or 0
 */
struct kernel {
	struct message	last_request;
	unsigned int	requests;
	void		(*sent)(const struct nlmsghdr *nlh);
	bool		(*answer)(struct nlmsghdr *nlh, int i);
	bool		(*event)(struct nlmsghdr *nlh, int i);
	bool		(*link)(struct nlmsghdr *nlh, int i);
	bool		(*address)(struct nlmsghdr *nlh, int i);
	bool		(*qdisc)(struct nlmsghdr *nlh, int i);
	bool		(*route)(struct nlmsghdr *nlh, int i);
	bool		(*netconf)(struct nlmsghdr *nlh, int i);
	bool		(*fdb)(struct nlmsghdr *nlh, int i);
	unsigned int	(*index)(const char *name);
	void		(*apps)(struct nlmsghdr *nlh);
	uint8_t		dcb;
	bool		pause_rx;
	const char	*feature;
	const char	*warning;
	uint32_t	cause;
	int		error;
	unsigned int	interrupted;
	int		dump_error;
	int		setns_error;
};

extern struct kernel kernel;

/* The time of CLOCK_MONOTONIC in the tests, ns */
#define KERNEL_NOW	1000000000000ULL

/*
 * put_map() adds a map with one entry.  put_stats() adds the counters up to the attribute
 * @last; the value of each counter is its attribute number.
 */
void put_map(struct nlmsghdr *nlh, uint16_t type, uint8_t key, uint8_t value);
void put_stats(struct nlmsghdr *nlh, uint16_t type, uint8_t id, uint16_t last);

/* kernel_run() - run a command; the caller frees its output @out and @err */
int kernel_run(const struct ctx *options, const char *line, char **out, char **err);

bool shows(const struct ctx *options, const char *line, const char *expect,
	   int status, const char *errors);

#endif /* KERNEL_H */
