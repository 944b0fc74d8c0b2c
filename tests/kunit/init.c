// SPDX-License-Identifier: GPL-2.0-only
/*
 * First process of the kernel: loads the modules that MODULES names, removes them and
 * powers off, or with REBOOT=1 reboots.  It is a static program, since a 32-bit kernel cannot run
 * the programs of the host.  The kernel's parser of parameters puts MODULES=FILE,FILE into the
 * environment.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <unistd.h>

static void load(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		printf("%s is not loaded: %s\n", file, strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* The name of a module is that of its file */
static void unload(char *file)
{
	char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

	name[strcspn(name, ".")] = '\0';
	if (syscall(SYS_delete_module, name, O_NONBLOCK))
		printf("%s is not removed: %s\n", name, strerror(errno));
}

int main(void)
{
	char *list = getenv("MODULES"), *file;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sys", "/sys", "sysfs", 0, NULL);
	for (file = strtok(list, ","); file; file = strtok(NULL, ",")) {
		load(file);
		unload(file);
	}
	fflush(stdout);
	return reboot(getenv("REBOOT") ? RB_AUTOBOOT : RB_POWER_OFF);
}
