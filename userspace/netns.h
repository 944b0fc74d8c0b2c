/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Network namespaces as files.
 */
#ifndef NETNS_H
#define NETNS_H

#include <dirent.h>
#include "pfcctl.h"

extern const char *netns_dir;
extern void (*netns_before_exit)(void);

int netns_names(struct dirent ***names);
int netns_open(const char *name);
int netns_open_own(void);
void netns_return(struct ctx *ctx, int fd);

#endif /* NETNS_H */
