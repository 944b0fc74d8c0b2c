/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common declarations of the unit tests of pfcctl.
 */
#ifndef TEST_H
#define TEST_H

#include <string.h>
#include "pfcctl.h"

extern unsigned int passed, failed;

void verdict(bool ok, const char *file, int line, const char *text);

#define CHECK(condition) verdict(condition, __FILE__, __LINE__, #condition)

/* Fixes of errors that several tests expect */
#define ADD_DEV		"; fix: add dev DEV; pfcctl port show lists the ports"
#define ADD_SIZE	"; fix: add size SIZE, like 1M"
#define AS_ROOT		"; fix: run pfcctl as root"
#define NAME_FILE	"; fix: name a file that pfcctl save has written; - is standard input"
#define FIND_DEV	"; fix: ip link lists the devices; -n NETNS selects another network namespace"

void test_check(void);
void test_config(void);
void test_depend(void);
void test_depend_segment(void);
void test_fix(void);
void test_format(void);
void test_hostile(void);
void test_why_impair(void);
void test_line(void);
void test_metrics(void);
void test_parse(void);
void test_plugin(void);
void test_roce(void);
void test_select(void);
void test_top(void);
void test_waits(void);
void test_why(void);
void test_why_past(void);
void test_why_print(void);

#endif /* TEST_H */
