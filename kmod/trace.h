/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracepoints "pfc:*".  Names and fields are a stable interface, see Documentation/tracing.rst:
 * new fields follow the existing ones.
 *
 * Strings are arrays of fixed length, which all tools can print, and which need no macro that
 * differs between kernels.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM pfc

#if !defined(_PFC_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _PFC_TRACE_H

#include <linux/tracepoint.h>
#include "port.h"

/* trace.c */
/* Longest word in an event, and its zero; a multiple of 8, so that bpftrace aligns keys with it */
#define PFC_TRACE_WORD	16

extern const char * const pfc_trace_causes[];
void pfc_trace_name(const struct pfc_port *port, char *name);
unsigned int pfc_trace_netns(const struct pfc_port *port);
u16 pfc_trace_opcode(const struct pfc_frame *frame);
struct pfc_group_state pfc_trace_group(const struct pfc_port *port, u8 pg);
u64 pfc_trace_xoff_time(const struct pfc_port *port, u8 prio, u64 now);
u64 pfc_trace_pause_time(const struct pfc_port *port, u8 prio, u64 now);
const char *pfc_trace_state(u8 state);
void pfc_trace_charge(const struct pfc_port *port, const struct pfc_port *egress, u8 pg, s32 len);

/* Each event begins with the device of @port */
#define PFC_TRACE_FIELDS(more...) \
	TP_STRUCT__entry(__array(char, dev, IFNAMSIZ) __field(int, ifindex) \
			 __field(unsigned int, netns) more)
#define PFC_TRACE_FILL(more...) \
	TP_fast_assign(more pfc_trace_name(port, __entry->dev); \
		       __entry->ifindex = port->ifindex; \
		       __entry->netns = pfc_trace_netns(port);)

/* XOFF or XON for one priority of a frame that the port has sent; under sender.lock */
DECLARE_EVENT_CLASS(pfc_tx,
		    TP_PROTO(const struct pfc_port *port, const struct pfc_frame *frame, u8 prio,
			     u64 now),
		    TP_ARGS(port, frame, prio, now),
		    PFC_TRACE_FIELDS(__field(u8, prio)
				     __field(u8, pg)
				     __field(u32, bytes)
				     __field(u32, headroom)
				     __field(u32, xoff)
				     __field(u32, xon)
				     __field(u16, quanta)
				     __field(u8, enable)
				     __field(u16, opcode)
				     __field(u64, duration)),
		    PFC_TRACE_FILL(struct pfc_group_state state;

				   __entry->pg = pfc_config_get(port)->pg_of[prio];
				   state = pfc_trace_group(port, __entry->pg);
				   __entry->prio = prio;
				   __entry->bytes = pfc_use_sum(state.use);
				   __entry->headroom = state.use.headroom;
				   __entry->xoff = state.xoff_at;
				   __entry->xon = state.xon_at;
				   __entry->quanta = frame->time[prio];
				   __entry->enable = frame->enable;
				   __entry->opcode = pfc_trace_opcode(frame);
				   __entry->duration = pfc_trace_xoff_time(port, prio, now);),
		    TP_printk("dev=%s ifindex=%d netns=%u prio=%u pg=%u bytes=%u headroom=%u xoff=%u xon=%u quanta=%u enable=0x%02x opcode=0x%04x duration=%llu",
			      __entry->dev, __entry->ifindex, __entry->netns, __entry->prio,
			      __entry->pg, __entry->bytes, __entry->headroom, __entry->xoff,
			      __entry->xon, __entry->quanta, __entry->enable, __entry->opcode,
			      __entry->duration)
);

DEFINE_EVENT(pfc_tx, xoff_tx,
	     TP_PROTO(const struct pfc_port *port, const struct pfc_frame *frame, u8 prio, u64 now),
	     TP_ARGS(port, frame, prio, now)
);

DEFINE_EVENT(pfc_tx, xon_tx,
	     TP_PROTO(const struct pfc_port *port, const struct pfc_frame *frame, u8 prio, u64 now),
	     TP_ARGS(port, frame, prio, now)
);

/* XOFF for one priority of a received frame, before it takes effect; under receiver.lock */
TRACE_EVENT(xoff_rx,
	    TP_PROTO(const struct pfc_port *port, const struct pfc_frame *frame, u8 prio,
		     bool obeyed, u64 length, u64 now),
	    TP_ARGS(port, frame, prio, obeyed, length, now),
	    PFC_TRACE_FIELDS(__field(u8, prio)
			     __field(u32, backlog)
			     __field(u16, quanta)
			     __field(u64, length)
			     __field(u8, enable)
			     __field(u16, opcode)
			     __field(u8, obeyed)
			     __field(u64, duration)),
	    PFC_TRACE_FILL(__entry->prio = prio;
			   __entry->backlog = pfc_leaves_backlog(port, prio);
			   __entry->quanta = frame->time[prio];
			   __entry->length = length;
			   __entry->enable = frame->enable;
			   __entry->opcode = pfc_trace_opcode(frame);
			   __entry->obeyed = obeyed;
			   __entry->duration = pfc_trace_pause_time(port, prio, now);),
	    TP_printk("dev=%s ifindex=%d netns=%u prio=%u backlog=%u quanta=%u length=%llu enable=0x%02x opcode=0x%04x obeyed=%u duration=%llu",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->prio,
		      __entry->backlog, __entry->quanta, __entry->length, __entry->enable,
		      __entry->opcode, __entry->obeyed, __entry->duration)
);

/* End of a received pause; under receiver.lock */
TRACE_EVENT(pause_end,
	    TP_PROTO(const struct pfc_port *port, u8 prio, const char *reason),
	    TP_ARGS(port, prio, reason),
	    PFC_TRACE_FIELDS(__field(u8, prio)
			     __field(u32, backlog)
			     __field(u64, duration)
			     __array(char, reason, PFC_TRACE_WORD)),
	    PFC_TRACE_FILL(__entry->prio = prio;
			   __entry->backlog = pfc_leaves_backlog(port, prio);
			   __entry->duration = port->receiver.rx.clock.end[prio] -
					       port->receiver.rx.clock.start[prio];
			   strscpy_pad(__entry->reason, reason, PFC_TRACE_WORD);),
	    TP_printk("dev=%s ifindex=%d netns=%u prio=%u backlog=%u duration=%llu reason=%s",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->prio,
		      __entry->backlog, __entry->duration, __entry->reason)
);

/*
 * Drop of a packet that is charged to @port, or that @port has received, and that waits or would
 * wait in a queue of @egress.  One of the ports may be NULL.  @prio and @pg: -1: none.
 */
TRACE_EVENT(drop,
	    TP_PROTO(const struct pfc_port *port, const struct pfc_port *egress, int prio, int pg,
		     const struct sk_buff *skb, u32 len, enum pfc_drop cause),
	    TP_ARGS(port, egress, prio, pg, skb, len, cause),
	    PFC_TRACE_FIELDS(__array(char, egress, IFNAMSIZ)
			     __field(int, egress_ifindex)
			     __field(s8, prio)
			     __field(s8, pg)
			     __field(u32, len)
			     __field(u32, bytes)
			     __field(u32, backlog)
			     __array(char, reason, PFC_TRACE_WORD)
			     __field(const void *, skbaddr)),
	    TP_fast_assign(pfc_trace_name(port, __entry->dev);
			   __entry->ifindex = port ? port->ifindex : 0;
			   __entry->netns = pfc_trace_netns(port ?: egress);
			   pfc_trace_name(egress, __entry->egress);
			   __entry->egress_ifindex = egress ? egress->ifindex : 0;
			   __entry->prio = prio;
			   __entry->pg = pg;
			   __entry->len = len;
			   __entry->bytes = port && pg >= 0 ?
					    pfc_group_bytes(&port->groups[pg]) : 0;
			   __entry->backlog = egress && prio >= 0 ?
					      pfc_leaves_backlog(egress, prio) : 0;
			   strscpy_pad(__entry->reason, pfc_trace_causes[cause], PFC_TRACE_WORD);
			   __entry->skbaddr = skb;),
	    TP_printk("dev=%s ifindex=%d netns=%u egress=%s egress_ifindex=%d prio=%d pg=%d len=%u bytes=%u backlog=%u reason=%s skbaddr=%p",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->egress,
		      __entry->egress_ifindex, __entry->prio, __entry->pg, __entry->len,
		      __entry->bytes, __entry->backlog, __entry->reason, __entry->skbaddr)
);

/* CE mark of a packet that enters or leaves a queue; root lock */
TRACE_EVENT(mark,
	    TP_PROTO(const struct pfc_port *port, u8 prio, u32 len, u32 backlog,
		     const struct pfc_ecn *ecn),
	    TP_ARGS(port, prio, len, backlog, ecn),
	    PFC_TRACE_FIELDS(__field(u8, prio)
			     __field(u32, len)
			     __field(u32, backlog)
			     __field(u32, kmin)
			     __field(u32, kmax)),
	    PFC_TRACE_FILL(__entry->prio = prio;
			   __entry->len = len;
			   __entry->backlog = backlog;
			   __entry->kmin = ecn->kmin;
			   __entry->kmax = ecn->kmax;),
	    TP_printk("dev=%s ifindex=%d netns=%u prio=%u len=%u backlog=%u kmin=%u kmax=%u",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->prio, __entry->len,
		      __entry->backlog, __entry->kmin, __entry->kmax)
);

/* New watchdog state of a priority; root lock */
TRACE_EVENT(watchdog,
	    TP_PROTO(const struct pfc_port *port, const struct pfc_storm *storm, u64 duration),
	    TP_ARGS(port, storm, duration),
	    PFC_TRACE_FIELDS(__field(u8, prio)
			     __array(char, state, PFC_TRACE_WORD)
			     __field(u8, injected)
			     __field(u32, backlog)
			     __field(u64, dropped)
			     __field(u64, duration)),
	    PFC_TRACE_FILL(__entry->prio = storm->prio;
			   strscpy_pad(__entry->state,
				       pfc_trace_state(port->watchdog.queues[storm->prio].state),
				       PFC_TRACE_WORD);
			   __entry->injected = storm->injected;
			   __entry->backlog = pfc_leaves_backlog(port, storm->prio);
			   __entry->dropped = storm->dropped;
			   __entry->duration = duration;),
	    TP_printk("dev=%s ifindex=%d netns=%u prio=%u state=%s injected=%u backlog=%u dropped=%llu duration=%llu",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->prio, __entry->state,
		      __entry->injected, __entry->backlog, __entry->dropped, __entry->duration)
);

/* Charge (@len above 0) or release of a packet that waits in a queue of @egress; BH disabled */
TRACE_EVENT(charge,
	    TP_PROTO(const struct pfc_port *port, const struct pfc_port *egress, u8 pg, s32 len),
	    TP_ARGS(port, egress, pg, len),
	    PFC_TRACE_FIELDS(__array(char, egress, IFNAMSIZ)
			     __field(int, egress_ifindex)
			     __field(u8, pg)
			     __field(s32, len)
			     __field(u32, bytes)
			     __field(u32, headroom)
			     __field(u32, xoff)
			     __field(u32, xon)),
	    PFC_TRACE_FILL(struct pfc_group_state state = pfc_trace_group(port, pg);

			   pfc_trace_name(egress, __entry->egress);
			   __entry->egress_ifindex = egress ? egress->ifindex : 0;
			   __entry->pg = pg;
			   __entry->len = len;
			   __entry->bytes = pfc_use_sum(state.use);
			   __entry->headroom = state.use.headroom;
			   __entry->xoff = state.xoff_at;
			   __entry->xon = state.xon_at;),
	    TP_printk("dev=%s ifindex=%d netns=%u egress=%s egress_ifindex=%d pg=%u len=%d bytes=%u headroom=%u xoff=%u xon=%u",
		      __entry->dev, __entry->ifindex, __entry->netns, __entry->egress,
		      __entry->egress_ifindex, __entry->pg, __entry->len, __entry->bytes,
		      __entry->headroom, __entry->xoff, __entry->xon)
);

#endif /* _PFC_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
