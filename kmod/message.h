/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of extended acks with values.
 *
 * The core copies a message into its answer after the handler of the request has returned, and may
 * sleep before.  So a message with values must outlive the handler.  NL_SET_ERR_MSG_FMT() of the
 * kernel cuts a message after 79 characters, and kernels before 6.2 do not have it.  The names of a
 * device and a pool alone can take 46 characters.  So the text is part of the request, see
 * pfc_genl_do().
 */
#ifndef _PFC_MESSAGE_H
#define _PFC_MESSAGE_H

#include <linux/kernel.h>
#include <linux/netlink.h>

#define PFC_MESSAGE_LEN	192
#define PFC_AMOUNT_LEN	20

/**
 * struct pfc_ack - extended ack of one request, with its text
 * @ext: the extended ack; its message is @text, a constant, or NULL
 * @text: a message with values
 *
 * It belongs to the function that handles the request, and only the task of the request uses it.
 */
struct pfc_ack {
	struct netlink_ext_ack	ext;
	char			text[PFC_MESSAGE_LEN];
};

const char *pfc_amount(char *buf, u64 bytes);

/* Formats the message of an extended ack, which may be NULL */
#define PFC_SET_ERROR_TEXT(extack, fmt, args...) do {			\
	struct pfc_ack *__ack = (extack);				\
									\
	if (__ack) {							\
		scnprintf(__ack->text, PFC_MESSAGE_LEN, fmt, ##args);	\
		__ack->ext._msg = __ack->text;				\
	}								\
} while (0)

/* The same, and names the attribute of the request that is wrong; not for NULL */
#define PFC_SET_ERROR_TEXT_ATTR(extack, attr, fmt, args...) do {	\
	PFC_SET_ERROR_TEXT(extack, fmt, ##args);			\
	NL_SET_BAD_ATTR(&(extack)->ext, attr);				\
} while (0)

#endif /* _PFC_MESSAGE_H */
