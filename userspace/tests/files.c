// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the tests of pfcctl roce.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#include "../roce.h"
#include "files.h"
#include "test.h"

char files_dir[40];

/* Return: the first entry of the directory that is no lock, or "" */
static const char *entry_of(const char *path)
{
	static char name[256];
	struct dirent *entry;
	DIR *d = opendir(path);

	*name = '\0';
	while (d && !*name && (entry = readdir(d)))
		if (entry->d_name[0] != '.' && !strstr(entry->d_name, "lock") &&
		    !strstr(entry->d_name, "lldp"))
			snprintf(name, sizeof(name), "%s", entry->d_name);
	if (d)
		closedir(d);
	return name;
}

const char *files_state(void)
{
	static char path[600];
	const char *name;
	int level;

	snprintf(path, sizeof(path), "%s", files_dir);
	for (level = 0; level < 2; level++) {
		name = entry_of(path);
		if (!*name)
			return "";
		snprintf(path + strlen(path), sizeof(path) - strlen(path), "/%s", name);
	}
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

static void lock_path(char *path, size_t size)
{
	struct ctx ctx = { .err = stderr };
	char state[ROCE_PATH];

	CHECK(roce_state_dir(&ctx, state) == STATUS_OK);
	snprintf(path, size, "%s.lock", state);
}

int files_lock(void)
{
	char path[ROCE_PATH + 8];
	int fd;

	lock_path(path, sizeof(path));
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
	roce_dir = files_dir;
	roce_lldptool = "/nonexistent/lldptool";
	return true;
}

void files_end(void)
{
	CHECK(!rmdir(files_dir));	/* no command has left a lock */
	roce_dir = "/nonexistent";
}
