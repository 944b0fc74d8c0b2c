# SPDX-License-Identifier: GPL-2.0-only
"""The first sentences of the report: what ran, whether all frames are accounted for, what was lost,
who was paused longest, and which flow suffered most."""

from .. import fct, tcp, units
from ..flows import WIRE
from . import flows, style

CAUSES = 3	# causes of drops that the sentence names


def _percent(share):
    return f"{100 * share:.3g} %"


def what_ran(outcome):
    """The sentence about the fabric and its traffic"""
    fabric = outcome.fabric
    messages = sum(flow.workload is not None for flow in fabric.flows)
    traffic = [units.counted(number, one) for number, one in (
        (len(fabric.flows) - messages, "flow"), (messages, "message")) if number]
    return (f"{units.counted(len(fabric.hosts), 'host')} and "
            f"{units.counted(len(fabric.switches), 'switch', 'switches')} ran for "
            f"{style.duration_text(fabric.duration)} of virtual time with "
            f"{' and '.join(traffic) or 'no flows'}.")


def accounting(outcome):
    """The sentence about the frames that arrived, waited, or are missing in the counters"""
    missing, waiting = outcome.unaccounted(), outcome.waiting()
    arrived = f"{units.counted(outcome.arrivals, 'frame')} arrived"
    if waiting:
        arrived += f", {units.counted(waiting, 'frame')} {'waits' if waiting == 1 else 'wait'} forever"
    if outcome.fabric.dead and not outcome.fabric.routed:
        return f"{arrived}; frames to dead hosts are flooded, and the copies are not accounted for."
    if missing is None and outcome.deleted_ports:
        return f"{arrived}; a command deleted ports, and their counters with them."
    if missing is None:
        return f"{arrived}; those of programs are not accounted for."
    if missing:
        return f"{arrived}; {missing:,} are NOT accounted for."
    return f"{arrived}; each frame is accounted for."


def lost(outcome, dropped):
    """The sentence about losses; dropped: the Table of drops"""
    rows = list(dropped.records())
    total = sum(row["frames"] for row in rows)
    if not total:
        return "No frame was lost."
    lossless = sum(row["frames"] for row in rows if row["lossless"])
    causes = [f"{row['frames']:,} at {row['at']} ({row['cause']})" for row in rows[:CAUSES]]
    if len(rows) > CAUSES:
        causes.append(f"{sum(row['frames'] for row in rows[CAUSES:]):,} elsewhere")
    return (f"{units.counted(total, 'frame was', 'frames were')} lost, {lossless:,} of them lossless: "
            f"{', '.join(causes)}.")


def paused(outcome, pauses):
    """The sentence about the longest pause; pauses: the Table of pauses"""
    row = next(pauses.records(), None)	# the longest is the first
    if not row or not row["paused_ns"]:
        return "No port was paused."
    node, peer = row["port"].split(":")
    by = f"the receiver of {node}" if row["port"] in outcome.fabric.inner else peer
    return (f"{node} was paused longest, by {by}: port {row['port']}, priority {row['priority']}, "
            f"for {style.duration_text(row['paused_ns'])} ({_percent(row['paused_share'])} of the run).")


def _worst_message(outcome):
    """Return: (share of the ideal speed, text) of the message that suffered most, or None"""
    found = fct.records(outcome)
    waiting = [record for record in found if record.fct is None]
    if waiting:
        first = min(waiting, key=lambda record: (record.start is None, record.start))
        return 0, (f"{first.message} ({first.source} to {first.destination}) has not arrived, as "
                   f"{len(waiting):,} of {units.counted(len(found), 'message')}")
    if not found:
        return None
    worst = max(found, key=lambda record: record.slowdown)
    return 1 / worst.slowdown, (
        f"{worst.message} ({worst.source} to {worst.destination}) took {worst.slowdown:.3g} times "
        "as long as in an idle fabric")


def _worst_flow(outcome):
    """Return: (share of its rate, text) of the flow that suffered most, or None"""
    shares = []
    for flow in flows.plain(outcome):
        if flow.sender or flow.tcp:	# no frame is withheld: the sender is slower
            wanted, unit, got = flow.rate, "its rate", outcome.rate(flow)
            if flow.tcp:	# the rate is that of the data
                wanted *= 1 - (tcp.HEADERS + WIRE) / (outcome.fabric.mtu + 14 + WIRE)
        else:
            got, unit = outcome.flow_at_rest(flow.name, "received"), "the frames that it offered"
            wanted = outcome.flow(flow.name, "sent") + outcome.flow(flow.name, "withheld")
        if wanted:
            shares.append((got / wanted, f"{flow.name} ({flow.source} to {flow.target})", unit))
    if not shares:
        return None
    share, name, unit = min(shares, key=lambda entry: entry[0])
    return share, f"{_percent(min(share, 1))} of {unit} arrived of {name}"


def suffered(outcome):
    """The sentence about the flow or message that lost most of its speed"""
    found = [entry for entry in (_worst_flow(outcome), _worst_message(outcome)) if entry]
    if not found:
        return "Nothing was sent."
    share, text = min(found)
    if share > 0.99:
        return f"No flow suffered: at least {_percent(0.99)} of each arrived at full speed."
    return f"The flow that suffered most: {text}."


def sentences(outcome, pauses, dropped):
    """Return: the sentences; pauses, dropped: Tables"""
    return [what_ran(outcome), accounting(outcome), lost(outcome, dropped),
            paused(outcome, pauses), suffered(outcome)]
