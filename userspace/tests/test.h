/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common declarations of the unit tests of pfcctl.
 */
#ifndef TEST_H
#define TEST_H

#include <string.h>
#include "../pfcctl.h"

extern unsigned int passed, failed;

void verdict(bool ok, const char *file, int line, const char *text);

#define CHECK(condition) verdict(condition, __FILE__, __LINE__, #condition)

void test_check(void);
void test_config(void);
void test_format(void);
void test_headroom(void);
void test_line(void);
void test_metrics(void);
void test_parse(void);
void test_plugin(void);
void test_request(void);
void test_roce(void);
void test_roce_lldp(void);
void test_roce_run(void);
void test_roce_state(void);
void test_show(void);
void test_traffic(void);
void test_watchdog(void);

#endif /* TEST_H */
