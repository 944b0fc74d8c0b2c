# SPDX-License-Identifier: GPL-2.0-only
"""Drawings in SVG."""

from xml.sax.saxutils import escape


class Svg:
    """A drawing, as text."""

    STYLE = """
    text { font: 13px "DejaVu Sans", sans-serif; fill: #222 }
    .head { font-size: 19px; font-weight: bold }
    .title { font-size: 15px; font-weight: bold }
    .ends { text-anchor: end } .mid { text-anchor: middle }
    .small { text-anchor: end; font-size: 10px }
    .axis { stroke: #222 } .grid { stroke: #e4e6ea }
    .threshold { stroke: #444; stroke-dasharray: 7 4; stroke-width: 1.3 }
    .lost { stroke: #c01822 }"""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.parts = []

    def add(self, part):
        self.parts.append(part)

    def text(self, x, y, text, style=""):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" class="{style}">'
                 f'{escape(text)}</text>')

    def line(self, x0, y0, x1, y1, style):
        self.add(f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" '
                 f'y2="{y1:.1f}" class="{style}"/>')

    def rect(self, x, y, width, height, colour, opacity):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                 f'height="{height:.1f}" fill="{colour}" '
                 f'fill-opacity="{opacity}"/>')

    def legend(self, x, y, entries):
        for colour, text, filled in entries:
            if filled:
                self.rect(x, y - 10, 22, 11, colour, filled)
            else:
                self.rect(x, y - 6, 22, 3, colour, 1)
            self.text(x + 28, y, text)
            x += 48 + 7.4 * len(text)

    def __str__(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
                f'height="{self.height}">\n<style>{self.STYLE}</style>\n'
                f'<rect width="100%" height="100%" fill="white"/>\n' +
                "\n".join(self.parts) + "\n</svg>\n")
