/* SPDX-License-Identifier: GPL-2.0-only */
/* Model of the effects of a request of the family "pfc" */
#ifndef TESTS_TOOLS_NLMODEL_H
#define TESTS_TOOLS_NLMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../uapi/linux/pfc.h"
#include "nlnumbers_generated.h"

/* Fails for a new attribute or command: tests/README.md lists the files to extend first */
_Static_assert(PFC_A_MAX == PFC_A_FOREIGN_DEVICES && PFC_PG_A_MAX == PFC_PG_A_HEADROOM_NEEDED &&
	       PFC_MAP_A_MAX == PFC_MAP_A_KEY16 && PFC_QUEUE_A_MAX == PFC_QUEUE_A_ECN_PMAX &&
	       PFC_TC_A_MAX == PFC_TC_A_RATE && PFC_CMD_MAX == PFC_CMD_IMPAIR_DEL &&
	       PFC_IMPAIR_A_MAX == PFC_IMPAIR_A_XOFF_PERIOD,
	       "nlfuzz does not know all attributes and commands");
_Static_assert(PFC_A_MAX < 128, "struct config: too many attributes for attr_set");

/* Bit mask of attributes */
#define attr_set	unsigned __int128

#define MESSAGE_MAX	65536
#define DEVICES_MAX	8
#define POOLS_KNOWN	64	/* limit for pools and for profiles; the kernel allows more */
#define PRIOS		PFC_PRIO_COUNT

/* ---- contents of requests (nlpolicy.c) ---------------------------------- */

/* KIND_NAME: name of an interface; KIND_LABEL: name of a pool or profile */
enum kind {
	KIND_NONE, KIND_U8, KIND_U16, KIND_U32, KIND_U64, KIND_NAME, KIND_LABEL,
	KIND_NEST, KIND_REJECT
};

/**
 * struct policy - attributes that a command or a nest accepts
 * @max: highest known attribute type
 * @kind: kind of each attribute
 * @nest: policy of each attribute that is a nest
 * @range: range of each attribute that is a number, or NULL
 * @map: a nest of map entries
 * @entry: a map entry
 */
struct policy {
	int max;
	bool map, entry;
	uint8_t kind[PFC_A_MAX + 1];
	const struct policy *nest[PFC_A_MAX + 1];
	const struct range *range;
};

/**
 * struct range - values of a number
 * @least: minimum value
 * @most: maximum value; 0: no range
 * @also: values outside of the range that are allowed as well
 * @n_also: number of these values
 */
struct range {
	uint64_t least, most, also[2];
	int n_also;
};

/* Generated (nltables_generated.c) */
extern const struct policy map_entry_policy, map_policy, pg_policy, queue_policy, tc_policy,
	impair_policy;
extern const struct policy *const policies[PFC_CMD_MAX + 1];
extern const bool dumps[PFC_CMD_MAX + 1];
extern const struct range pfc_ranges[], pg_ranges[], queue_ranges[], tc_ranges[],
	impair_ranges[];

/* Reasons to reject a request, roughly in the order of the kernel's checks */
enum verdict {
	ACCEPTED,
	BAD_HEADER, BAD_COMMAND, BAD_REST, BAD_TYPE, BAD_LENGTH, BAD_NEST, BAD_NAME,
	READ_ONLY,
	SENSELESS, PORT_NOT_NAMED, NO_DEVICE, NO_PORT, NOT_GIVEN, BAD_LETTERS, NAME_TAKEN,
	NO_POOL, NO_PROFILE, IS_DEFAULT, IN_USE, FOLLOWS, NUMBERED, OUT_OF_RANGE,
	MANY_TYPES, SIZE_AND_AUTO, DELAY_ALONE, QUEUES_NEED_ONE, NO_PFC_HERE,
	XON_ABOVE_XOFF,
	MIXED_GROUP, FLOODS_LOSSLESS, KMIN_ABOVE_KMAX, STRICT_SHARE, NO_SHARE, SHARES_NOT_100,
	PAUSE_TOO_SHORT, NO_ROOM, NOT_WATCHED, NO_XOFF, DOWN_ALWAYS,
	VERDICTS
};

extern const char *const verdict_names[VERDICTS];

const struct policy *policy_of(int cmd);
enum verdict check_all(const struct policy *policy, const uint8_t *data, int len);
bool errno_fits(enum verdict verdict, int error);
bool can_dump(int cmd);
bool only_dumps(int cmd);
bool in_range(const struct range *range, uint64_t value);

/* ---- state of a namespace ------------------------------------------------ */

/*
 * memcmp() compares these structures.  So the bytes behind the end of a name and padding must
 * be 0.
 */
struct limits { uint32_t xoff, xon, headroom, mode, limit, min, alpha, xon_offset; };

struct group {
	struct limits limits;
	uint32_t lossless;
	char pool[PFC_NAME_LEN], profile[PFC_NAME_LEN];
};

struct ethtype { uint32_t key, prio; };

struct config {
	uint8_t dscp_prio[PFC_DSCP_COUNT], pcp_prio[PRIOS], prio_pg[PRIOS];
	/* prio_pfc: PFC is on in both directions */
	uint8_t prio_pfc_tx[PRIOS], prio_pfc_rx[PRIOS], prio_pfc[PRIOS];
	uint8_t flood_prio[PRIOS], prio_dscp[PRIOS], prio_pcp[PRIOS], prio_tc[PRIOS];
	uint8_t prio_watchdog[PRIOS], bounce_prio[PRIOS], bounce_dscp[PRIOS];
	struct ethtype ethtype[PFC_ETHTYPES_MAX];	/* sorted by key */
	struct group pg[PRIOS];
	struct queue queue[PRIOS];
	struct traffic_class tc[PRIOS];
	struct numbers;
	uint32_t ethtypes;
	uint32_t needed;	/* required headroom, bytes; derived, like the two speeds below */
	uint32_t link_speed, speed_source;
	attr_set seen;		/* attributes found in the dump */
};

/* Time of the last clear; @again: a request has cleared since that time was read */
struct clear { uint64_t time; bool again; };

/* Masks of priorities: operator commands (manual, injected) and watchdog states */
struct watch { uint8_t manual, injected, off, storm, disabled; };

/* Impairments of a port; all members are 0 unless they are @on */
struct impair {
	bool on;
	uint32_t seed;
	uint64_t link_down, link_period;
	struct impair_prio prio[PRIOS];
};

struct device {
	uint32_t index;
	char name[16];
	bool port;
	uint32_t speed, mtu;	/* of the device; speed applies if the port has no speed or rate */
	struct config config;
	struct clear cleared, pg_cleared[PRIOS], queue_cleared[PRIOS];
	struct watch watch;
	struct impair impair;
};

struct pool {
	char name[PFC_NAME_LEN];
	uint32_t size, ratio;
	uint64_t headrooms;
	uint32_t guarantees, headroom_size, reserved, shared_size, pgs;
	struct clear cleared;
};

struct profile {
	char name[PFC_NAME_LEN], pool[PFC_NAME_LEN];
	struct limits limits;
	uint32_t pgs;
};

/* Configuration of a namespace */
struct state {
	int devices, pools, profiles;
	struct device device[DEVICES_MAX];
	struct pool pool[POOLS_KNOWN];
	struct profile profile[POOLS_KNOWN];
	uint32_t sum;		/* checksum of all counters */
};

struct request {
	int cmd, len;
	const uint8_t *attrs;
};

#define FIND(r, type) find((r)->attrs, (r)->len, type)

/* ---- numbers and maps (nlfields.c) -------------------------------------- */

/**
 * struct field - a number of a port, a queue or a class; a table ends with type 0
 * @type: attribute type
 * @range: allowed values
 * @at: offset in the structure
 * @size: size in the structure, bytes
 */
struct field {
	int type;
	const struct range *range;
	size_t at, size;
};

/**
 * struct map - a map of a port; the table ends with type 0
 * @type: attribute type
 * @keys: number of keys, from 0
 * @values: number of values, from 0
 * @none: a value may be %PFC_MAP_NONE
 * @at: offset in &struct config
 */
struct map {
	int type, keys, values;
	bool none;
	size_t at;
};

struct attr;

#define FIELD(attr, ranges, in, member) {					\
	.type = attr, .range = &(ranges)[attr],					\
	.at = offsetof(struct in, member), .size = sizeof(((struct in *)0)->member), \
}

/* Generated (nltables_generated.c) */
extern const struct field port_fields[], queue_fields[], tc_fields[], impair_fields[];
extern const struct map maps[];

const struct map *map_of(int type);
enum verdict read_fields(const uint8_t *data, int len, const struct field *fields, void *to);
enum verdict read_maps(const struct request *r, struct config *config);
bool show_field(const struct attr *attr, const struct field *fields, void *to);
void show_fields(const struct attr *nest, const struct field *fields, void *to);
bool show_maps(const struct attr *attr, struct config *config);
attr_set all_shown(void);

/* ---- effects of requests (nlmodel.c, nlcheck.c, nlpool.c) ---------------- */

/* Cases that a run must cover */
enum goal {
	TOGETHER, MOVED, OVERBOOKED, AUTOMATIC, SHORT, TAKEN_BACK, BY_DEFAULT,
	PAUSED, ASYMMETRIC, MARKING, FLOOD_MOVED, SHARED, TYPE_GONE,
	MITIGATED, INJECTED, STORMS, UNWATCHED,
	BY_RATE, RATE_GONE, UNUSED_SHARE, NO_CONTROL,
	IMPAIRED, REPAIRED, GOALS
};

extern const char *const goal_names[GOALS];
extern uint64_t goals[GOALS];

enum verdict find_port(struct state *state, const struct request *r, struct device **port);
enum verdict model_request(struct state *state, const void *message, uint32_t len);
void model_mtu(struct state *state, int device, uint32_t mtu);
void model_detach(struct state *state, int device);
void model_attach(struct state *state, int device);
bool is_dump(const void *message, uint32_t len);

enum verdict read_number(const uint8_t *data, int len, const struct range *ranges, int type,
			 uint32_t *value);
enum verdict check_config(struct config *config);
void derive_speed(struct device *port);
enum verdict check_pause(const struct request *r, const struct device *port);
void note_config(const struct config *was, const struct config *is);
extern const struct limits new_limits;

enum verdict read_limits(const uint8_t *data, int len, struct limits *limits);

uint32_t headroom_needed(const struct device *port);
enum verdict commit(struct state *state, struct state *next, unsigned int devices);
void add_up(struct state *state);
void adapt(struct state *state, int device);
struct pool *pool_named(struct state *state, const char *name);
struct profile *profile_named(struct state *state, const char *name);
enum verdict model_pool(struct state *state, const struct request *r);
enum verdict model_profile(struct state *state, const struct request *r);

/* ---- storms (nlwatch.c) ------------------------------------------------- */

uint8_t watched_by(const struct config *config);
enum verdict read_prios(const struct request *r, uint32_t *prios);
enum verdict model_watchdog(struct state *state, const struct request *r);
void state_add_watchdog(struct state *state, const void *attrs, int len);
bool watch_differs(const struct device *model, const struct device *shown, char *where);

/* ---- impairments (nlimpair.c) ------------------------------------------- */

enum verdict check_impair(const struct device *port);
enum verdict model_impair(struct state *state, const struct request *r);
bool is_disturbed(const struct device *port);
void state_add_impair(struct state *state, const void *attrs, int len);
bool impair_differs(const struct device *model, const struct device *shown, char *where);

/* ---- attaching and detaching ports (nlport.c) --------------------------- */

int set_port(uint32_t index, bool port);

/* ---- state in the kernel's dumps (nlstate.c) ---------------------------- */

struct device *device_shown(struct state *state, const void *attrs, int len);
uint64_t number_in(const struct attr *nest, int type);
int id_in(const struct attr *nest, int type);
void state_add_port(struct state *state, const void *attrs, int len);
void state_add_stats(struct state *state, const void *attrs, int len);
void state_add_pool(struct state *state, const void *attrs, int len);
void state_add_profile(struct state *state, const void *attrs, int len);
bool state_differs(const struct state *model, const struct state *shown, char *where);
void state_adopt_times(struct state *model, const struct state *shown);

#endif /* TESTS_TOOLS_NLMODEL_H */
