/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef WORDS_GENERATED_H
#define WORDS_GENERATED_H

extern const char *const gso_words[];
extern const char *const tx_queues_words[];
extern const char *const ecn_at_words[];
extern const char *const flow_control_words[];
extern const char *const on_off_words[];
extern const char *const trust_words[];
extern const char *const flood_lossless_words[];
extern const char *const prio_source_words[];
extern const char *const headroom_mode_words[];
extern const char *const tsa_words[];
extern const char *const watchdog_action_words[];
extern const char *const dcb_owner_words[];
extern const char *const speed_source_words[];
extern const char *const pg_type_words[];
extern const char *const watchdog_state_words[];

#endif /* WORDS_H */
