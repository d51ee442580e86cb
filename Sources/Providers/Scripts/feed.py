#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): the newest titles of a feed (RSS 2.0, RSS 1.0 or Atom), as links."""

import email.utils
import html
import re
import urllib.parse
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from xml.parsers import expat

from widgetd_fetch import fetch, public
from widgetd_provider import Refusal, advice, header, line, now, page, run, stamp, wants_sample

# A year of a busy site is 1 MiB.
MAXIMUM_BYTES = 4 << 20
# Elements within each other; feeds have 5.
MAXIMUM_DEPTH = 64
# The most items that are read. No family shows more than 12.
MAXIMUM_ITEMS = 500
MAXIMUM_TITLE_CHARACTERS = 200
# Within the 1 KiB that a link may have.
MAXIMUM_LINK_BYTES = 1_000
RELOAD_AFTER = timedelta(minutes=30)
STATE = "widgetd-feed"
ROWS = {"systemSmall": 3, "systemMedium": 4, "systemLarge": 12, "accessoryRectangular": 2, "accessoryInline": 1}
XML_BASE = "http://www.w3.org/XML/1998/namespace base"


@dataclass
class Item:
    title: str = ""
    link: str = ""
    date: object = None


# MARK: Reading


class Reader:
    """Reads a feed by the names of its elements, whatever namespace they are in."""

    def __init__(self, base):
        self.title, self.items = "", []
        self.path, self.bases = [], [base]
        self.item, self.text = None, []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler, self.parser.EndElementHandler, self.parser.CharacterDataHandler = self.start, self.end, self.characters
        self.parser.EntityDeclHandler = self.refuse_entity
        self.parser.buffer_text = True

    @staticmethod
    def refuse_entity(*_):
        # Entities can expand to very long text, or name files. No feed needs them.
        raise Refusal("url: the feed declares entities, which aren't read")

    def start(self, name, attributes):
        name = name.rpartition(" ")[2]
        if len(self.path) >= MAXIMUM_DEPTH:
            raise Refusal(f"url: the feed has more than {MAXIMUM_DEPTH} elements within each other")
        if not self.path and name not in ("rss", "feed", "RDF"):
            raise Refusal(f"url: that's no feed of RSS or Atom: it begins with <{line(name, 20)}>")
        self.path.append(name)
        self.bases.append(urllib.parse.urljoin(self.bases[-1], attributes[XML_BASE]) if XML_BASE in attributes else self.bases[-1])
        if name in ("item", "entry"):
            self.item = Item() if len(self.items) < MAXIMUM_ITEMS else None
        elif self.is_part("title", "link", "pubDate", "date", "published", "updated"):
            self.text = []
        if self.item and name == "link" and self.is_part("link") and attributes.get("rel", "alternate") == "alternate" and "href" in attributes and not self.item.link:
            self.item.link = urllib.parse.urljoin(self.bases[-1], attributes["href"])

    def is_part(self, *names):
        """Whether this element is a direct child of an item, an entry, a channel or a feed."""
        return len(self.path) > 1 and self.path[-1] in names and self.path[-2] in ("item", "entry", "channel", "feed")

    def characters(self, text):
        self.text.append(text)

    def end(self, name):
        name = name.rpartition(" ")[2]
        if self.is_part(name):
            self.take(name, "".join(self.text))
        if name in ("item", "entry") and self.item:
            self.items.append(self.item)
            self.item = None
        self.path.pop()
        self.bases.pop()

    def take(self, name, text):
        if self.path[-2] in ("channel", "feed"):
            if name == "title" and not self.title:
                self.title = plain(text)
        elif self.item is None:
            return
        elif name == "title":
            self.item.title = plain(text)
        elif name == "link" and text.strip() and not self.item.link:
            self.item.link = urllib.parse.urljoin(self.bases[-1], text.strip())
        elif name in ("pubDate", "date", "published", "updated") and (self.item.date is None or name == "published"):
            self.item.date = date(text.strip()) or self.item.date


def read(body, base):
    """The title and the items of a feed, the newest first."""
    reader = Reader(base)
    try:
        reader.parser.Parse(body, True)
    except expat.ExpatError as error:
        raise Refusal(f"url: that's no feed of RSS or Atom: {expat.ErrorString(error.code)} in line {error.lineno}") from error
    except (ValueError, LookupError) as error:
        raise Refusal(f"url: that's no feed of RSS or Atom: {line(error, 80)}") from error
    items = [item for item in reader.items if item.title or item.link]
    # Where an item has no date, the feed's own order stays.
    if all(item.date for item in items):
        items.sort(key=lambda item: item.date, reverse=True)
    return reader.title, items


def plain(text):
    """A title as plain text. In a feed it is plain text or escaped HTML."""
    text = html.unescape(re.sub(r"<[^<>]{0,500}>", "", text)) if "<" in text or "&" in text else text
    return line(" ".join(text.split()), MAXIMUM_TITLE_CHARACTERS)


def date(text):
    """A date of RSS (RFC 822) or Atom (RFC 3339). None where the text is neither."""
    try:
        made = email.utils.parsedate_to_datetime(text) if "," in text[:5] or text[:1].isalpha() or " " in text else datetime.fromisoformat(text.replace("Z", "+00:00"))
        return (made if made.tzinfo else made.replace(tzinfo=timezone.utc)).astimezone(timezone.utc)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


# MARK: Views


def opens(link):
    """Whether a link may be opened: http or https, short enough, and in ASCII."""
    return link.startswith(("https://", "http://")) and len(link.encode()) <= MAXIMUM_LINK_BYTES and all(0x20 < ord(character) < 0x7F for character in link)


def row(item, at, family):
    title = {"text": item.title or item.link, "lineLimit": 2 if family == "systemSmall" else 1, "font": "caption"}
    if family == "systemLarge" and item.date and item.date <= at:
        title = {"hstack": [title, {"spacer": True}, {"live": {"date": stamp(item.date), "style": "relative"}, "font": "caption2", "color": "secondary"}], "spacing": 6}
    return {"link": item.link, "view": title} if opens(item.link) else title


def view(title, items, at, family):
    shown = items[:ROWS.get(family, 3)]
    if family == "accessoryInline":
        return {"text": shown[0].title if shown else "Nothing new"}
    head = [] if family == "accessoryRectangular" else [header(title or "Feed", "newspaper", "pink")]
    rows = [row(item, at, family) for item in shown] or [{"text": "Nothing in it", "font": "caption", "color": "secondary"}]
    return page(head + rows, 5, family)


def sample(at):
    titles = ["A comet can be seen this week", "The old bridge opens again", "Rain after a dry spring", "How a clock is mended"]
    return [Item(title, "https://example.org/", at - timedelta(hours=3 * number + 1)) for number, title in enumerate(titles)]


def answer(request):
    if request["call"] == "perform":
        raise Refusal("there are no actions here")
    at, family, parameters = now(request), request.get("family", "systemSmall"), request.get("parameters", {})
    if wants_sample(request):
        return {"view": view("News", sample(at), at, family), "policy": "never"}
    url = parameters.get("url", "").strip()
    if not url:
        return {"view": advice("Feed", "Which? widgetctl configure feed url=https://example.org/feed.xml", "newspaper", "pink", family), "policy": "never"}
    # The feed's links are relative to its address, without the password, since links are shown.
    title, items = read(fetch(url, MAXIMUM_BYTES, "url", cache=STATE), public(url))
    return {"view": view(parameters.get("title") or title, items, at, family), "policy": {"after": stamp(at + RELOAD_AFTER)}}


if __name__ == "__main__":
    run("feed", answer)
