/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interface between tc of iproute2 and its plugins.  No package has a header for this interface.
 * This is the interface of iproute2 6.1 (Debian 12), restricted to the parts that are
 * the same in all versions since 5.0.
 */
#ifndef TC_H
#define TC_H

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct qdisc_util - a plugin; tc looks up KIND_qdisc_util in q_KIND.so
 * @next: list link, used by tc
 * @id: kind of the qdisc
 * @parse_qopt: parses the words after "tc qdisc add ... KIND", returns 0 or -1
 * @print_qopt: prints the options of a qdisc
 * @print_xstats: prints %TCA_STATS_APP of a qdisc or class
 * @parse_copt: parses the options of a class, returns 0 or -1
 * @print_copt: prints the options of a class
 * @has_block: not used
 * @reserved: NULL for members that later versions of tc may access
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
 * JSON functions of tc.  They are weak symbols, so that a tc that does not export them can still
 * load the plugin.  The argument @color has no effect with %PRINT_JSON.
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
