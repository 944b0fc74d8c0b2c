// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the unit tests of pfcctl.
 */
#include "test.h"

unsigned int passed, failed;

/**
 * verdict() - count a check
 * @ok: whether it passed
 * @file: where it is
 * @line: where in it
 * @text: what it checks
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
	test_format();
	test_line();
	test_request();
	test_show();
	test_traffic();
	test_watchdog();
	test_plugin();
	test_headroom();
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}
