# SPDX-License-Identifier: GPL-2.0-only
"""Models of DCQCN and go-back-N, independent of the simulator: one flow over two links."""

import heapq
import random


def dcqcn(rates, marked_until, end, more):
    """Rate of a flow over time, if all frames that leave the switch before marked_until are marked.

    rates: (rate of the line in bit/s, bits of a frame, ns to its arrival, ns from the arrival of a
    frame to that of its CNP at the sender, ns before the arrival at which the frame leaves the
    switch).  Return: ([(time, rate)], number of CNP, number of hyper increases).
    """
    line, bits, there, back, left = rates
    rate = target = line
    alpha, events, changes, cnps = 1.0, [0, 0], [(0, line)], []
    alpha_at = rate_at = float("inf")
    now = sent = next_cnp = 0

    def increase(which):
        nonlocal rate, target
        if min(events) > more["fast-recovery"]:
            target += more["rate-hai"]
            more["hyper"] = more.get("hyper", 0) + 1
        elif max(events) >= more["fast-recovery"]:
            target += more["rate-ai"]
        target = min(target, line)
        rate = (rate + target) / 2
        if line - rate < 1:
            rate = line
        events[which] += 1

    def advance(until):
        nonlocal alpha, alpha_at, rate_at
        while min(alpha_at, rate_at) <= until:
            if alpha_at <= rate_at:
                alpha *= 1 - more["g"]
                alpha_at += more["alpha-timer"]
            else:
                if rate < line:
                    increase(0)
                    changes.append((rate_at, rate))
                rate_at += more["rate-timer"]

    while now < end:
        while cnps and cnps[0] <= now:
            at = cnps.pop(0)
            advance(at)
            target, rate = rate, max(rate * (1 - alpha / 2), more["rate-min"])
            alpha = (1 - more["g"]) * alpha + more["g"]
            alpha_at, rate_at = at + more["alpha-timer"], at + more["rate-timer"]
            events, sent = [0, 0], 0
            changes.append((at, rate))
        advance(now)
        if len(changes) > 1 and rate < line:
            sent += bits / 8
            if sent >= more["byte-counter"]:
                sent -= more["byte-counter"]
                increase(1)
                changes.append((now, rate))
        arrival = now + there
        if arrival - left < marked_until and arrival >= next_cnp:
            next_cnp = arrival + more["cnp-interval"]
            cnps.append(arrival + back)
            more["count"] = more.get("count", 0) + 1
        now += bits / rate * 1e9
    return changes, more.get("count", 0), more.get("hyper", 0)


def go_back_n(loss, frames, slot, there, back, spec, seed):
    """Time until all frames have arrived in order, if each frame is lost with a probability.

    slot: ns between two frames, there: ns until a frame arrives, back: ns until a reply arrives.
    spec: (ack-every, timeout).  Return: (ns, frames sent).
    """
    every, timeout = spec
    draw, replies = random.Random(seed), []
    now = acked = following = expected = sent = 0
    top, asked, refused = 0, None, False	# asked: when the timer started, or None
    while expected < frames:
        due = asked + timeout if asked is not None else float("inf")
        if following >= frames:	# nothing to send: the next reply or the timeout
            now = max(now, min(replies[0][0] if replies else float("inf"), due))
        while replies and replies[0][0] <= now:
            at, is_nak, number = heapq.heappop(replies)
            if number > acked or is_nak:
                asked = None
            acked = max(acked, number)
            following = max(following, acked)
            if is_nak and number < following:
                following = number
            if asked is None and (following // every > acked // every or
                                  following == frames > acked):
                asked = at
        if asked is not None and asked + timeout <= now:
            following, asked = acked, None
        if following >= frames:
            continue
        number, following, sent = following, following + 1, sent + 1
        top = max(top, following)
        asks = (number + 1) % every == 0 or number + 1 == frames
        if asks and asked is None:
            asked = now
        if draw.random() >= loss:
            if number == expected:
                expected, refused = expected + 1, False
                if asks:
                    heapq.heappush(replies, (now + there + back, False, expected))
            elif number < expected and asks:
                heapq.heappush(replies, (now + there + back, False, expected))
            elif number > expected and not refused:
                refused = True
                heapq.heappush(replies, (now + there + back, True, expected))
        now += slot
    return now - slot + there, sent
