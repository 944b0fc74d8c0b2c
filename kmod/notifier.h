/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_NOTIFIER_H
#define _PFC_NOTIFIER_H

int pfc_notifier_init(void);
void pfc_notifier_exit(void);

#endif /* _PFC_NOTIFIER_H */
