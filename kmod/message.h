/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of extended acks with values.
 *
 * NL_SET_ERR_MSG_FMT() of the kernel cuts a message after 79 characters, and kernels before 6.2
 * do not have it.  The names of a device and a pool alone can take 46 characters.
 */
#ifndef _PFC_MESSAGE_H
#define _PFC_MESSAGE_H

#include <linux/kernel.h>
#include <linux/netlink.h>

#define PFC_MESSAGE_LEN	192
#define PFC_AMOUNT_LEN	20

char *pfc_message_buffer(void);
const char *pfc_amount(char *buf, u64 bytes);

/* Formats the message of an extended ack, which may be NULL */
#define PFC_SET_ERROR_TEXT(extack, fmt, args...) do {			\
	struct netlink_ext_ack *__extack = (extack);			\
									\
	if (__extack) {							\
		char *__text = pfc_message_buffer();			\
									\
		scnprintf(__text, PFC_MESSAGE_LEN, fmt, ##args);	\
		__extack->_msg = __text;				\
	}								\
} while (0)

/* The same, and names the attribute of the request that is wrong */
#define PFC_SET_ERROR_TEXT_ATTR(extack, attr, fmt, args...) do {	\
	PFC_SET_ERROR_TEXT(extack, fmt, ##args);			\
	NL_SET_BAD_ATTR(extack, attr);					\
} while (0)

#endif /* _PFC_MESSAGE_H */
