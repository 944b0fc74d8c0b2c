# SPDX-License-Identifier: GPL-2.0-only
"""The report of a run: one HTML file with all plots and the first rows of all tables."""

import html
import re

ROWS = 25	# maximum number of rows of a table
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem;
 color: #1a1a1a; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
svg { width: 100%; height: auto; stroke-linejoin: round; stroke-linecap: butt }
figure { margin: 0.5rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: 0.85rem }
th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid #ddd; text-align: right;
 vertical-align: top } th:first-child, td:first-child { text-align: left }
td.text { text-align: left } td:first-child { white-space: nowrap }
"""


def inline(svg, name):
    """Return: the SVG as an element of HTML; its ids begin with the name, so that those of several
    pictures differ"""
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.S)	# would apply to the whole page
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)	# as wide as the page
    return svg.replace("<svg ", f'<svg role="img" aria-label="{html.escape(name)}" ', 1)


def _number(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


def _cell(value):
    text = isinstance(value, str)
    return f'<td{" class=text" if text else ""}>{html.escape(_number(value))}</td>'


def _table(table):
    """Yields the lines of a table, largest values first as in the file"""
    heads = "".join(f'<th title="{html.escape(column.meaning)}">'
                    f'{html.escape(column.name).replace("_", "_<wbr>")}</th>'
                    for column in table.columns)
    yield f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>'
    for row in table.rows[:ROWS]:
        yield f"<tr>{''.join(map(_cell, row))}</tr>"
    yield "</tbody></table></div>"
    more = len(table.rows) - ROWS
    yield f"<p>{more} more rows in {table.name}.csv.</p>" if more > 0 else ""


def _summary(outcome):
    fabric = outcome.fabric
    lost = outcome.unaccounted()
    yield "<table><tbody>"
    for name, value in (
            ("hosts, switches", f"{len(fabric.hosts)}, {len(fabric.switches)}"),
            ("length of the run", f"{fabric.duration / 1e6:g} ms"),
            ("interval between samples", f"{fabric.sample / 1e3:g} µs"), ("seed", fabric.seed),
            ("frames that arrived", outcome.arrivals),
            ("lossless frames dropped", outcome.lossless_drops()),
            ("frames not accounted for", "unknown" if lost is None else lost),
            ("frames that wait forever", outcome.waiting()), ("hash", outcome.hash)):
        yield f"<tr><td>{name}</td><td class=text>{html.escape(str(value))}</td></tr>"
    yield "</tbody></table>"


def page(outcome, sentences, pictures, tables):
    """Return: the report; sentences: texts, pictures: {name: (heading, SVG)}, tables: Tables, in
    their order"""
    title = html.escape(outcome.fabric.title or "A fabric in virtual time")
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
             '<meta name="viewport" content="width=device-width, initial-scale=1">',
             f"<title>{title}</title>", f"<style>{STYLE}</style>", "</head>", "<body>",
             f"<h1>{title}</h1>", "<ul>",
             *(f"<li>{html.escape(sentence)}</li>" for sentence in sentences), "</ul>",
             *_summary(outcome)]
    for name, (heading, svg) in pictures.items():
        lines += [f"<h2>{html.escape(heading)}</h2>", f"<figure>{inline(svg, name)}</figure>"]
    for table in tables:
        if table.rows:
            lines += [f"<h2>{html.escape(table.title)}</h2>", *_table(table)]
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"
