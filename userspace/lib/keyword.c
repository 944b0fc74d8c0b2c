// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keywords of the command line: full words, unambiguous abbreviations, and what an unknown word
 * probably means.
 */
#include <net/if.h>
#include <string.h>
#include "fix.h"
#include "keyword.h"
#include "setting.h"

/* Longest word for which the tool suggests another one, characters */
#define TYPO_MAX	31

/* Add a valid word, unless it is there already */
void keyword_add(struct keywords *k, const char *word)
{
	size_t i;

	for (i = 0; i < k->n; i++)
		if (!strcmp(k->list[i], word))
			return;
	if (k->n < KEYWORDS_MAX)
		k->list[k->n++] = word;
}

static void keywords_of_settings(struct keywords *k, const struct setting *settings)
{
	*k = (struct keywords){ .kind = "word" };
	for (; settings->name; settings++)
		keyword_add(k, settings->name);
}

/*
 * Find a word, or its first letters if no other word begins with them.
 * Return: the index of the word, %KEYWORD_UNKNOWN or %KEYWORD_AMBIGUOUS.
 */
int keyword_index(const struct keywords *k, const char *word)
{
	const size_t len = strlen(word);
	int found = KEYWORD_UNKNOWN;
	size_t i;

	for (i = 0; i < k->n; i++) {
		if (!strcmp(k->list[i], word))
			return i;
		if (len && !strncmp(k->list[i], word, len))
			found = found == KEYWORD_UNKNOWN ? (int)i : KEYWORD_AMBIGUOUS;
	}
	return found;
}

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/*
 * Return: how many letters to insert, delete, replace or swap with the next one to turn @a into @b;
 * both have at most %TYPO_MAX letters
 */
static unsigned int distance(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);
	unsigned int d[TYPO_MAX + 1][TYPO_MAX + 1];
	size_t i, j;

	for (i = 0; i <= n; i++)
		for (j = 0; j <= m; j++) {
			if (!i || !j) {
				d[i][j] = i + j;
				continue;
			}
			d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
					least(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[n][m];
}

/*
 * Return: the word that a mistyped word probably means, or NULL: a fault, or two in five letters,
 * or a word that continues: "delete" for "del"
 */
static const char *suggestion(const struct keywords *k, const char *word)
{
	unsigned int best = 2 + strlen(word) / 5, faults;
	const char *found = NULL;
	size_t i;

	for (i = 0; strlen(word) <= TYPO_MAX && i < k->n; i++) {
		if (strlen(k->list[i]) > TYPO_MAX)
			continue;
		faults = distance(word, k->list[i]);
		if (strlen(k->list[i]) > 2 && !strncmp(word, k->list[i], strlen(k->list[i])))
			faults = least(faults, 1);
		if (faults < best && faults < strlen(k->list[i])) {
			best = faults;
			found = k->list[i];
		}
	}
	return found;
}

/* Lists the words that begin with @begin.  Help is not listed: each error names it. */
static void list_words(char *buf, size_t size, const struct keywords *k, const char *begin,
		       const char *between)
{
	size_t len = 0, i;

	*buf = '\0';
	for (i = 0; i < k->n && len < size; i++)
		if (!strncmp(k->list[i], begin, strlen(begin)) &&
		    (*begin || strcmp(k->list[i], "help")))
			len += snprintf(buf + len, size - len, "%s%s", len ? between : "",
					*k->list[i] ? k->list[i] : "no command");
}

static void report(struct ctx *ctx, const struct keywords *k, const char *word, int found)
{
	const char *meant = suggestion(k, word);
	char of[32] = "", help[64] = "", known[1024];

	if (k->object && *k->object)
		snprintf(of, sizeof(of), "%s: ", k->object);
	if (k->object)
		snprintf(help, sizeof(help), " (pfcctl %s%shelp)", k->object, *of ? " " : "");
	if (*word == '-' && word[1] && !meant && strcmp(k->kind, "option")) {
		misuse(fixed_by(ctx, "write it first, as in pfcctl $1 port show", word),
		       "option '%s': must be before the object", word);
	} else if (found == KEYWORD_AMBIGUOUS) {
		list_words(known, sizeof(known), k, word, ", ");
		misuse(ctx, "%s%s '%s' is ambiguous: %s", of, k->kind, word, known);
	} else if (meant) {
		misuse(ctx, "%sunknown %s '%s'; did you mean '%s'?%s", of, k->kind, word, meant,
		       help);
	} else {
		list_words(known, sizeof(known), k, "", " ");
		misuse(ctx, "%sunknown %s '%s'; expected: %s%s", of, k->kind, word, known, help);
	}
}

/* Report a word that is not valid as an error */
void keyword_refuse(struct ctx *ctx, const struct keywords *k, const char *word)
{
	const int found = keyword_index(k, word);

	report(ctx, k, word, found < 0 ? found : KEYWORD_UNKNOWN);
}

/* As keyword_index(), with an error message.  Return: the index, or a negative number */
int keyword_choose(struct ctx *ctx, const struct keywords *k, const char *word)
{
	const int found = keyword_index(k, word);

	if (found < 0)
		report(ctx, k, word, found);
	return found;
}

/*
 * Check whether a word is a device, a list of devices or a pattern, where the keyword dev is
 * optional.
 *
 * A full keyword wins over a device of that name, and a device wins over an abbreviation.  A word
 * of letters that resembles a keyword is a typing error, unless there is such a device.
 * Return: whether it is.
 */
static bool keyword_is_device(const struct keywords *k, const char *word)
{
	const int found = keyword_index(k, word);

	if (found >= 0 && !strcmp(k->list[found], word))
		return false;
	if (if_nametoindex(word))
		return true;
	if (*word == '-')
		return false;
	return found == KEYWORD_UNKNOWN &&
	       (word[strcspn(word, "0123456789,*?[")] || strlen(word) < 4 || !suggestion(k, word));
}

/*
 * Take the keyword of a setting.
 * @first: the words are the first ones of the settings, where the keyword dev is optional
 * Return: the setting, or NULL after an error message.
 */
const struct setting *keyword_setting(struct ctx *ctx, const struct setting *settings,
				      struct args *args, bool first)
{
	struct keywords k;
	int found;

	keywords_of_settings(&k, settings);
	if (first && settings->read == read_dev && keyword_is_device(&k, *args->argv))
		return settings;
	if (!first && settings->read == read_dev && keyword_index(&k, *args->argv) < 0 &&
	    if_nametoindex(*args->argv)) {
		misuse_second_dev(ctx, *args->argv);
		return NULL;
	}
	found = keyword_choose(ctx, &k, *args->argv);
	args->argv++;
	args->argc--;
	return found < 0 ? NULL : settings + found;
}

/*
 * Take one of some words, or its abbreviation.
 * @dev: a device without the keyword dev is valid here, and is not taken
 * Return: the full word; "dev" before a device; NULL after an error message.
 */
const char *keyword_take(struct ctx *ctx, const char *const *words, struct args *args, bool dev)
{
	struct keywords k = { .kind = "word" };
	int found;

	while (*words)
		keyword_add(&k, *words++);
	if (dev && keyword_is_device(&k, *args->argv))
		return "dev";
	found = keyword_choose(ctx, &k, *args->argv);
	args->argv++;
	args->argc--;
	return found < 0 ? NULL : k.list[found];
}
