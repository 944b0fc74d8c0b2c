// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the unit tests of pfcctl.
 */
#include "test.h"

unsigned int passed, failed;

/*
 * Count a check and report its failure.
 * @file: source file of the check
 * @line: line of the check
 * @text: description of the check
 */
void verdict(bool ok, const char *file, int line, const char *text)
{
	if (ok) {
		passed++;
		return;
	}
	failed++;
	printf("%s:%d: failed: %s\n", file, line, text);
}

int main(void)
{
	test_parse();
	test_fix();
	test_format();
	test_line();
	test_select();
	test_top();
	test_waits();
	test_hostile();
	test_why_impair();
	test_plugin();
	test_check();
	test_depend();
	test_depend_segment();
	test_config();
	test_roce();
	test_metrics();
	test_why();
	test_why_past();
	test_why_print();
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}
