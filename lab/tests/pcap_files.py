# SPDX-License-Identifier: GPL-2.0-only
"""Reads pcap files without the code of the simulator, and computes results from their frames."""

import struct
import subprocess

PFC_TYPE, PFC_OPCODE = 0x8808, 0x0101


def frames(path):
    """Return: (time in ns, frame) of all records of a nanosecond pcap file"""
    data = path.read_bytes()
    magic, major, minor = struct.unpack_from("<IHH", data)
    if (magic, major, minor) != (0xa1b23c4d, 2, 4):
        raise ValueError(f"{path}: not a pcap file with nanoseconds: {data[:8].hex()}")
    at, result = 24, []
    while at < len(data):
        seconds, nanoseconds, captured, length = struct.unpack_from("<IIII", data, at)
        if captured != length:
            raise ValueError(f"{path}: a frame is incomplete")
        result.append((seconds * 10**9 + nanoseconds, data[at + 16:at + 16 + captured]))
        at += 16 + captured
    return result


def tcpdump(path, *words):
    """Return: the lines that tcpdump prints for a file"""
    done = subprocess.run(["tcpdump", "--nano", "-tt", "-ennr", path, *words], check=True,
                          capture_output=True, text=True)
    return done.stdout.splitlines()


def is_pfc(frame):
    """Whether a frame is a PFC frame"""
    return struct.unpack_from(">HH", frame, 12) == (PFC_TYPE, PFC_OPCODE)


def pause_time(path, sender, prio, end, speed=10**9):
    """Return: ns until "end" for which PFC frames of a sender (MAC address) pause a priority"""
    total, begin, until = 0, None, 0
    for time, frame in [*frames(path), (end, None)]:
        time = min(time, end)
        if begin is not None and until <= time:	# the pause time has passed without XON
            total, begin = total + until - begin, None
        if frame is None or not is_pfc(frame) or frame[6:12] != sender:
            continue
        enabled, *quanta = struct.unpack_from(">H8H", frame, 16)
        if not enabled >> prio & 1:
            continue
        if begin is not None and not quanta[prio]:
            total, begin = total + time - begin, None
        elif quanta[prio]:
            begin = time if begin is None else begin
            until = time + quanta[prio] * 512 * 10**9 // speed
    return total + (min(until, end) - begin if begin is not None else 0)


def peak(received, sent, source, until):
    """Return: the largest number of bytes of one source (MAC address) in a switch; received,
    sent: paths of the captures of its ingress and of its egress port"""
    changes = [(time, 1, len(frame)) for time, frame in frames(received)
               if frame[6:12] == source and not is_pfc(frame)]
    changes += [(time, 0, -len(frame)) for time, frame in frames(sent)
                if frame[6:12] == source and not is_pfc(frame)]
    held = highest = 0
    for time, _, change in sorted(changes):
        if time > until:
            break
        held += change
        highest = max(highest, held)
    return highest
