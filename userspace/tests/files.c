// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the tests of pfcctl save and restore.
 */
#include <stdlib.h>
#include <unistd.h>
#include "lock.h"
#include "why_read.h"
#include "files.h"
#include "test.h"

char files_dir[40];

const char *files_state(void)
{
	struct ctx ctx = { .err = stderr };
	static char path[STATE_PATH];

	CHECK(state_path(&ctx, path) == STATUS_OK);
	return path;
}

void files_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	CHECK(file);
	if (!file)
		return;
	fputs(text, file);
	fclose(file);
}

bool files_begin(void)
{
	snprintf(files_dir, sizeof(files_dir), "/tmp/pfcctl-test-XXXXXX");
	if (!mkdtemp(files_dir))
		return false;
	state_root = files_dir;
	why_lldptool = "/nonexistent/lldptool";
	return true;
}

void files_end(void)
{
	CHECK(!rmdir(files_dir));	/* no command has left a lock */
	state_root = "/nonexistent";
}
