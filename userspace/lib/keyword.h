/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keywords of the command line: full words and unambiguous abbreviations.
 */
#ifndef KEYWORD_H
#define KEYWORD_H

#include "pfcctl.h"

/* More than the words that are valid in any one place of the command line */
#define KEYWORDS_MAX	80

/* Results of keyword_index() */
enum {
	KEYWORD_UNKNOWN = -1,
	KEYWORD_AMBIGUOUS = -2,
};

/**
 * struct keywords - words that are valid in a place of the command line
 * @kind: noun for one of the words, for errors
 * @object: the object whose help describes the words; "": the general help; NULL: none
 * @n: number of words
 * @list: the words
 */
struct keywords {
	const char	*kind;
	const char	*object;
	size_t		n;
	const char	*list[KEYWORDS_MAX];
};

void keyword_add(struct keywords *k, const char *word);
int keyword_index(const struct keywords *k, const char *word);
void keyword_refuse(struct ctx *ctx, const struct keywords *k, const char *word);
int keyword_choose(struct ctx *ctx, const struct keywords *k, const char *word);
const struct setting *keyword_setting(struct ctx *ctx, const struct setting *settings,
				      struct args *args, bool first);
const char *keyword_take(struct ctx *ctx, const char *const *words, struct args *args, bool dev);

#endif /* KEYWORD_H */
