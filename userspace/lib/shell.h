/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands that the tool prints for a shell.
 */
#ifndef SHELL_H
#define SHELL_H

#include <stddef.h>

/* Size of a word: a device, the path of a namespace, a setting */
#define SHELL_WORD	512

/* Size of a quoted word: each byte can become an escape sequence of 4 */
#define QUOTED_LEN	(4 * SHELL_WORD + 32)

/* Size of a command with a namespace and a device, and of a chain of such commands */
#define SHELL_COMMAND	(2 * QUOTED_LEN + 512)

const char *shell_quote(char *buf, const char *word);
void shell_append(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void shell_words(char *buf, size_t size, const char *words);
void shell_pfcctl(char *buf, size_t size, const char *netns, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void shell_tool(char *buf, size_t size, const char *netns, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void shell_dcb(char *buf, size_t size, const char *netns, const char *command, const char *dev);

#endif /* SHELL_H */
