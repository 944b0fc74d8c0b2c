// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads words of the plan.
 */
#include <stdio.h>
#include <stdlib.h>
#include "lab.h"

uint64_t number(const char *word)
{
	return strtoull(word, NULL, 0);
}

bool read_mac(const char *word, uint8_t *mac)
{
	return sscanf(word, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", mac, mac + 1,
		      mac + 2, mac + 3, mac + 4, mac + 5) == 6;
}

/*
 * Read the two ends of a path.
 * @words: NODE DEVICE NODE DEVICE MAC MAC
 * Return: an exit status.
 */
int read_ends(struct lab *lab, struct ctx *ctx, char **words, struct ends *ends)
{
	struct node *from = node_device(lab, ctx, words, &ends->index);
	struct node *to = node_device(lab, ctx, words + 2, &ends->other_index);

	if (!from || !to)
		return STATUS_FAILED;
	if (!read_mac(words[4], ends->from_mac) || !read_mac(words[5], ends->to_mac))
		return fail(ctx, "invalid MAC '%s' or '%s' (hh:hh:hh:hh:hh:hh)", words[4],
			    words[5]);
	ends->netns = from->fd;
	ends->other_netns = to->fd;
	return STATUS_OK;
}
