/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of the kernel.
 */
#ifndef EVENT_H
#define EVENT_H

#include <json-c/json.h>
#include "model.h"
#include "setting.h"

/**
 * struct event - an event reported by the kernel
 * @event: &enum pfc_event
 * @time: CLOCK_MONOTONIC time, ns
 * @ifindex: ifindex of the device
 * @name: name of the device
 * @port_id: id of the port
 * @prios: bit mask of priorities
 * @quanta: pause time, quanta, or 0
 * @lost: number of events of the port that the kernel has omitted since the previous event
 * @count: number of XOFF, for events about the rate of XOFF; otherwise 0
 * @idle_time: ns since the last packet left the PG, or 0
 * @bytes: bytes charged to the PG, or 0
 * @queue_name: device of the egress queue whose packet brought the PG into XOFF, or ""
 * @queue_ifindex: ifindex of that device
 * @queue_prio: priority of that queue
 * @queue_bytes: bytes in that queue
 * @queue_since: time since which received XOFF pauses that queue, ns; 0: it is not paused
 * @old_name: previous name of a renamed device, or ""
 * @has_storm: @storm is valid
 * @storm: the storm that the event is about
 */
struct event {
	uint32_t	event;
	uint64_t	time;
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	port_id;
	uint8_t		prios;
	uint32_t	quanta;
	uint32_t	lost;
	uint32_t	count;
	uint64_t	idle_time;
	uint32_t	bytes;
	char		queue_name[IFNAMSIZ];
	uint32_t	queue_ifindex;
	uint8_t		queue_prio;
	uint32_t	queue_bytes;
	uint64_t	queue_since;
	char		old_name[IFNAMSIZ];
	bool		has_storm;
	struct storm	storm;
};

/* Words for &enum pfc_event; NULL ends the list */
extern const char *const event_words[];

bool event_read(const struct ctx *ctx, const struct nlmsghdr *nlh, struct event *e);
struct json_object *event_name_json(uint32_t event);
void event_text(const struct ctx *ctx, const struct event *e);
struct json_object *event_json(const struct ctx *ctx, const struct event *e);
void event_json_print(struct json_object *json);

setting_fn read_events;

#endif /* EVENT_H */
