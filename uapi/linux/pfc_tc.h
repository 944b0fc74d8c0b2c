/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the traffic classes of a port.
 * <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_TC_H
#define _UAPI_LINUX_PFC_TC_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_tsa - transmission selection algorithm of a traffic class
 * @PFC_TSA_STRICT: strict priority: sends before all lower strict classes and before all classes
 *	that are not strict (default of classes 6 and 7)
 * @PFC_TSA_ETS: enhanced transmission selection (802.1Q clause 37): gets its share of the
 *	bandwidth that strict classes leave (default of classes 0 to 5, with equal shares)
 */
enum pfc_tsa {
	PFC_TSA_STRICT,
	PFC_TSA_ETS,

	/* private: */
	__PFC_TSA_MAX,
	PFC_TSA_MAX = __PFC_TSA_MAX - 1
};

/**
 * enum pfc_tc_attr - configuration of a traffic class
 * @PFC_TC_A_UNSPEC: unused
 * @PFC_TC_A_ID: u8, the traffic class, 0..7
 * @PFC_TC_A_TSA: u8, &enum pfc_tsa, transmission selection algorithm
 * @PFC_TC_A_BW: u8, bandwidth share of an ETS class, 1..100 percent; 0 for a strict class.  The
 *	shares of all ETS classes, or of all ETS classes with a priority, sum to 100.  If a class
 *	has nothing to send, the other classes use its share in proportion to their own shares
 * @PFC_TC_A_PAD: padding
 * @PFC_TC_A_RATE: u64, maximum rate, bits per second, counted like %PFC_A_RATE; 0: unlimited
 */
enum pfc_tc_attr {
	PFC_TC_A_UNSPEC,
	PFC_TC_A_ID,
	PFC_TC_A_TSA,
	PFC_TC_A_BW,
	PFC_TC_A_PAD,
	PFC_TC_A_RATE,

	/* private: */
	__PFC_TC_A_MAX,
	PFC_TC_A_MAX = __PFC_TC_A_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_TC_H */
