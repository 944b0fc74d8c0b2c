# SPDX-License-Identifier: GPL-2.0-only
"""An independent model of switches with pauses, packet by packet.

It shares no code with the simulator, and knows nothing of the module: frames of one size and one
priority, links of one rate and one delay, fixed thresholds, no drops.  A switch charges a frame to
its ingress port when its last bit has arrived.  It sends XOFF when the charge of a port exceeds
the threshold, and XON when it has fallen to the other one.
"""

import heapq
import random
from collections import deque
from dataclasses import dataclass

WIRE = 24	# bytes of preamble, FCS and gap
PAUSE = 60 + WIRE	# bytes of a PFC frame on the wire


@dataclass
class Rules:
    """What distinguishes switches.  All times in ns.

    release: when a frame is no longer charged: at the "start" or the "end" of its transmission
    arbiter: order of an egress port: "fifo", or "robin": in turn from each ingress port
    pause: a PFC frame "waits" for the end of the frame in transmission, or is sent "beside" it
    withhold: a source that finds its buffer full does not send this frame; else it sends it later
    """

    rate: int = 10**9
    delay: int = 2000
    size: int = 1000
    xoff: int = 40000
    xon: int = 38000
    buffer: int = 65536 + 500
    release: str = "start"
    arbiter: str = "fifo"
    pause: str = "waits"
    withhold: bool = True


class Frame:
    """A frame; place: index of the node in its path that has it"""

    __slots__ = ("flow", "place", "entry")

    def __init__(self, flow):
        self.flow, self.place, self.entry = flow, 0, None


class Port:
    """One end of a link: the queue for its peer, and the charge of frames from its peer"""

    def __init__(self, delay):
        self.delay = delay
        self.queues, self.turn = {}, deque()	# queues: {ingress port: frames}
        self.busy = self.paused = self.stopping = False
        self.pauses = deque()	# PFC frames that wait: whether XOFF
        self.charge, self.back = 0, None


class Source:
    """Frames of a flow at a constant rate (share of the link's)"""

    def __init__(self, path, load, jitter=0, start=0, stop=None):
        self.path, self.load, self.jitter, self.start, self.stop = path, load, jitter, start, stop
        self.buffered = self.slot = self.late = 0


class Model:
    """A fabric in motion; sources: all flows, seed: of their jitter; delays: {(node, node): ns} of
    links that differ from the rules"""

    def __init__(self, sources, rules=None, seed=1, delays=None):
        self.rules, self.random = rules or Rules(), random.Random(seed)
        self.ports, self.events, self.count, self.now = {}, [], 0, 0
        self.last = 0	# time at which a switch has last begun to send a frame
        self.sources = sources
        rules = self.rules
        self.time = (rules.size + WIRE) * 8 * 10**9 // rules.rate
        self.pause_time = PAUSE * 8 * 10**9 // rules.rate
        for source in sources:
            for one, other in zip(source.path, source.path[1:]):
                if (one, other) not in self.ports:
                    delay = (delays or {}).get((one, other), rules.delay)
                    here, there = Port(delay), Port(delay)
                    here.back, there.back = there, here
                    self.ports[one, other], self.ports[other, one] = here, there
            self._slot(source)

    def _at(self, time, action, *what):
        self.count += 1
        heapq.heappush(self.events, (time, self.count, action, what))

    def _slot(self, source):
        time = source.start + int(source.slot * self.time / source.load)
        if source.stop is None or time < source.stop:
            jitter = self.random.random() * source.jitter
            self._at(time + int(jitter), self._emit, source)

    def _emit(self, source):
        source.slot += 1
        if source.buffered + self.rules.size <= self.rules.buffer:
            self._hand(source)
        elif not self.rules.withhold:
            source.late += 1
        self._slot(source)

    def _hand(self, source):
        source.buffered += self.rules.size
        port = self.ports[source.path[0], source.path[1]]
        self._enqueue(port, Frame(source), None)

    def _enqueue(self, port, frame, entry):
        frame.entry = entry
        key = entry if self.rules.arbiter == "robin" else None
        queue = port.queues.get(key)
        if queue is None:
            queue = port.queues[key] = deque()
        if not queue:
            port.turn.append(key)
        queue.append(frame)
        self._transmit(port)

    def _transmit(self, port):
        """Starts the next transmission of a port, if it may send"""
        if port.busy:
            return
        if port.pauses:
            port.busy = True
            stop = port.pauses.popleft()
            self._at(self.now + self.pause_time, self._end, port, None)
            self._at(self.now + self.pause_time + port.delay, self._obey, port.back, stop)
            return
        if port.paused or not port.turn:
            return
        key = port.turn.popleft()
        queue = port.queues[key]
        frame = queue.popleft()
        if queue:
            port.turn.append(key)
        port.busy = True
        if frame.entry:
            self.last = self.now
        if self.rules.release == "start":
            self._release(frame)
        self._at(self.now + self.time, self._end, port, frame)
        self._at(self.now + self.time + port.delay, self._arrive, port.back, frame)

    def _end(self, port, frame):
        port.busy = False
        if frame and self.rules.release == "end":
            self._release(frame)
        self._transmit(port)

    def _release(self, frame):
        entry = frame.entry
        if entry:
            entry.charge -= self.rules.size
            if entry.stopping and entry.charge <= self.rules.xon:
                entry.stopping = False
                self._signal(entry, False)

    def _signal(self, port, stop):
        if self.rules.pause == "beside":
            self._at(self.now + self.pause_time + port.delay, self._obey, port.back, stop)
        else:
            port.pauses.append(stop)
            self._transmit(port)

    def _obey(self, port, stop):
        port.paused = stop
        if not stop:
            self._transmit(port)

    def _arrive(self, port, frame):
        """A frame has arrived at a port"""
        source = frame.flow
        frame.place += 1
        if frame.place == 1:
            source.buffered -= self.rules.size
            if source.late:
                source.late -= 1
                self._hand(source)
        if frame.place == len(source.path) - 1:
            return
        port.charge += self.rules.size
        if not port.stopping and port.charge > self.rules.xoff:
            port.stopping = True
            self._signal(port, True)
        here, following = source.path[frame.place:frame.place + 2]
        self._enqueue(self.ports[here, following], frame, port)

    def run(self, until, quiet=None):
        """Runs until a time, or until no switch has sent a frame for the time "quiet" """
        events = self.events
        while events and events[0][0] <= until:
            self.now, _, action, what = heapq.heappop(events)
            action(*what)
            if quiet and self.now > self.last + quiet:
                break
        return self

    def frozen(self, until, quiet=10**7):
        """Return: the time at which a switch has last sent a frame, or None without a deadlock"""
        self.run(until, quiet)
        return self.last if self.now > self.last + quiet else None


def ring(load, jitter=8192):
    """The flows of a ring of three, each two links clockwise"""
    return [Source([f"h{i}", f"s{i}", f"s{i % 3 + 1}", f"s{(i + 1) % 3 + 1}",
                    f"h{(i + 1) % 3 + 1}"], load, jitter) for i in (1, 2, 3)]


def loop(routers, ttl, load, jitter=8192):
    """A flow in a routing loop; its packets end at the router at which the TTL expires"""
    nodes = [f"s{i % routers}" for i in range(ttl)]
    return [Source(["h", *nodes], load, jitter)]


def turning(load, jitter=8192):
    """Four switches A to D in a cycle.  Two flows use three of its links each, from A and from C;
    the third, with the given load, one of them (Hu et al., HotNets 2016)"""
    return [Source(["a", "A", "B", "C", "D", "d"], 1, jitter),
            Source(["c", "C", "D", "A", "B", "b"], 1, jitter),
            Source(["x", "B", "C", "y"], load, jitter)]
