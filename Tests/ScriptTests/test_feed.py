"""What the feed shows of what a server has."""

import pathlib
import tempfile
import unittest

from scripts import Failed, ask, families, parts, texts
from servers import Server

RSS = """<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News &amp; more</title><link>https://example.org/</link>
<image><title>not this</title></image>
<item><title>Older</title><link>https://example.org/1</link><pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate><media:content><media:title>nor this</media:title></media:content></item>
<item><title><![CDATA[A &amp; <b>B</b>]]></title><link> /2 </link><pubDate>Fri, 20 Nov 2026 09:00:00 +0100</pubDate></item>
<item><guid>x</guid></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/"><title>Blog</title>
<entry><title>First</title><link rel="enclosure" href="https://example.org/big.mp3"/><link href="a?b=1"/><updated>2026-11-20T09:00:00Z</updated><published>2026-11-01T09:00:00Z</published></entry>
<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Sec<b>ond</b></div></title><link rel="alternate" href="javascript:alert(1)"/><updated>2026-11-10T09:00:00Z</updated></entry>
</feed>"""


class Feeds(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.server = Server(self)

    def ask(self, page, **more):
        self.server.pages["/feed"] = page if callable(page) else page if isinstance(page, bytes) else page.encode()
        return ask("feed", home=self.home, parameters={"url": self.server.url + "/feed", **more.pop("parameters", {})}, **more)

    def refused(self, page, pattern):
        with self.subTest(pattern), self.assertRaisesRegex(Failed, pattern):
            self.ask(page)

    def test_rss_has_the_newest_first_as_links(self):
        made = self.ask(RSS)
        self.assertEqual(texts(made["view"]), ["News & more", "A & B", "Older"])
        self.assertEqual([part["link"] for part in parts(made["view"], "link")], [self.server.url + "/2", "https://example.org/1"])
        self.assertEqual([part["live"]["date"] for part in parts(made["view"], "live")], ["2026-11-20T08:00:00Z", "2026-11-19T08:00:00Z"])
        self.assertEqual(made["policy"], {"after": "2026-11-20T12:30:00Z"})

    def test_atom_too_with_relative_links_and_none_that_runs_something(self):
        made = self.ask(ATOM)
        self.assertEqual(texts(made["view"]), ["Blog", "Second", "First"])
        self.assertEqual([part["link"] for part in parts(made["view"], "link")], ["https://example.org/blog/a?b=1"])

    def test_a_password_of_the_feeds_address_is_in_no_link_and_no_error(self):
        address = self.server.url.replace("//", "//me:hunter2@") + "/feed"
        self.assertEqual(parts(self.ask(RSS, parameters={"url": address})["view"], "link")[0]["link"], self.server.url + "/2")
        with self.assertRaises(Failed) as caught:
            self.ask("<html></html>", parameters={"url": address})
        self.assertNotIn("hunter2", str(caught.exception))

    def test_every_family_and_a_title_of_its_own(self):
        for family in families("feed"):
            with self.subTest(family):
                self.assertIn("A & B", texts(self.ask(RSS, family=family)["view"]))
        self.assertEqual(texts(self.ask(RSS, parameters={"title": "Mine"})["view"])[0], "Mine")

    def test_a_feed_that_has_not_changed_is_not_sent_again(self):
        def page(handler):
            handler.answer(b"", 304) if handler.headers.get("If-None-Match") else handler.answer(RSS.encode(), ETag='W/"7"')
        self.assertEqual(self.ask(page), self.ask(page))
        self.assertEqual(self.server.requests[1][1]["If-None-Match"], 'W/"7"')

    def test_an_empty_feed_and_one_without_dates(self):
        self.assertEqual(texts(self.ask("<rss><channel/></rss>")["view"]), ["Feed", "Nothing in it"])
        self.assertEqual(texts(self.ask("<rss><channel><item><title>b</title></item><item><title>a</title></item></channel></rss>")["view"]), ["Feed", "b", "a"])

    def test_what_is_no_feed_is_refused_in_words(self):
        self.refused("", "that's no feed of RSS or Atom: no element found")
        self.refused("<html></html>", "begins with <html>")
        self.refused("<rss><channel>", "in line 1")
        self.refused(b"\x00\xff" * 100, "that's no feed")
        self.refused('<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>', "declares entities")
        self.refused("<rss>" + "<a>" * 100, "more than 64 elements within each other")
        self.refused('<?xml version="1.0" encoding="nonsense"?><rss/>', "that's no feed")
        self.refused(b"x" * ((4 << 20) + 1), "the limit is 4,194,304")

    def test_strange_items_are_shown_as_what_they_are(self):
        made = self.ask("<rss><channel>" + "<item><title>x&#10;y " + "z" * 5_000 + "</title><link>http://a/" + "b" * 2_000 + "</link><pubDate>never</pubDate></item>" * 1 + "</channel></rss>")
        self.assertEqual(len(texts(made["view"])[1]), 200)
        self.assertEqual(parts(made["view"], "link"), [])

    def test_without_an_address_it_says_what_to_do(self):
        made = ask("feed", home=self.home)
        self.assertIn("widgetctl configure feed url=", " ".join(texts(made["view"])))


if __name__ == "__main__":
    unittest.main()
