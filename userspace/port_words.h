/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Settings of a port in the words of the command line, and their differences.
 */
#ifndef PORT_WORDS_H
#define PORT_WORDS_H

#include "job.h"
#include "model.h"
#include "setting.h"

const struct setting *setting_find(const struct object *object, const char *name);
bool port_words(char *buf, const struct setting *s, const struct port *port, unsigned int part);
bool words_apply(struct ctx *ctx, const char *object, const char *words, struct port *port);

const char *word_time(char *buf, uint64_t ns);
bool fields_words(char *buf, const struct setting *s, const struct field *fields,
		  const void *from);
bool port_diff(char *words, const struct object *object, unsigned int part,
	       const struct port *from, const struct port *to);
bool pg_diff(char *words, const struct setting *settings, unsigned int part,
	     const struct port *from, const struct port *to);

#endif /* PORT_WORDS_H */
