// SPDX-License-Identifier: GPL-2.0-only
/*
 * Objects of the command line that other programs run.
 */
#include "pfcctl.h"

const struct object check_object = { .name = "check", .program = "check" };
const struct object history_object = { .name = "history", .program = "why" };
const struct object metrics_object = { .name = "metrics", .program = "metrics" };
const struct object restore_object = { .name = "restore", .program = "config" };
const struct object roce_object = { .name = "roce", .program = "roce" };
const struct object save_object = { .name = "save", .program = "config" };
const struct object sonic_object = { .name = "sonic", .program = "sonic" };
const struct object test_object = { .name = "test", .program = "test" };
const struct object top_object = { .name = "top", .program = "top" };
const struct object why_object = { .name = "why", .program = "why" };
