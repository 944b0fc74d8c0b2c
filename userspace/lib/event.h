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
 * @has_storm: @storm is valid
 * @storm: the storm that the event is about
 */
struct event {
	struct event_members;
	bool		has_storm;
	struct storm	storm;
};

bool event_read(const struct ctx *ctx, const struct nlmsghdr *nlh, struct event *e);
struct json_object *event_name_json(uint32_t event);
void event_text(const struct ctx *ctx, const struct event *e);
struct json_object *event_json(const struct ctx *ctx, const struct event *e);
void event_json_print(struct json_object *json);

setting_fn read_events;

#endif /* EVENT_H */
