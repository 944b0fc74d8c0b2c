/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of extended acks with values: see "The text of an error belongs to its request" in
 * architecture.rst.  NL_SET_ERR_MSG_FMT() of the kernel cuts a message after 79 characters, and
 * kernels before 6.2 do not have it.
 */
#ifndef _PFC_MESSAGE_H
#define _PFC_MESSAGE_H

#include <linux/kernel.h>
#include <linux/netlink.h>
#include <linux/string.h>
#include "cause_generated.h"

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

/* validate.c */
const char *pfc_amount(char *buf, u64 bytes);

/*
 * Names the cause of an error or warning, after its message.  A program decides by the cause, not
 * by the message.  Since Linux 7.2 a cookie has only 8 bytes, so the values are in the message.
 * @ext may be NULL.
 */
static inline void pfc_set_cause(struct netlink_ext_ack *ext, enum pfc_cause cause)
{
	u32 value = cause;

	BUILD_BUG_ON(sizeof(value) > sizeof(ext->cookie));
	if (!ext)
		return;
	memcpy(ext->cookie, &value, sizeof(value));
	ext->cookie_len = cause ? sizeof(value) : 0;
}

/* Formats a message with a cause.  @extack may be NULL */
#define PFC_SET_TEXT(extack, cause, fmt, args...) do {			\
	struct pfc_ack *__ack = (extack);				\
									\
	if (__ack) {							\
		scnprintf(__ack->text, PFC_MESSAGE_LEN, fmt, ##args);	\
		__ack->ext._msg = __ack->text;				\
		pfc_set_cause(&__ack->ext, cause);			\
	}								\
} while (0)

/* A message without a cause */
#define PFC_SET_ERROR_TEXT(extack, fmt, args...) \
	PFC_SET_TEXT(extack, PFC_CAUSE_NONE, fmt, ##args)

/* The message of a cause that has a text in pfc-extra.yaml */
#define PFC_SET_CAUSE(extack, cause, args...) \
	PFC_SET_TEXT(extack, cause, cause##_TEXT, ##args)

/* The same, and names the attribute of the request that is wrong; not for NULL */
#define PFC_SET_ERROR_TEXT_ATTR(extack, attr, fmt, args...) do {	\
	PFC_SET_ERROR_TEXT(extack, fmt, ##args);			\
	NL_SET_BAD_ATTR(&(extack)->ext, attr);				\
} while (0)

#define PFC_SET_CAUSE_ATTR(extack, attr, cause, args...) do {		\
	PFC_SET_CAUSE(extack, cause, ##args);				\
	NL_SET_BAD_ATTR(&(extack)->ext, attr);				\
} while (0)

#endif /* _PFC_MESSAGE_H */
