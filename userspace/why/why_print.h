/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output of pfcctl why.
 */
#ifndef WHY_PRINT_H
#define WHY_PRINT_H

#include <netinet/in.h>
#include "print.h"
#include "shell.h"
#include "why_read.h"

#define WHY_TEXT	512	/* size of a text about a port, a flow or a root */
#define WHY_NAME	(NETNS_NAME_LEN + IFNAMSIZ + 2)
#define WHY_ADDRESS	INET6_ADDRSTRLEN

/*
 * What the output functions need
 * @whole: print the whole chains, because the user has named a device
 * @no_lldp: do not ask lldpad for the name of a neighbour: this takes a moment for each root
 */
struct why_output {
	const struct ctx	*ctx;
	const struct why	*why;
	bool			whole;
	bool			no_lldp;
};

/* Appends formatted text to a text of %WHY_TEXT bytes */
#define why_append(buf, ...)	text_append(buf, WHY_TEXT, __VA_ARGS__)

/* Words for &enum why_class and &enum why_setting */
extern const char *const why_classes[];
extern const char *const why_setting_words[];

/* why_words.c */
const char *why_size(char *buf, const struct why_output *out, uint64_t bytes);
const char *why_period(char *buf, const struct why_output *out, uint64_t time);
const char *why_name(char *buf, const struct why_output *out, uint32_t port);
const char *why_mac(char *buf, const uint8_t *mac);
const char *why_address(char *buf, const struct flow *flow, const uint8_t *address);
const char *why_flow_words(char *buf, const struct why_output *out, const struct why_flow *flow);
void why_past_words(char *buf, const struct why_output *out, const struct past *past);
const char *why_root_words(char *buf, const struct why_output *out, const struct why_root *root);
const char *why_fix(char *buf, const struct why_output *out, const struct why_root *root);
const char *why_verdict(char *buf, const struct why *why);

/* why_json.c */
struct json_object *why_roots_json(const struct why_output *out);

void why_text(const struct why_output *out);
void why_json(const struct why_output *out);
void why_dot(const struct why_output *out);

#endif /* WHY_PRINT_H */
