/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel has to make of a request of the family "pfc" */
#ifndef TESTS_TOOLS_NLMODEL_H
#define TESTS_TOOLS_NLMODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "../../uapi/linux/pfc.h"

/* A new attribute: into the policies, the model, its reader and value_for() */
_Static_assert(PFC_A_MAX == PFC_A_PROFILE_PGS && PFC_PG_A_MAX == PFC_PG_A_HEADROOM_NEEDED &&
	       PFC_MAP_A_MAX == PFC_MAP_A_VALUE && PFC_CMD_MAX == PFC_CMD_WATERMARK_CLEAR,
	       "nlfuzz does not know all attributes and commands");

#define MESSAGE_MAX	65536
#define DEVICES_MAX	8

enum kind { KIND_NONE, KIND_U8, KIND_U32, KIND_U64, KIND_NAME, KIND_NEST, KIND_REJECT };

/**
 * struct policy - attributes that a command or a nest takes
 * @max: the largest; all behind it are unknown
 * @kind: of each
 * @nest: what is in each that is a nest
 */
struct policy {
	int max;
	uint8_t kind[PFC_A_MAX + 1];
	const struct policy *nest[PFC_A_MAX + 1];
};

const struct policy *policy_of(int cmd);

/* Why a request is refused, in the order in which it is looked at */
enum verdict {
	ACCEPTED,
	BAD_HEADER, BAD_COMMAND, BAD_REST, BAD_TYPE, BAD_LENGTH, BAD_NEST, BAD_NAME,
	READ_ONLY,
	PORT_NOT_NAMED, NO_DEVICE, NO_PORT, NOT_GIVEN, OUT_OF_RANGE, DELAY_ALONE,
	XON_ABOVE_XOFF, MIXED_GROUP, PAUSE_TOO_SHORT, NO_ROOM,
	VERDICTS
};

extern const char *const verdict_names[VERDICTS];

struct limits { uint32_t xoff, xon, headroom, limit, min, alpha, xon_offset; };

struct config {
	uint8_t dscp_prio[PFC_DSCP_COUNT], prio_pg[PFC_PRIO_COUNT];
	uint8_t prio_pfc[PFC_PRIO_COUNT], default_prio;
	struct limits pg[PFC_PRIO_COUNT];
	uint8_t lossless[PFC_PRIO_COUNT];
	uint32_t pause_time, speed, queue_limit, delay;
	uint64_t rate;
	uint64_t seen;		/* attributes found when it was read */
};

struct device {
	uint32_t index;
	char name[16];
	bool port;
	uint32_t speed;		/* as the device says */
	struct config config;
};

/* All that can be configured in a namespace */
struct state {
	int devices;
	struct device device[DEVICES_MAX];
	uint32_t pool_size, pool_reserved;
};

enum verdict model_request(struct state *state, const void *message, uint32_t len);
bool errno_fits(enum verdict verdict, int error);
bool is_dump(const void *message, uint32_t len);

void state_add_port(struct state *state, const void *attrs, int len);
void state_add_pool(struct state *state, const void *attrs, int len);
bool state_differs(const struct state *a, const struct state *b, char *where);

#endif /* TESTS_TOOLS_NLMODEL_H */
