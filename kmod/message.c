// SPDX-License-Identifier: GPL-2.0-only
/* Amounts for the messages of extended acks. */
#include <linux/sizes.h>
#include "message.h"

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
