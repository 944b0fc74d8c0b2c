/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef HELP_GENERATED_H
#define HELP_GENERATED_H

#define PORT_SETTINGS_HELP \
"SETTING: rate RATE|unlimited       egress rate, 1mbit-1.6tbit (unlimited)\n" \
"         overhead BYTES            bytes that each frame adds on the wire, 0-256 (24);\n" \
"                                   rates and bandwidth shares include them\n" \
"         delay TIME|none           propagation delay of each frame, up to 10ms (none);\n" \
"                                   requires a rate\n" \
"         speed SPEED|auto          link speed, 10mbit-1.6tbit; it sets the length of a\n" \
"                                   pause quantum; auto: the speed that a hardware\n" \
"                                   device reports, otherwise the rate (auto)\n" \
"         pause-time QUANTA         pause time in the XOFF frames sent, 1-65535 (65535)\n" \
"         default-prio PRIO         priority of packets without a trusted field or an\n" \
"                                   EtherType entry, 0-7 (0)\n" \
"         queue-limit SIZE          limit per queue for packets that this host sends (4M)\n" \
"         gso auto|whole|split      a GSO packet of many frames stays whole, or is split into\n" \
"                                   its frames; auto: whole if it uses the wire for at\n" \
"                                   most 100us (auto)\n" \
"         tx-queues auto|one|all    transmit queues of the device that the port uses; a rate,\n" \
"                                   a delay and tc-maxrate need one; auto: all, if no\n" \
"                                   setting needs one (auto)\n" \
"         ecn-at enqueue|dequeue    when a queue with a marking curve decides on CE: by the\n" \
"                                   bytes that the packet finds, or leaves behind (enqueue)\n" \
"         port-group N|none         port group, 1-255 (none); see bounce-prio in\n" \
"                                   pfcctl map help\n"

#define PORT_HEADROOM_SETTINGS_HELP \
"         cable-length LENGTH|none  length of the cable, up to 2000km (none); it does not\n" \
"                                   delay frames\n" \
"         cable-delay TIME|none     the same as a time, 5 ns per metre, up to 10ms (none)\n" \
"         peer-rate RATE|own        rate at which the other end sends (own: as this port)\n" \
"         batch FRAMES              frames received in one batch, 0-4096 (64)\n" \
"         latency TIME|none         delay of a CPU that sends or obeys XOFF, up to 100ms\n" \
"                                   (4ms)\n"

#define MAP_SETTINGS_HELP \
"        trust dscp|pcp|dscp,pcp|pcp,dscp|none\n" \
"                               field that sets the priority: the DSCP, the PCP of the\n" \
"                               VLAN tag, the first one present of both, or none (dscp)\n" \
"        dscp-prio [PRESET] LIST\n" \
"                               DSCP to priority (default)\n" \
"        pcp-prio LIST          PCP to priority\n" \
"        ethtype-prio LIST      EtherType to priority, for packets without a trusted\n" \
"                               field: 0x8906:3 (FCoE) adds an entry, 0x8906:none\n" \
"                               removes it; at most 8 entries\n" \
"        default-prio PRIO      priority of all other packets (0)\n" \
"        control-prio PRIO|none priority of ARP, IPv6 ND, STP, LLDP, LACP and EAPOL (7);\n" \
"                               none: classify them like other traffic\n" \
"        flood-prio LIST        priority to another priority for broadcast, multicast and\n" \
"                               unknown unicast; PRIO:none removes an entry; broadcast\n" \
"                               and multicast are never lossless\n" \
"        flood-lossless forward|drop\n" \
"                               forward or drop lossless unknown unicast (forward)\n" \
"        prio-pg LIST           priority to priority group\n"

#define MAP_EGRESS_SETTINGS_HELP \
"        prio-source packet|skb priority to use: the one of the classification, or\n" \
"                               skb->priority of the kernel (packet)\n" \
"        app-rewrite on|off     write the highest DSCP with an entry of dscp-prio for\n" \
"                               the priority, as hardware switches do (off)\n" \
"        prio-dscp LIST         priority to the DSCP to write; PRIO:none: write none\n" \
"        prio-pcp LIST          priority to the PCP to write; PRIO:none: write none\n" \
"        bounce-prio LIST       priority to another priority, for packets received by a\n" \
"                               port of the same port group (pfcctl port help);\n" \
"                               PRIO:none keeps the priority\n" \
"        bounce-dscp LIST       DSCP to write to these packets, by the priority that they\n" \
"                               had before; PRIO:none: as prio-dscp\n"

#define PG_SETTINGS_HELP \
"SETTING: min SIZE           guarantee: reserved for this PG, used first (0)\n" \
"         xoff SIZE          lossless PG: send XOFF above this (128K)\n" \
"         xon SIZE           lossless PG: send XON at or below this, at most xoff (96K)\n" \
"         headroom SIZE|auto|default\n" \
"                            lossless PG: reserved for packets that arrive after\n" \
"                            XOFF; auto: the size that rate, cable and MTU require;\n" \
"                            default: as auto if the port has a rate or a link speed and\n" \
"                            half of the pool stays free, else 256K (default)\n" \
"         limit SIZE         lossy PG: drop above this (256K)\n" \
"         alpha A|off        dynamic threshold instead of xoff or limit: A times the\n" \
"                            free part of the shared buffer, A 1/256 to 128 (off)\n" \
"         xon-offset SIZE    with alpha: send XON at this distance below the\n" \
"                            threshold (32K)\n" \
"         pool NAME          pool to which the PG is charged (default)\n" \
"         profile NAME|none  take all of these settings from a profile (none)\n"

#define QUEUE_SETTINGS_HELP \
"SETTING: limit SIZE|none    drop a lossy packet if it makes the queue larger than this,\n" \
"                            1-1G (none)\n" \
"         alpha A|off        drop a lossy packet if it makes the queue larger than A times\n" \
"                            the free shared part of its pool, A 1/256 to 128 (off)\n" \
"         ecn-kmin SIZE      queue size above which packets may be marked CE (0)\n" \
"         ecn-kmax SIZE|off  queue size above which all packets are marked CE (off)\n" \
"         ecn-pmax PERCENT   marking probability just below ecn-kmax; it rises from 0% at\n" \
"                            ecn-kmin, 0%-100% (100%)\n"

#define WATCHDOG_SETTINGS_HELP \
"SETTING: prio-watchdog LIST            watch a priority: PRIO:on|off ... (off)\n" \
"         detection-time TIME           duration after which it is a storm, 1ms-10s\n" \
"                                       (100ms)\n" \
"         restoration-time auto|manual|TIME\n" \
"                                       time without XOFF that ends the storm, 1ms-60s;\n" \
"                                       auto: twice detection-time; manual: only\n" \
"                                       watchdog clear ends it (auto)\n" \
"         action drop|forward|alert     during a storm: drop the queue and all packets\n" \
"                                       for it; or ignore XOFF; or only send an event\n" \
"                                       (drop)\n" \
"         escalate-count N|off          disable PFC of a priority after N storms within\n" \
"                                       escalate-period, until watchdog clear, 1-32 (30)\n" \
"         escalate-period TIME          period of escalate-count, 1ms-3600s (20s)\n" \
"         xoff-timeout TIME|off         stop sending XOFF for a PG if no packet leaves it\n" \
"                                       for this time, 1ms-10s (off)\n" \
"         xoff-warn N|off               send an event above N XOFF per second, 1-1000000\n" \
"                                       (off)\n"

#define PFC_SETTINGS_HELP \
"         flow-control pfc    PFC frames, for the priorities with PFC on (default)\n" \
"         flow-control pause  802.3x PAUSE frames, for all priorities together\n" \
"         flow-control none   no flow control\n" \
"         prio-pfc LIST       PFC in both directions, by priority (off)\n" \
"         prio-pfc-tx LIST    send XOFF; the PG of such a priority is lossless\n" \
"         prio-pfc-rx LIST    obey received XOFF\n" \
"         pause-time QUANTA   pause time in the XOFF frames sent, 1-65535 (65535)\n"

#define ETS_SETTINGS_HELP \
"         prio-tc PRIO:TC                 traffic class of a priority\n" \
"         tc-tsa TC:strict|ets            strict classes send first, the highest number\n" \
"                                         before all others; ets classes share the rest\n" \
"         tc-bw TC:PERCENT                bandwidth share of an ets class; the shares of\n" \
"                                         all ets classes add up to 100\n" \
"         tc-maxrate TC:RATE|unlimited    rate limit of a class, 1mbit-1.6tbit (unlimited)\n"

#define POOL_SETTINGS_HELP \
"         size SIZE              size of the pool, 60-1G (12M for the pool default)\n" \
"         oversubscribe-ratio N  reserve only 1/N of the sum of the headrooms, which the\n" \
"                                PGs share, 1-256 (1: reserve all)\n" \
"         shared-headroom SIZE|none\n" \
"                                reserve this for the headrooms of all PGs, which share\n" \
"                                it (none: as oversubscribe-ratio says)\n" \
"         cell BYTES|none        charge frames with whole cells of up to 64K, as a\n" \
"                                switch does: XOFF with the frame that reaches the\n" \
"                                threshold (none)\n" \
"         cell-overhead BYTES    kept with each frame in its cells, 0-256 (0)\n"

#define IMPAIR_SETTINGS_HELP \
"         loss PERCENT        lose this part of the frames\n" \
"         ce PERCENT          mark this part of the frames CE; only ECT frames change\n" \
"         delay TIME          delay frames, up to 10ms; the port needs a rate\n" \
"         pfc-corrupt PERCENT corrupt this part of the PFC frames that the port sends: the\n" \
"                             peer does not obey them\n" \
"         pfc-delay TIME      delay the PFC frames that the port sends, up to 10ms\n" \
"         xoff-duty PERCENT[/PERIOD]\n" \
"                             send XOFF for this part of each period, whatever the buffers\n" \
"                             hold, 100us-1s (1ms)\n"

#endif /* HELP_GENERATED_H */
