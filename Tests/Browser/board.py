"""board.py PROGRAMS CHROMIUM PLACE [PICTURES]: the web board in real Chromium."""

import json
import os
import sys
import time

from chromium import Chromium
from desk import Desk, wait

CUPS = "document.querySelector('#widgets').innerText + document.querySelector('#widgets .art').textContent"
TAP = "button[value$='/drink']"


def has_cups(page, count):
    page.wait(f"({CUPS}).includes('{count}') && document.querySelector('.words').textContent.includes('{count} cups')", f"the page shows {count} cups")


def pair(desk, page, *arguments):
    page.go(desk.invitation(*arguments))
    page.click("button")
    page.wait("document.querySelector('#widgets') !== null", "the browser is paired")


def shows_and_changes(desk, phone):
    pair(desk, phone, "--name", "phone")
    has_cups(phone, 0)
    phone.run("window.same = true")
    desk.widgetctl("place", "lamp")
    phone.wait("document.querySelectorAll('#widgets .page > li').length === 2", "a placed widget comes without a reload")
    assert phone.run("window.same"), "the page was loaded anew"


def is_tapped(desk, phone, other):
    pair(desk, other, "--name", "tablet")
    phone.run("window.moved = 0; const own = Element.prototype.animate; Element.prototype.animate = function (...a) { window.moved++; return own.apply(this, a) }")
    other.run("window.moved = 0; const own = Element.prototype.animate; Element.prototype.animate = function (...a) { window.moved++; return own.apply(this, a) }")
    phone.click(TAP)
    has_cups(phone, 1)
    has_cups(other, 1)
    assert desk.drunk() == 1, f"one tap was performed {desk.drunk()} times"
    assert phone.run("window.moved") > 0, "nothing moved"
    assert other.run("window.moved") == 0, "something moved for somebody who wants less motion"
    phone.click("button[role=switch]")
    other.wait("document.querySelector('button[role=switch]').getAttribute('aria-checked') === 'true'", "the toggle is on in the other browser")


def is_used_by_keys(desk, phone):
    phone.run(f"document.querySelector(\"{TAP}\").focus()")
    phone.key("Enter")
    has_cups(phone, 2)
    assert phone.run(f"document.activeElement === document.querySelector(\"{TAP}\")"), "the focus is lost with the change"
    phone.key("ArrowDown")
    assert phone.run("document.activeElement.href") == "https://example.org/", "the arrow key doesn't go to the link below"
    label = phone.run("document.activeElement.getAttribute('aria-label')")
    assert label == "Site", f"the link is called {label}"
    tree = phone.call("Accessibility.getFullAXTree")["nodes"]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if "role" in node}
    for wanted in (("button", "Drink"), ("switch", "Lamp"), ("link", "Site"), ("group", "Counter"), ("heading", "Widgets")):
        assert wanted in named, f"a screen reader finds no {wanted}: {sorted(named)}"


def waits_for_the_server(desk, phone, other):
    desk.stop("widgetd-web")
    phone.wait("document.querySelector('#notice').textContent.includes('No connection')", "the page says that there is no connection")
    desk.widgetctl("tap", "counter", "drink")
    desk.start_web()
    has_cups(phone, 3)
    has_cups(other, 3)
    phone.wait("document.querySelector('#notice').textContent === ''", "the page says no longer that there is none")
    desk.stop("widgetd")
    phone.wait("document.querySelector('#notice').textContent.includes('away since')", "the page says that the daemon is away")
    desk.start_daemon()
    phone.wait("document.querySelector('#notice').textContent === ''", "the page says that it is back")
    has_cups(phone, 3)


def sleeps(desk, phone):
    """A phone in a pocket: the page is frozen, and what happens meanwhile ends its connection"""
    cups = desk.drunk()
    phone.call("Page.setWebLifecycleState", state="frozen")
    desk.stop("widgetd-web")
    desk.start_web()
    desk.widgetctl("tap", "counter", "drink")
    phone.call("Page.setWebLifecycleState", state="active")
    has_cups(phone, cups + 1)
    phone.wait("document.querySelector('#notice').textContent === ''", "the page has a connection again")


def shows_alerts(desk, phone):
    # The message comes from the browser's own service, which is on the internet; here the browser is handed it.
    phone.browser.call("Browser.grantPermissions", origin=desk.address, permissions=["notifications"], browserContextId=phone.context)
    phone.run("navigator.serviceWorker.ready.then(() => true)")

    def registrations():
        # The browser tells what there is whenever it is asked to tell; what it says later may be lost in between.
        phone.call("ServiceWorker.disable")
        phone.call("ServiceWorker.enable")
        phone.run("0")
        told = [e["params"]["registrations"] for e in phone.browser.events if e["method"] == "ServiceWorker.workerRegistrationUpdated"]
        return [r["registrationId"] for some in told for r in some if r["scopeURL"].startswith(desk.address)]

    wait(registrations, "the browser tells of the worker")
    registration = registrations()[-1]
    data = json.dumps({"title": "Backup", "body": "It is done", "tag": "a", "icon": "/x.png"})
    phone.call("ServiceWorker.deliverPushMessage", origin=desk.address, registrationId=registration, data=data)
    shown = "navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(n => n.title + ': ' + n.body).join())"
    wait(lambda: phone.run(shown) == "Backup: It is done", "the worker shows the alert")
    assert phone.run("document.getElementById('alerts').hidden") is False, "the switch for alerts isn't there"


def follows_the_scheme(phone):
    light = phone.run("document.querySelector('#widgets .art').innerHTML")
    phone.media("dark")
    phone.wait(f"document.querySelector('#widgets .art').innerHTML !== {json.dumps(light)}", "the widgets turn dark")
    phone.media("light")


def has_stacks_and_pages(desk, phone):
    desk.widgetctl("stack", "add", "desk", "counter", "lamp")
    phone.wait("document.querySelectorAll('#widgets .stack .card').length === 2", "the two widgets lie over each other")
    phone.run("document.querySelector('.stack > ul').scrollTo(0, 9999)")
    phone.wait("document.querySelectorAll('.dots i')[1].className === 'on'", "the stack is turned")
    desk.widgetctl("surface", "set", "web-phone", "pages=counter/lamp")
    phone.wait("document.querySelectorAll('#widgets .page > .widget').length === 2", "each is on a page of its own")
    phone.click("#tabs a:nth-child(2)")
    phone.wait("document.querySelectorAll('#tabs a')[1].hasAttribute('aria-current')", "the second page is in sight")
    desk.widgetctl("surface", "set", "web-phone", "pages=")
    desk.widgetctl("stack", "remove", "desk")
    phone.wait("document.querySelectorAll('#widgets .page:only-child > .widget').length === 2", "the board is as it was")


def works_without_scripts(desk, plain):
    pair(desk, plain, "--name", "reader")
    has_cups(plain, 3)
    assert plain.run("document.body.innerText.includes('Without scripts')"), "nobody says that the page doesn't change"
    plain.click(TAP)
    wait(lambda: desk.drunk() == 4, "a tap without scripts is performed")
    plain.wait("document.readyState === 'complete'", "the board is there again")
    # The page may be older than the entry that the tap brought.
    wait(lambda: (plain.go(desk.address), "4 cups" in plain.run("document.body.textContent"))[1], "the page shows it when it is loaded again")


def is_revoked(desk, other):
    desk.widgetctl("web", "revoke", "tablet")
    other.wait("document.body.textContent.includes(\"isn't paired\")", "a revoked browser is told so, and has no widgets any more")
    other.go(desk.address)
    other.wait("document.body.textContent.includes(\"isn't paired\")", "a revoked browser doesn't see the board")


def looks_alone(desk, guest):
    pair(desk, guest, "--role", "look", "--name", "guest")
    has_cups(guest, 4)
    assert guest.run("document.querySelectorAll('#widgets button').length") == 0, "somebody who may look has buttons"


def costs_nothing(desk):
    time.sleep(1)
    before = desk.processor_time("widgetd-web")
    time.sleep(4)
    spent = [after - earlier for after, earlier in zip(desk.processor_time("widgetd-web"), before)]
    assert spent[0] < 0.02 and spent[1] <= 4, f"with browsers to which nothing happens, the server used {spent[0]} s and woke {spent[1]} times in 4 s"


def main():
    programs, program, place, pictures = sys.argv[1], sys.argv[2], sys.argv[3], (sys.argv[4:] or [None])[0]
    desk = Desk(programs, place)
    browser = None
    try:
        desk.start_daemon()
        desk.widgetctl("place", "counter")
        wait(lambda: "cups" in (desk.widgetctl("show", "counter") or ""), "the counter is there")
        desk.start_web()
        browser = Chromium(program, f"{place}/profile")
        phone, other = browser.page(), browser.page(size=(1024, 768), motion=False)
        plain, guest = browser.page(scripts=False), browser.page(size=(1920, 1080), scheme="dark")
        steps = [
            (shows_and_changes, desk, phone), (is_tapped, desk, phone, other), (is_used_by_keys, desk, phone), (costs_nothing, desk),
            (waits_for_the_server, desk, phone, other), (shows_alerts, desk, phone), (follows_the_scheme, phone),
            (has_stacks_and_pages, desk, phone), (works_without_scripts, desk, plain), (looks_alone, desk, guest),
            (is_revoked, desk, other), (sleeps, desk, phone),
        ]
        for step, *arguments in steps:
            step(*arguments)
            print(f"ok: the board {step.__name__.replace('_', ' ')}", flush=True)
        if pictures:
            os.makedirs(pictures, exist_ok=True)
            phone.picture(f"{pictures}/phone.png")
            guest.picture(f"{pictures}/wall.png")
        # A restart and a revocation are errors that a browser tells of.
        for page in (phone, plain, guest):
            found = [text for text in page.complaints() if "ERR_CONNECTION" not in text and "ERR_INCOMPLETE" not in text]
            assert not found, f"the browser complains: {found}"
    except AssertionError:
        for name in ("widgetd", "widgetd-web"):
            print(f"--- {name}:\n{desk.log(name)}", file=sys.stderr)
        raise
    finally:
        if browser:
            browser.close()
        desk.stop_all()


main()
