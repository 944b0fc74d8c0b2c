// SPDX-License-Identifier: GPL-2.0-only
/*
 * Long pauses: an event for each egress queue that still holds packets in the same pause after a
 * quarter of the watchdog's detection time.  It may be part of a deadlock, which a program finds:
 * see "Deadlocks" in architecture.rst.
 */
#include <linux/workqueue.h>
#include "port.h"

/* Fraction of the detection time after which a pause is a long one */
#define PFC_LONG_FRACTION	4

/* Minimum time between two runs, ms, whatever the detection time of a port */
#define PFC_LONG_DELAY_MIN	25

static void pfc_long_run(struct work_struct *work);
static DECLARE_DELAYED_WORK(pfc_long_work, pfc_long_run);

/* Time of the next run, jiffies.  Written without a lock: a wrong value delays one run */
static unsigned long pfc_long_due;

/* Runs after @delay, unless an earlier run is planned */
static void pfc_long_run_in(unsigned long delay)
{
	unsigned long due = jiffies + delay;

	if (delayed_work_pending(&pfc_long_work) && !time_before(due, READ_ONCE(pfc_long_due)))
		return;
	WRITE_ONCE(pfc_long_due, due);
	mod_delayed_work(system_dfl_wq, &pfc_long_work, delay);
}

static unsigned long pfc_long_delay(const struct pfc_port *port)
{
	u64 detection = pfc_config_get(port)->watchdog.detection;

	return max(nsecs_to_jiffies(detection / PFC_LONG_FRACTION),
		   msecs_to_jiffies(PFC_LONG_DELAY_MIN));
}

/* A pause of the peer has just stopped the port.  Context: RCU, BH disabled */
void pfc_long_pause_begins(const struct pfc_port *port)
{
	smp_mb(); /* the pause, before whether a run is planned; pairs with pfc_long_run() */
	pfc_long_run_in(pfc_long_delay(port));
}

/* Stop the checks.  Context: process, may sleep; no port exists */
void pfc_long_pause_exit(void)
{
	might_sleep();

	cancel_delayed_work_sync(&pfc_long_work);
}

static bool pfc_long_is(struct pfc_port *port, int prio, unsigned long delay)
{
	struct pfc_detector_input input;
	struct pfc_xoff_received xoff;

	if (!pfc_leaves_backlog(port, prio))
		return false;
	pfc_receiver_read(port, prio, &input, &xoff);
	return input.paused && nsecs_to_jiffies(input.now - input.begin) >= delay;
}

/* Reports the long pauses of a port that the previous run has not found */
static void pfc_long_check(struct pfc_port *port, u8 paused)
{
	unsigned long delay = pfc_long_delay(port);
	u8 found = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (paused & BIT(prio) && pfc_long_is(port, prio, delay))
			found |= BIT(prio);
	if (found & ~port->long_paused)
		pfc_event(port, PFC_EVENT_STILL_PAUSED, found & ~port->long_paused, 0);
	port->long_paused = found;
}

/* Repeats until no queue is paused */
static void pfc_long_run(struct work_struct *work)
{
	unsigned long again = ULONG_MAX;
	struct pfc_port *port;
	u8 paused;
	int id;

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		rcu_read_lock_bh();
		port = pfc_port_lookup(id);
		if (port) {
			paused = pfc_receiver_update(port);
			if (paused)
				again = min(again, pfc_long_delay(port));
			pfc_long_check(port, paused);
		}
		rcu_read_unlock_bh();
	}
	if (again != ULONG_MAX)
		pfc_long_run_in(again);
}
