// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system name of a neighbour, as lldpad has received it.
 */
#include <stdlib.h>
#include <string.h>
#include "shell.h"
#include "why_read.h"

#define LLDP_COMMAND	512

/* The client of lldpad; tests change it */
const char *why_lldptool = "lldptool";

/*
 * The neighbour chooses the text, which must not control the terminal.  System names are ASCII; a
 * terminal can take bytes that are not UTF-8 for control characters, too.
 */
static void keep_printable(char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			*text = '?';
}

/**
 * why_lldp_name() - ask lldpad for the system name of the neighbour of a device
 * @dev: the device, in the namespace of the tool
 * @name: result, %WHY_LLDP_NAME bytes; bytes that are not printable ASCII are '?'
 *
 * lldpad is optional, and the answer must not delay the command by more than a moment.
 *
 * Return: whether lldpad knows the name.
 */
bool why_lldp_name(const char *dev, char *name)
{
	char command[LLDP_COMMAND], quoted[QUOTED_LEN], line[256];
	bool found = false;
	FILE *pipe;

	snprintf(command, sizeof(command),
		 "timeout -s KILL 0.3 %s -t -n -i %s -V sysName </dev/null 2>/dev/null",
		 why_lldptool, shell_quote(quoted, dev));
	pipe = popen(command, "re");
	if (!pipe)
		return false;
	/* The name follows the line "System Name TLV", after a tab */
	while (fgets(line, sizeof(line), pipe)) {
		if (found || *line != '\t' || line[1 + strcspn(line + 1, "\n")] != '\n')
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(name, WHY_LLDP_NAME, "%.*s", WHY_LLDP_NAME - 1, line + 1);
		keep_printable(name);
		found = *name;
	}
	return !pclose(pipe) && found;
}
