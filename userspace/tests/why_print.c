// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the output of pfcctl why.
 */
#include <stdlib.h>
#include "test.h"
#include "why_scene.h"

/**
 * test_why_print() - run the tests of the output
 */
void test_why_print(void)
{
}
