// SPDX-License-Identifier: GPL-2.0-only
/*
 * nsexec NAMESPACE COMMAND... - "ip netns exec" that starts faster, without libraries
 *
 * In an emulated guest the start of "ip" takes most of the time of a short command, and
 * tests run hundreds of commands.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>

#include "common.h"

static void enter(const char *name)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		die_errno(path);
}

/* Mounts /sys again: /sys/class/net shows the namespace in which /sys was mounted */
static void mount_sys(void)
{
	if (unshare(CLONE_NEWNS) ||
	    mount("", "/", NULL, MS_SLAVE | MS_REC, NULL))
		die_errno("mount namespace");
	umount2("/sys", MNT_DETACH);
	if (mount("sys", "/sys", "sysfs", 0, NULL))
		die_errno("/sys");
	/* restores debugfs; fails in kernels without it */
	mount("debug", "/sys/kernel/debug", "debugfs", 0, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		die("usage: nsexec NAMESPACE COMMAND...");
	enter(argv[1]);
	mount_sys();
	execvp(argv[2], argv + 2);
	die_errno(argv[2]);
}
