# SPDX-License-Identifier: GPL-2.0-only
"""Cases of 69-rewrite-routed: the source of a packet's priority at egress."""

from collections import namedtuple

H1, P1 = "02:00:00:00:01:01", "02:00:00:00:01:02"
H2 = "02:00:00:00:02:01"
PRIO_DSCP = {0: 40, 2: 20, 3: 30, 4: 44, 5: 50, 6: 61}	# priorities 1 and 7: no rewrite
DEFAULT = 6		# default-prio of p2
COUNT = 3		# packets of a case

# A case: the settings of the switch (prio-source, ip_forward_update_priority, skbedit
# priority), DSCP and IP version of the packets, SO_PRIORITY (own) if the switch itself sends
# them, and the expected priority
Case = namedtuple("Case", "source update edit dscp ip own prio")


def case(source, dscp, prio, update=1, edit="", ip=4, own=""):
    return Case(source, update, edit, dscp, ip, own, prio)


# rt_tos2priority() uses four bits of the TOS: 2 is TC_PRIO_BULK, 4
# TC_PRIO_INTERACTIVE_BULK, 6 TC_PRIO_INTERACTIVE.  IPv6 does not use it.
CASES = (
    case("packet", 26, 3), case("packet", 46, 5), case("packet", 26, 3, ip=6),
    case("packet", 26, 3, edit="5"), case("packet", 8, 1), case("packet", 26, 3, own=5),
    case("skb", 26, 2), case("skb", 46, 4), case("skb", 4, 6), case("skb", 8, 0),
    case("skb", 26, 0, update=0), case("skb", 26, 0, ip=6),
    case("skb", 26, 5, edit="5"), case("skb", 26, 7, edit="7"),
    case("skb", 46, DEFAULT, edit="8"), case("skb", 46, DEFAULT, edit="1:3"),
    case("skb", 26, 5, own=5),
)


def name(given):
    """The description of a case"""
    return f"prio-source {given.source}, IPv{given.ip}, DSCP {given.dscp}" + \
        ("" if given.update else ", no update by the kernel") + \
        (f", skbedit priority {given.edit}" if given.edit else "") + \
        (f", sent by the switch, SO_PRIORITY {given.own}" if given.own else "")
