// SPDX-License-Identifier: GPL-2.0-only
/* Buffers and amounts for the messages of extended acks. */
#include <linux/atomic.h>
#include <linux/sizes.h>
#include "message.h"

#define PFC_MESSAGES	64

/**
 * pfc_message_buffer() - buffer for a message
 *
 * The kernel copies a message into its answer as soon as the handler of the request returns.
 * The buffers are used in turn, so no buffer is reused before its message is copied.
 *
 * Context: any.
 * Return: %PFC_MESSAGE_LEN bytes.
 */
char *pfc_message_buffer(void)
{
	static char messages[PFC_MESSAGES][PFC_MESSAGE_LEN];
	static atomic_t next;

	return messages[(u32)atomic_inc_return(&next) % PFC_MESSAGES];
}

/**
 * pfc_amount() - format an exact number of bytes
 * @buf: result, %PFC_AMOUNT_LEN bytes
 * @bytes: the number, below 2^44
 *
 * Return: @buf: whole MiB or KiB if possible, otherwise bytes.
 */
const char *pfc_amount(char *buf, u64 bytes)
{
	if (bytes && !(bytes & (SZ_1M - 1)))
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu MiB", bytes / SZ_1M);
	else if (bytes && !(bytes & (SZ_1K - 1)))
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu KiB", bytes / SZ_1K);
	else
		scnprintf(buf, PFC_AMOUNT_LEN, "%llu bytes", bytes);
	return buf;
}
