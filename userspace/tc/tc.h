/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tc of iproute2 and its plugins know of each other.  No package has a header
 * for it: this is the interface of iproute2 6.1, that of Debian 12, and of what has
 * been the same in all versions since 5.0.
 */
#ifndef TC_H
#define TC_H

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct qdisc_util - a plugin, which tc finds as KIND_qdisc_util in q_KIND.so
 * @next: list of tc
 * @id: the kind of qdisc
 * @parse_qopt: reads words behind "tc qdisc add ... KIND", returns 0 or -1
 * @print_qopt: writes the options of a qdisc
 * @print_xstats: writes what a qdisc or class has in %TCA_STATS_APP
 * @parse_copt: as @parse_qopt, of a class
 * @print_copt: as @print_qopt, of a class
 * @has_block: of no use here
 * @reserved: for members that later versions may look for: there are none
 */
struct qdisc_util {
	struct qdisc_util *next;
	const char	*id;
	int		(*parse_qopt)(struct qdisc_util *qu, int argc, char **argv,
				      struct nlmsghdr *n, const char *dev);
	int		(*print_qopt)(struct qdisc_util *qu, FILE *f,
				      struct rtattr *opt);
	int		(*print_xstats)(struct qdisc_util *qu, FILE *f,
					struct rtattr *xstats);
	int		(*parse_copt)(struct qdisc_util *qu, int argc, char **argv,
				      struct nlmsghdr *n, const char *dev);
	int		(*print_copt)(struct qdisc_util *qu, FILE *f,
				      struct rtattr *opt);
	int		(*has_block)(struct qdisc_util *qu, struct rtattr *opt,
				     uint32_t block, bool *has);
	void		*reserved[8];
};

/*
 * JSON: functions of tc itself, which a tc that is linked otherwise need not have.
 * A type of 2 is PRINT_JSON; colours do not matter there.
 */
#define PRINT_JSON	2

#define WEAK		__attribute__((weak))

WEAK bool is_json_context(void);
WEAK void open_json_object(const char *name);
WEAK void close_json_object(void);
WEAK void open_json_array(int type, const char *name);
WEAK void close_json_array(int type, const char *name);
WEAK int print_color_u64(int type, int color, const char *key, const char *fmt,
			 uint64_t value);
WEAK int print_color_bool(int type, int color, const char *key, const char *fmt,
			  bool value);

#endif /* TC_H */
