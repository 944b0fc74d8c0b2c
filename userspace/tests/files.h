/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of the tests of pfcctl save and restore.
 */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>

/* The directory in place of /run/pfcctl/roce */
extern char files_dir[40];

/* files_begin() - create the directory; files_end() - delete it.  Return: whether that worked */
bool files_begin(void);
void files_end(void);

/* files_state() - get the path of the files about this namespace, without suffix */
const char *files_state(void);

/* files_write() - write a file */
void files_write(const char *path, const char *text);

#endif /* FILES_H */
