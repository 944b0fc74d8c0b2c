/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flight recorders, as read from the kernel (PFC_CMD_RECORD_GET): the last transitions of each
 * port, and the pauses that begin and end with them.
 *
 * Times are CLOCK_MONOTONIC in nanoseconds.
 */
#ifndef RECORD_H
#define RECORD_H

#include <net/if.h>
#include "model.h"
#include "setting.h"

struct wait_port;

/**
 * struct record - a transition of a priority of a port
 * @number: number of the transition, from 0 since the port was created
 * @time: time of the transition; of the first one if there are several
 * @event: &enum pfc_event
 * @prio: the priority, 0..7
 * @bytes: occupancy of the PG if record_is_ingress(), otherwise bytes in the egress queue
 * @quanta: pause time of XOFF, quanta; 0 for other transitions
 * @count: number of equal transitions within a second; 0: one
 * @queue_ifindex: port of the egress queue whose packet brought the PG into XOFF; 0: unknown
 * @queue_prio: priority of that queue
 */
struct record {
	uint64_t	number;
	uint64_t	time;
	uint32_t	event;
	uint8_t		prio;
	uint32_t	bytes;
	uint32_t	quanta;
	uint32_t	count;
	uint32_t	queue_ifindex;
	uint8_t		queue_prio;
};

/**
 * struct record_port - the flight recorder of a port
 * @ifindex: ifindex of the device
 * @name: name of the device
 * @id: id of the port
 * @time: time at which the kernel read the recorder
 * @first: number of the oldest transition in @list: older ones are overwritten
 * @n: number of transitions
 * @list: the transitions, sorted by time; those of one priority and direction are in their order
 */
struct record_port {
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	id;
	uint64_t	time;
	uint64_t	first;
	size_t		n;
	struct record	*list;
};

/**
 * struct records - the flight recorders of a namespace, sorted by ifindex
 * @n: number of ports
 * @list: the ports
 */
struct records {
	size_t			n;
	struct record_port	*list;
};

/* Direction of XOFF: the port has paused its peer, or the peer has paused the port */
enum record_dir { RECORD_TX, RECORD_RX, RECORD_DIRS };

/**
 * struct past - a pause of a priority in a flight recorder
 * @dir: direction of XOFF
 * @prio: the priority
 * @begin: start of the pause; 0: before the oldest transition in the recorder
 * @end: end of the pause; 0: the pause is not over
 * @start: the transition that began the pause; NULL: it is overwritten
 * @stop: the transition that ended the pause; NULL: the pause is not over
 */
struct past {
	enum record_dir		dir;
	uint8_t			prio;
	uint64_t		begin;
	uint64_t		end;
	const struct record	*start;
	const struct record	*stop;
};

/**
 * struct pasts - the pauses in a flight recorder
 * @since: time from which on the recorder has all pauses; 0: since the port was created
 * @now: time at which the kernel read the recorder
 * @n: number of pauses
 * @list: the pauses, sorted by their end; pauses that are not over are last
 */
struct pasts {
	uint64_t	since;
	uint64_t	now;
	size_t		n;
	struct past	*list;
};

/* record.c */
int records_load(struct ctx *ctx, struct records *records);
void records_free(struct records *records);
const struct record_port *records_find(const struct records *records, uint32_t ifindex);
bool record_is_ingress(const struct record *record);

/* past.c */
bool pasts_find(const struct record_port *port, const struct wait_port *wait,
		struct pasts *pasts);
void pasts_free(struct pasts *pasts);
uint64_t past_part(const struct pasts *pasts, const struct past *past, uint64_t from, uint64_t to);
uint64_t pasts_paused(const struct pasts *pasts, enum record_dir dir, unsigned int prio,
		      uint64_t from, uint64_t to);

/* fields.c */
extern const struct field record_fields[];

/* history.c */
int history_filter(struct ctx *ctx, struct args *args, const struct setting *settings,
		   struct change *c);
bool history_wants(const struct change *c, const char *name, unsigned int prio);

/* Words for &enum record_dir */
extern const char *const record_dirs[];

/* history_events.c */
int history_events(struct ctx *ctx, struct args *args);

#endif /* RECORD_H */
