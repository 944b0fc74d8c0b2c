/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Network namespaces as files.
 */
#ifndef NETNS_H
#define NETNS_H

#include <dirent.h>
#include "pfcctl.h"

/* Size of a name or path */
#define NETNS_NAME_LEN	288

extern const char *netns_dir;
extern void (*netns_before_exit)(void);

int netns_names(struct dirent ***names);
int netns_open(const char *name);
const char *netns_open_error(int error);
int netns_open_own(void);
void netns_return(struct ctx *ctx, int fd);

void netns_raise_limit(void);

#endif /* NETNS_H */
