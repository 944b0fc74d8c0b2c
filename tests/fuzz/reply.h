/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Format of the inputs of the harness "reply", for the harness and its seeds.
 */
#ifndef REPLY_H
#define REPLY_H

/* Kinds of messages in an answer; the input has a byte with the kind before each message */
enum kind { DATA, DONE, ACK, RAW, KINDS };

#define KIND_DISTURBED	0x10	/* with NLM_F_DUMP_INTR */
#define KIND_TLVS	0x20	/* acknowledgment with NLM_F_ACK_TLVS */
#define KIND_WHOLE	0x40	/* acknowledgment without NLM_F_CAPPED */
#define KIND_LAST	0x80	/* last message of a datagram */

/* Bits of the second byte of an input */
#define HOW_JSON	0x01
#define HOW_PRETTY	0x02
#define HOW_STATS	0x04
#define HOW_RAW		0x10
#define HOW_TIMESTAMP	0x20
#define HOW_FAMILY	0x08	/* the input answers the request for the family as well */

/* A file with a configuration that differs from the answers of the kernel */
#define REPLY_FILE	"/proc/self/fd/100"

/* reply_command() - the first byte of an input for a command of pfcctl */
unsigned char reply_command(const char *command);

#endif /* REPLY_H */
