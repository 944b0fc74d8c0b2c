// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands that the tool prints for a shell.
 *
 * An administrator pastes these commands, or a script runs them.  A container chooses the names of
 * its devices, so a name can be "x;reboot" or contain control characters.  All printed commands
 * come from this file, which quotes each word that the caller gives.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "output.h"
#include "shell.h"

/* Characters that no shell interprets, at any place of a word */
static bool is_plain(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_.,:=+@%/-", c));
}

static bool is_plain_word(const char *word)
{
	const char *at = word;

	while (is_plain(*at))
		at++;
	/* zsh replaces =ls by a path */
	return at != word && !*at && *word != '=';
}

/*
 * Quotes a word with control characters: printf(1) makes them when the command runs, so they do
 * not reach the terminal.  Only letters and digits stay as they are: not "-", which could begin an
 * option of printf, "%", or "!", which bash replaces within double quotes.
 */
static void quote_bytes(char *buf, const char *word)
{
	size_t len = sprintf(buf, "\"$(printf '");

	for (; *word; word++)
		len += sprintf(buf + len, isalnum((unsigned char)*word) ? "%c" : "\\%03o",
			       (unsigned char)*word);
	sprintf(buf + len, "')\"");
}

static void quote_text(char *buf, const char *word)
{
	size_t len = 0;

	buf[len++] = '\'';
	for (; *word; word++) {
		if (*word == '\'')
			len += sprintf(buf + len, "'\\'");
		buf[len++] = *word;
	}
	buf[len++] = '\'';
	buf[len] = '\0';
}

/*
 * Quote a word for a POSIX shell, if it needs that.
 * @word: the word, at most %SHELL_WORD bytes; it does not end with a newline
 * Return: @buf, %QUOTED_LEN bytes without control characters; an empty word for a longer one, which
 * no object can have as its name.
 */
const char *shell_quote(char *buf, const char *word)
{
	if (strlen(word) > SHELL_WORD)
		word = "";
	if (is_plain_word(word))
		sprintf(buf, "%s", word);
	else if (text_is_clean(word))
		quote_text(buf, word);
	else
		quote_bytes(buf, word);
	return buf;
}

/* A part of a command could do something else, so a command without room is left out */
static void append(char *buf, size_t size, const char *text)
{
	const size_t len = strlen(buf), more = strlen(text);

	if (len + more < size)
		memcpy(buf + len, text, more + 1);
	else
		*buf = '\0';
}

static void vappend(char *buf, size_t size, const char *fmt, va_list ap)
{
	char text[QUOTED_LEN];

	for (; *fmt; fmt++) {
		snprintf(text, sizeof(text), "%c", *fmt);
		if (*fmt != '%') {
			append(buf, size, text);
			continue;
		}
		fmt++;
		if (*fmt == 's')
			shell_quote(text, va_arg(ap, const char *));
		else if (*fmt == 'l')	/* llu */
			snprintf(text, sizeof(text), "%llu", va_arg(ap, unsigned long long));
		else
			snprintf(text, sizeof(text), *fmt == 'd' ? "%d" : "%u",
				 va_arg(ap, unsigned int));
		fmt += *fmt == 'l' ? 2 : 0;
		append(buf, size, text);
	}
}

/*
 * Append words to a command.
 * @buf: the command; it becomes "" if the words have no room
 * @fmt: format of the words: %s is one word, and is quoted; %u, %d and %llu.
 */
void shell_append(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vappend(buf, size, fmt, ap);
	va_end(ap);
}

/* Append a list of words, which spaces separate, to a command */
void shell_words(char *buf, size_t size, const char *words)
{
	char word[SHELL_WORD];
	size_t len;

	for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
		len = strcspn(words, " ");
		snprintf(word, sizeof(word), "%.*s", (int)len, words);
		shell_append(buf, size, " %s", word);
		words += len;
	}
}

/* A second command runs after the first one has succeeded */
static void begin(char *buf, size_t size)
{
	if (*buf)
		append(buf, size, " && ");
}

/*
 * Append a pfcctl command to a chain of commands.
 * @netns: name or path of the namespace of the command; NULL or "": that of the shell
 * @fmt: the words after "pfcctl", as for shell_append().
 */
void shell_pfcctl(char *buf, size_t size, const char *netns, const char *fmt, ...)
{
	va_list ap;

	begin(buf, size);
	append(buf, size, "pfcctl ");
	if (netns && *netns)
		shell_append(buf, size, "-n %s ", netns);
	va_start(ap, fmt);
	vappend(buf, size, fmt, ap);
	va_end(ap);
}

/* Append a command of another tool to a chain of commands, as shell_pfcctl() */
void shell_tool(char *buf, size_t size, const char *netns, const char *fmt, ...)
{
	va_list ap;

	begin(buf, size);
	if (netns && strchr(netns, '/'))
		shell_append(buf, size, "nsenter --net=%s ", netns);
	else if (netns && *netns)
		shell_append(buf, size, "ip netns exec %s ", netns);
	va_start(ap, fmt);
	vappend(buf, size, fmt, ap);
	va_end(ap);
}

/*
 * Append a command of dcb(8) to a chain of commands.
 * @command: the object and the command.
 */
void shell_dcb(char *buf, size_t size, const char *netns, const char *command, const char *dev)
{
	/* dcb reads options anywhere: the device -bx would make it run the commands of file x */
	shell_tool(buf, size, netns, *dev == '-' ? "dcb --" : "dcb");
	shell_words(buf, size, command);
	shell_append(buf, size, " dev %s", dev);
}
