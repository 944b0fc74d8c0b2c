# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the files in lab/kmod/senders/ without the simulator: after each of many random events,
rate, window and alpha are those of the models of the papers."""

import random
import re

import sender_events
import sender_models

from lab import senders

US = 1000	# ns
FRAME = 1024	# bytes on the wire
LINE = 10**10	# bit/s
HOPS = 3
COUNT = 4000	# events of a sequence
TOLERANCE = {"rate": 5e-4, "window": 5e-3, "alpha": 1e-4}

# Parameters, as in descriptions, and mean RTT in us; all branches of the papers are used
SEQUENCES = {
    "dcqcn": (({"initial-window": "20K", "byte-counter": "100K", "rate-hai": "200mbit"}, 30),
              ({"cnp-delay": "70us", "rate-timer": "20us", "byte-counter": "3K",
                "fast-recovery": 2, "rate-min": "100mbit", "g": "1/16"}, 30)),
    "dctcp": (({}, 30), ({"g": "1/4", "initial-window": "2K", "window-max": "60K"}, 30)),
    "timely": (({}, 60), ({"segment": 1000, "t-low": "20us", "t-high": "100us", "delta": "50mbit"},
                          60), ({"segment": 1000, "rate-min": "2gbit", "hai-events": 2}, 490)),
    "swift": (({}, 35), ({"ai": "1/2", "max-cwnd": 12, "initial-cwnd": 3}, 40),
              ({"min-cwnd": "1/8", "retx-reset": 2, "fs-min-cwnd": "1/4"}, 90)),
    "hpcc": (({}, 13), ({"max-stage": 1, "wai": 800, "eta": "7/10", "base-rtt": "30us"}, 30))}


def move(draw, links):
    """Another path: one link is another one, and the path may be longer or shorter"""
    link = draw.choice(links)
    link.update(port=link["port"] + 10, bytes=draw.randrange(2**40))
    if len(links) > HOPS:
        links.pop()
    elif draw.random() < 0.5:
        links.append(dict(link, port=link["port"] + 1))


def reports(draw, now, congested, links):
    """Return: INT reports of the links, flat, with their number; links: state, changed"""
    flat = [len(links)]
    for link in links:
        link["bytes"] += int((now - link["time"]) * link["rate"] / 8e9 *
                             draw.uniform(0.5 if congested else 0.1, 1))
        link["time"] = now
        link["queue"] = max(0, link["queue"] + draw.randrange(-3000, 4000 if congested else 1000))
        flat += [link["port"], now & 0xffffffff, link["bytes"], link["queue"], link["rate"]]
    return flat


def events(seed, rtt, start=2**32 - 10**6):
    """Return: random events with times, whose RTT wanders around a mean in us.  From the default
    start on, times of INT, of 32 bits, wrap in the sequence."""
    draw, now, acked, result = random.Random(seed), start, 0, []
    wander, congested, following, overtaken = rtt * US, False, 0, None
    links = [{"port": port, "bytes": 0, "time": now, "queue": 0, "rate": rate}
             for port, rate in enumerate((LINE, LINE // 4, LINE), 1)]
    for number in range(COUNT):
        if number % 150 == 0:
            congested = draw.random() < 0.5
            if draw.random() < 0.3:
                move(draw, links)
        now += draw.randrange(1, 4 * US)
        wander += draw.gauss((rtt * US - wander) / 50 + (200 if congested else -200), rtt * 20)
        wander = max(wander, 3 * US)
        kind = draw.choices(("ack", "sent", "cnp", "nak", "timeout", "at"),
                            (60, 30, 8 if congested else 0.02, 0.2, 0.2, 2))[0]
        if result and result[-1][0] == "timeout" and draw.random() < 0.5:
            kind = "timeout"
        if kind == "ack":
            frames = draw.choice((1, 1, 1, 2, 0))
            acked += frames
            following = max(following, acked + draw.randrange(5, 40))
            seen = reports(draw, now, congested, links)
            if overtaken:
                seen, overtaken = overtaken, None
            elif draw.random() < 0.01:
                overtaken = seen
            result.append(("ack", now, int(wander), frames * FRAME, acked, following,
                           congested and draw.random() < 0.3, *seen))
        elif kind == "sent":
            result.append(("sent", now, FRAME))
        else:
            more = (following,) if kind in ("nak", "timeout") else ()
            result.append((kind, now, *more))
    return result


def model_of(control, values):
    """Return: the model of a sender"""
    return sender_models.MODELS[control.name](sender_models.numbers(control, values),
                                              LINE, FRAME, HOPS)


def modelled(model, sequence):
    """Yields (rate, window, alpha) of a model after each event"""
    for kind, now, *more in sequence:
        model.at(now)
        if kind != "at":
            getattr(model, kind)(now, *more)
        yield model.rate, model.window, model.alpha


def same(got, wanted, frame):
    """Return: whether a sender agrees with its model; a window may be in whole frames"""
    rate, window, alpha = got
    frames = [part * wanted[1] // frame * frame for part in (1, 1 - 1e-4)]
    windows = (wanted[1], *frames, 1 if 0 < wanted[1] < frame else frames[0])
    return (abs(rate - wanted[0]) <= TOLERANCE["rate"] * wanted[0] and
            any(abs(window - one) <= max(2, TOLERANCE["window"] * one) for one in windows) and
            abs(alpha / senders.ONE - wanted[2]) <= TOLERANCE["alpha"])


def agrees(program, control, given, seed_rtt, check):
    """Compares a sender with its model.  Return: its outputs"""
    values = sender_models.values_of(control, given)
    sequence = events(*seed_rtt)
    got = sender_events.play(program, control, values, (LINE, FRAME, HOPS), sequence)
    wanted = list(modelled(model_of(control, values), sequence))
    wrong = [(n, sequence[n], got[n], wanted[n]) for n in range(COUNT)
             if not same(got[n], wanted[n], FRAME)]
    check(f"{control.name} {given or 'with defaults'}: {COUNT} events have the results of the "
          "model", len(got) == COUNT and not wrong, (len(wrong), wrong[:2]))
    return got


def other(row, value):
    """Return: another valid value of a parameter in its unit"""
    for text in (value * 2, value // 2, value + 1, 100000, 1):
        _, low, high = row
        if low <= text <= high and text != value:
            return text
    raise AssertionError(value)


def parameters_matter(program, control, sequences, outputs, check):
    """Each parameter changes the outputs in at least one of the sequences"""
    for key in control.rows:
        changed = False
        for (given, rtt), got in zip(sequences, outputs):
            values = sender_models.values_of(control, given)
            values[key] = other(control.rows[key], values[key])
            now = sender_events.play(program, control, values, (LINE, FRAME, HOPS),
                                     events(rtt, rtt))
            changed |= now != got
        check(f"{control.name}: {key} has an effect", changed)


def wraps(program, outputs, check):
    """Times of INT that wrap make no difference"""
    control, (given, rtt) = senders.CONTROLS["hpcc"], SEQUENCES["hpcc"][0]
    got = sender_events.play(program, control, sender_models.values_of(control, given),
                             (LINE, FRAME, HOPS), events(rtt, rtt, 10**6))
    check("hpcc: times of INT wrap", got == outputs[0], next(
        (n for n, one in enumerate(got) if one != outputs[0][n]), len(got)))


def documented(check):
    """lab/senders.md has each sender and each parameter"""
    page = (sender_events.KMOD.parent / "senders.md").read_text(encoding="utf-8")
    for name, control in senders.CONTROLS.items():
        table = re.search(rf"^\| key of `{name}` .*?\n\n", page, re.M | re.S)
        missing = [key for key in control.fields if not table or f"`{key}`" not in table[0]]
        check(f"{name}: senders.md has all parameters", f"| `{name}` |" in page and not missing,
              missing)


def cases(check, directory):
    """All tests of this file"""
    documented(check)
    program = sender_events.build(directory)
    for name, sequences in SEQUENCES.items():
        control = senders.CONTROLS[name]
        outputs = [agrees(program, control, given, (rtt, rtt), check) for given, rtt in sequences]
        parameters_matter(program, control, sequences, outputs, check)
        if name == "hpcc":
            wraps(program, outputs, check)
    check("each sender has a model", set(SEQUENCES) == set(senders.CONTROLS) ==
          set(sender_models.MODELS), sorted(senders.CONTROLS))
