# SPDX-License-Identifier: GPL-2.0-only
"""Drawing of the fabric: nodes in layers, links by rate."""

from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from scripts.report import figure

from . import layers, style

NAMED = 40	# maximum number of hosts with a name of their own
LAYER, LETTER = 1.0, 0.062	# inches: distance of the layers, width of a letter
WIDEST = 2.6	# points: width of the links with the highest rate
MANY = 64	# from this number of links on, all are thin


def _rate(one, other):
    """Return: the text of a link's rates"""
    rates = list(dict.fromkeys(port.settings["rate"] for port in (one, other)))
    return " / ".join(map(style.rate_text, rates))


def _delays(of):
    delays = sorted({port.settings["delay"] for link in of for port in link})
    texts = [style.duration_text(delay) if delay else "0" for delay in delays]
    return texts[0] if len(texts) == 1 else f"{texts[0]} to {texts[-1]}"


def _by_rate(found):
    """Return: [(text of the rate, links)], the highest rate first"""
    result = {}
    for one, other in sorted(found, key=lambda link: -link[0].settings["rate"]):
        result.setdefault(_rate(one, other), []).append((one, other))
    return list(result.items())


def _draw_link(axes, begin, end, near, look):
    """Draws a link; one that would cross other nodes of the same layer is an arc"""
    if begin[1] != end[1] or near:
        axes.plot(*zip(begin, end), zorder=1, **look)
        return
    bend = -0.25 if begin[0] < end[0] else 0.25
    axes.add_patch(FancyArrowPatch(begin, end, connectionstyle=f"arc3,rad={bend}",
                                   arrowstyle="-", zorder=1, clip_on=False, **look))


def _draw_links(axes, fabric, where, order):
    """Return: the entries of the legend"""
    handles, found = [], layers.links(fabric)
    rates = _by_rate(found)
    widest, thinnest = (1.2, 0.5) if len(found) >= MANY else (WIDEST, 0.8)
    for i, (text, of) in enumerate(rates):
        share = i / (len(rates) - 1) if len(rates) > 1 else 0.6
        look = {"linewidth": widest - (widest - thinnest) * share, "color": style.NEUTRAL,
                "linestyle": style.DASHES[min(i, len(style.DASHES) - 1)]}
        for one, other in of:
            near = abs(order[one.node] - order[other.node]) == 1
            _draw_link(axes, where[one.node], where[other.node], near, look)
        handles.append(Line2D([], [], **look, label=f"{len(of)} link{'s' * (len(of) > 1)}: {text},"
                                                    f" delay {_delays(of)}"))
    return handles


def _crowded(names):
    """Whether names of equal distance do not fit next to each other"""
    return len(names) * (max(map(len, names)) + 1.5) * LETTER > style.WIDTH


def _draw_switches(axes, where, layer):
    for node in layer:
        axes.text(*where[node], node, rotation=90 if _crowded(layer) else 0, ha="center",
                  va="center", fontsize=7, zorder=3,
                  bbox={"boxstyle": "square,pad=0.35", "facecolor": "white",
                        "edgecolor": "black", "linewidth": 0.8})


def _host_names(fabric, where, hosts):
    """Return: {name: x}; of many hosts the first and the last of each switch"""
    if len(hosts) <= NAMED:
        return {host: where[host][0] for host in hosts}
    groups = {}
    for host in hosts:
        groups.setdefault(fabric.host_port(host).peer, []).append(host)
    return {of[0] if len(of) == 1 else f"{of[0]}–{of[-1]}":
            sum(where[host][0] for host in of) / len(of) for of in groups.values()}


def _draw_hosts(axes, fabric, where, hosts):
    """Return: the height of the names, inches"""
    small = len(hosts) > NAMED
    for nodes, marker, colour in ((hosts, "o", "white"),
                                  ([host for host in hosts if host in fabric.dead], "x", "black")):
        axes.plot([where[node][0] for node in nodes], [0] * len(nodes), linestyle="",
                  marker=marker, color=colour, markeredgecolor="black", zorder=2,
                  markeredgewidth=0.8, markersize=3 if small else 5)
    names = _host_names(fabric, where, hosts)
    turned = _crowded(list(names))
    for name, x in names.items():
        axes.annotate(name, (x, 0), (0, -7), textcoords="offset points", fontsize=7, va="top",
                      ha="center", rotation=90 if turned else 0)
    return 0.2 + (max(map(len, names)) * LETTER if turned else 0.1)


def draw(fabric):
    """Return: a Figure"""
    found = layers.arrange(fabric)
    where = layers.places(found)
    order = {node: i for layer in found for i, node in enumerate(layer)}
    drawing = figure.new(style.WIDTH, 1)
    drawing.set_layout_engine("none")	# the size of the text is known
    axes = drawing.add_axes((0, 0, 1, 1))
    handles = _draw_links(axes, fabric, where, order)
    for layer in found[1:]:
        _draw_switches(axes, where, layer)
    names = _draw_hosts(axes, fabric, where, found[0])
    handles += [Line2D([], [], linestyle="", marker=marker, color="white",
                       markeredgecolor="black", label=f"{len(nodes)} {name}")
                for marker, nodes, name in (
                    ("s", fabric.switches, "switch" if len(fabric.switches) == 1 else "switches"),
                    ("o", fabric.hosts, "host" if len(fabric.hosts) == 1 else "hosts")) if nodes]
    arc = max((abs(where[one.node][0] - where[other.node][0]) for one, other
               in layers.links(fabric) if where[one.node][1] == where[other.node][1] and
               abs(order[one.node] - order[other.node]) > 1), default=0)
    legend = 0.2 * ((len(handles) + 1) // 2) + 0.1
    # One unit of y is LAYER inches
    bottom, top = -(names + legend) / LAYER, len(found) - 1 + 0.25 + arc * style.WIDTH / 8 / LAYER
    axes.set_ylim(bottom, top)
    axes.set_xlim(0, 1)
    drawing.set_size_inches(style.WIDTH, (top - bottom) * LAYER)
    axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 0), ncol=2,
                frameon=False)
    axes.axis("off")
    return drawing
