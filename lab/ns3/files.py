# SPDX-License-Identifier: GPL-2.0-only
"""The input files of the ns-3 simulator of the paper on HPCC (Li et al., SIGCOMM 2019).

The format is that of github.com/alibaba-edu/High-Precision-Congestion-Control, simulation/mix.
What the format cannot express is refused.  README.md lists what differs.
"""

from .. import senders
from ..messages import HEADERS
from ..units import Problem

START = 2	# seconds: time of the first flow, as in the files of that simulator
DRAIN = 1	# seconds after the end of the run
PORT = 100	# of UDP
BYTES_MAX = 2**32 - 1	# of a message
NEVER = 10**6	# in 1000 bytes: a threshold that no queue reaches
RESERVE, RESUME = 4096, 3072	# bytes: constants of its switch
# Priorities of the module's maps of DSCPs
PRESETS = {"default": lambda dscp: dscp if dscp < 8 else dscp >> 3, "zero": lambda dscp: 0,
           "identity": lambda dscp: dscp if dscp < 8 else 0, "class-selector": lambda dscp: dscp >> 3}
SHIFT = 3	# alpha of its switch is 1/2^SHIFT for ports as fast as the hosts'


def _numbers(fabric):
    """Return: {node: number}; the hosts are the first"""
    return {node: number for number, node in enumerate(fabric.nodes)}


def topology(fabric):
    """Yields the lines of topology.txt"""
    number = _numbers(fabric)
    yield f"{len(fabric.nodes)} {len(fabric.switches)} {len(fabric.ports) // 2}"
    yield " ".join(str(number[switch]) for switch in fabric.switches)
    for port in fabric.ports.values():
        peer = fabric.ports[f"{port.peer}:{port.node}"]
        if port.mac > peer.mac:
            continue
        one, other = port.settings, peer.settings
        if (one["rate"], one["delay"]) != (other["rate"], other["delay"]):
            raise Problem(f"{port.name}: rate and delay must be the same in both directions")
        yield f"{number[port.node]} {number[peer.node]} {one['rate']}bps {one['delay']}ns 0"


def _priority(fabric, flow):
    """Return: the priority of a flow's frames"""
    values = fabric.host_port(flow.source).settings
    table = {int(key): value for key, value in values.get("dscp-prio", {}).items()}
    priority = table.get(flow.dscp, PRESETS[values.get("dscp-preset", "default")](flow.dscp))
    if not all(priority in port.config.lossless_prios for port in fabric.ports.values()):
        raise Problem(f"{flow.where}: priority {priority} is not lossless at all ports; ns-3 "
                      "pauses each priority from 1 to 7, so set prio-pfc in [port]")
    if not priority:
        raise Problem(f"{flow.where}: priority 0 is that of control frames in ns-3; use 1 to 7")
    return priority


def _bytes(fabric, flow):
    """Return: the bytes of a message, or those that a flow offers at the rate of its link"""
    if flow.tcp:
        raise Problem(f"{flow.where}: protocol: ns-3 has no TCP of the kernel")
    for key in ("path", "via", "lost-after"):
        if flow.values.get(key):
            raise Problem(f"{flow.where}: {key}: ns-3 has no counterpart")
    if flow.paths == "spray":
        raise Problem(f"{flow.where}: paths: ns-3 does not spray frames")
    if flow.after:
        raise Problem(f"{flow.where}: messages that start after others have no counterpart in ns-3")
    if flow.workload:
        size = flow.bytes
    elif flow.burst or flow.rate < fabric.host_port(flow.source).settings["rate"]:
        raise Problem(f"{flow.where}: a flow in ns-3 starts at the rate of its link; without rate "
                      "and burst, or as a workload of messages, it can be exported")
    else:
        frames = (flow.stop - flow.start) * flow.rate // (flow.wire_bits * 10**9)
        size = frames * (flow.size - HEADERS)
    if not 0 < size <= BYTES_MAX:
        raise Problem(f"{flow.where}: {size} bytes; ns-3 can send 1 to {BYTES_MAX}")
    return size


def traffic(fabric):
    """Yields the lines of flow.txt"""
    number = _numbers(fabric)
    yield str(len(fabric.flows))
    for flow in sorted(fabric.flows, key=lambda flow: flow.start):
        time = START * 10**9 + flow.start
        yield (f"{number[flow.source]} {number[flow.target]} {_priority(fabric, flow)} {PORT} "
               f"{_bytes(fabric, flow)} {time // 10**9}.{time % 10**9:09}")


def _common(fabric, what, values):
    """Return: the only value of all flows, or None without flows; values: (flow, value)"""
    first = None
    for flow, value in values:
        first = first or (flow, value)
        if value != first[1]:
            raise Problem(f"{flow.where}: {what}: ns-3 has one value for all flows, but "
                          f"{first[0].where} has {first[1]} and this {value}")
    return first[1] if first else None


def _marking(fabric):
    """Return: {rate: (kmin, kmax in 1000 bytes, pmax)} of the ports of switches"""
    priorities = {_priority(fabric, flow) for flow in fabric.flows}
    result = {}
    for port in fabric.ports.values():
        if port.node in fabric.numbers:
            continue
        tables = port.config.numbered["queue"]
        for priority in priorities or {0}:
            queue = tables.get("all", {}) | tables.get(str(priority), {})
            found = (NEVER, NEVER + 1, 0)
            if isinstance(queue.get("ecn-kmax"), int):
                found = (round(queue.get("ecn-kmin", 0) / 1000), round(queue["ecn-kmax"] / 1000),
                         float(queue.get("ecn-pmax", "100%").rstrip("%")) / 100)
            rate = port.settings["rate"]
            if result.setdefault(rate, found) != found:
                raise Problem(f"{port.name}: ECN: ns-3 has one threshold for all ports of a rate, "
                              f"but ports of {rate} bit/s have {result[rate]} and {found}")
    return result


def _control(flow):
    """Return: the name of the rate control of a flow, or None"""
    return flow.sender.control.name if flow.sender and flow.sender.control else None


def _sender(fabric):
    """Yields (key, value) of the senders"""
    for flow in fabric.flows:
        if _control(flow) not in (None, "dcqcn"):
            raise Problem(f"{flow.where}: control: {_control(flow)} is not exported; only dcqcn is")
        if flow.sender and flow.sender.way == "irn":
            raise Problem(f"{flow.where}: reliable: irn: ns-3 repeats frames by go-back-N only")
    dcqcn = _common(fabric, "control", ((flow, _control(flow)) for flow in fabric.flows))
    values = _common(fabric, "dcqcn", ((flow, flow.sender and flow.sender.values)
                                       for flow in fabric.flows)) or {}
    window = _common(fabric, "window", (
        (flow, bool(flow.sender and flow.sender.reliable and flow.sender.window))
        for flow in fabric.flows))
    yield "CC_MODE", 1 if dcqcn else 0	# 0: no congestion control
    yield "ALPHA_RESUME_INTERVAL", values.get("alpha-timer", 55000) / 1000
    yield "RATE_DECREASE_INTERVAL", values.get("cnp-interval", 50000) / 1000
    yield "CLAMP_TARGET_RATE", 1	# as in the paper on DCQCN
    yield "RP_TIMER", values.get("rate-timer", 55000) / 1000
    yield "EWMA_GAIN", values["g"] / senders.ONE if values else 1 / 256
    yield "FAST_RECOVERY_TIMES", values.get("fast-recovery", 5)
    for key, name, usual in (("RATE_AI", "rate-ai", 40 * 10**6),
                             ("RATE_HAI", "rate-hai", 4 * 10**8), ("MIN_RATE", "rate-min", 10**6)):
        yield key, f"{values.get(name, usual) / 10**6:g}Mb/s"
    yield "L2_ACK_INTERVAL", 1	# in bytes: an ACK for each frame
    yield "HAS_WIN", int(bool(window))


def _failure(fabric):
    """Return: the words of LINK_DOWN"""
    if not fabric.failures:
        return "0 0 0"
    failure, number = fabric.failures[0], _numbers(fabric)
    if len(fabric.failures) > 1 or failure.up < fabric.duration or failure.down < 1000:
        raise Problem("failures 1: ns-3 can take down one link, from 1 us on and without recovery")
    return f"{failure.down // 1000} {number[failure.ends[0]]} {number[failure.ends[1]]}"


def config(fabric, folder):
    """Yields the lines of config.txt; folder: that of all files"""
    for key, found in (("dead", fabric.dead), ("routes", fabric.routes)):
        if found:
            raise Problem(f"{key}: ns-3 has no counterpart")
    if any(letter.isspace() for letter in str(folder)):
        raise Problem(f"{folder}: ns-3 cannot read a path with a space")
    frame = _common(fabric, "frame", ((flow, flow.size) for flow in fabric.flows)) or 1042
    yield "ENABLE_QCN 1"
    yield "USE_DYNAMIC_PFC_THRESHOLD 1"
    yield f"PACKET_PAYLOAD_SIZE {frame - HEADERS}"
    for key, name in (("TOPOLOGY_FILE", "topology.txt"), ("FLOW_FILE", "flow.txt"),
                      ("TRACE_FILE", "trace.txt"), ("TRACE_OUTPUT_FILE", "mix.tr"),
                      ("FCT_OUTPUT_FILE", "fct.txt"), ("PFC_OUTPUT_FILE", "pfc.txt"),
                      ("QLEN_MON_FILE", "qlen.txt")):
        yield f"{key} {folder}/{name}"
    yield f"SIMULATOR_STOP_TIME {START + DRAIN + fabric.duration / 10**9:.9f}"
    for key, value in _sender(fabric):
        yield f"{key} {value}"
    # Without an effect on the senders above, but the simulator expects them
    yield from ("DCTCP_RATE_AI 1000Mb/s", "ERROR_RATE_PER_LINK 0", "L2_CHUNK_SIZE 4000",
                "L2_BACK_TO_ZERO 0", "GLOBAL_T 1", "VAR_WIN 0", "FAST_REACT 1", "U_TARGET 0.95",
                "MI_THRESH 0", "INT_MULTI 1", "MULTI_RATE 0", "SAMPLE_FEEDBACK 0",
                "PINT_LOG_BASE 1.05", "PINT_PROB 1", "RATE_BOUND 1", "ACK_HIGH_PRIO 0",
                "ENABLE_TRACE 0")
    yield f"LINK_DOWN {_failure(fabric)}"
    marking = sorted(_marking(fabric).items())
    for at, key in enumerate(("KMIN_MAP", "KMAX_MAP", "PMAX_MAP")):
        pairs = " ".join(f"{rate} {values[at]:g}" if at == 2 else f"{rate} {values[at]}"
                         for rate, values in marking)
        yield f"{key} {len(marking)} {pairs}"
    if any("pool set default" in command for commands in fabric.node_commands.values()
           for command in commands):
        raise Problem("nodes: pools.default: ns-3 has one buffer size; use pool")
    yield f"BUFFER_SIZE {max(1, round((fabric.pool or 12 << 20) / (1 << 20)))}"
    yield f"QLEN_MON_START {START * 10**9}"
    yield f"QLEN_MON_END {START * 10**9}"


def switch(fabric):
    """Yields the lines of switch.toml: the settings of a description that are fixed in ns-3"""
    first = fabric.host_port(fabric.hosts[0]).settings["rate"]
    priorities = sorted({_priority(fabric, flow) for flow in fabric.flows})
    yield "# Include this file to get the thresholds of the switch in ns-3; pool in whole MiB"
    for port in fabric.ports.values():
        if port.node in fabric.numbers:
            continue
        rate, delay = port.settings["rate"], port.settings["delay"]
        shift, faster = SHIFT, rate
        while faster > first and shift:
            shift, faster = shift - 1, faster / 2
        yield "[[ports]]"
        yield f'at = "{port.name}"'
        yield f'alpha = "{f"1/{1 << shift}" if shift else 1}"'
        for priority in priorities:
            yield f"pg.{priority}.min = {RESERVE}"
        yield f"xon-offset = {RESUME}"
        yield f"headroom = {rate * delay * 3 // (8 * 10**9)}"


def write(fabric, directory):
    """Writes all files, or none. Return: their names"""
    texts = {"topology.txt": topology(fabric), "flow.txt": traffic(fabric),
             "trace.txt": ["0", ""], "config.txt": config(fabric, directory.resolve()),
             "switch.toml": switch(fabric)}
    try:
        texts = {name: "\n".join(lines) + "\n" for name, lines in texts.items()}
    except Problem as problem:
        raise fabric.explain(problem) from None
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (directory / name).write_text(text, encoding="utf-8")
    return list(texts)
