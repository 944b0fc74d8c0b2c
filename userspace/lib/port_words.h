/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Settings of a port in the words of the command line, and their differences.
 */
#ifndef PORT_WORDS_H
#define PORT_WORDS_H

#include "model.h"
#include "setting.h"

/* Largest length of the settings of a command, with the terminating 0 */
#define WORDS_LEN	2048

const struct setting *setting_find(const struct setting *s, const char *name);
bool port_words(char *buf, const struct setting *s, const struct port *port, unsigned int part);

const char *word_prios(char *buf, uint8_t prios);

#define MAP_WORDS_LEN	512
const char *map_words(char *buf, const uint8_t *table, unsigned int keys, uint64_t mask,
		      const char *const *values);

bool fields_words(char *buf, const struct setting *s, const struct field *fields,
		  const void *from);
bool port_diff(char *words, const struct setting *settings, unsigned int part,
	       const struct port *from, const struct port *to);
bool pg_diff(char *words, const struct setting *settings, unsigned int part,
	     const struct port *from, const struct port *to);

/* impair_words.c */
#define IMPAIR_WORDS_LEN	256
bool impair_is_on(const struct impair *impair);
uint8_t impair_prios(const struct impairments *impairments);
uint8_t impair_alike(const struct impairments *of, unsigned int prio);
const char *impair_words(char *buf, const struct impair *impair);

#endif /* PORT_WORDS_H */
