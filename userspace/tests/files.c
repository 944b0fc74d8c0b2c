// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the tests of pfcctl roce.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#include "roce.h"
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

bool files_has_state(void)
{
	return !access(files_state(), F_OK);
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

int files_lock(void)
{
	char path[STATE_PATH + 8];
	int fd;

	snprintf(path, sizeof(path), "%s.lock", files_state());
	fd = open(path, O_RDWR | O_CREAT, 0600);
	/* A command needs an exclusive lock, so that it conflicts with this one */
	CHECK(fd >= 0 && !flock(fd, LOCK_SH | LOCK_NB));
	return fd;
}

bool files_begin(void)
{
	snprintf(files_dir, sizeof(files_dir), "/tmp/pfcctl-test-roce-XXXXXX");
	if (!mkdtemp(files_dir))
		return false;
	state_root = files_dir;
	roce_lldptool = "/nonexistent/lldptool";
	why_lldptool = "/nonexistent/lldptool";
	return true;
}

void files_end(void)
{
	CHECK(!rmdir(files_dir));	/* no command has left a lock */
	state_root = "/nonexistent";
}
