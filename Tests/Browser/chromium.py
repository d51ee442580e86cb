"""Chromium by its devtools protocol over two pipes: pages, clicks, keys, pictures. Only the standard library is needed."""

import base64
import json
import os
import select
import subprocess
import time


class Chromium:
    def __init__(self, program, profile):
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()
        os.set_inheritable(to_browser, True)
        os.set_inheritable(from_browser, True)
        # The browser reads commands from descriptor 3, and answers on 4.
        command = [
            "/bin/sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh", program, "--headless", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
        ]
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.input, self.output = ours_in, ours_out
        self.buffer = b""
        self.last = 0
        self.events = []

    def call(self, method, session=None, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        wanted, end = self.last, time.monotonic() + 60
        while time.monotonic() < end:
            for message in self.read(end - time.monotonic()):
                if message.get("id") == wanted:
                    if "error" in message:
                        raise AssertionError(f"{method}: {message['error']}")
                    return message["result"]
                self.events.append(message)
        raise AssertionError(f"{method}: no answer from Chromium")

    def read(self, timeout):
        ready, _, _ = select.select([self.input], [], [], max(0, timeout))
        if not ready:
            return []
        data = os.read(self.input, 1 << 20)
        if not data:
            raise AssertionError("Chromium has ended")
        self.buffer += data
        *whole, self.buffer = self.buffer.split(b"\0")
        return [json.loads(part) for part in whole]

    def page(self, **options):
        """A tab of a browser of its own: other cookies, other cache."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        return Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"], context, **options)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Page:
    def __init__(self, browser, session, context, size=(390, 844), scheme="light", scripts=True, motion=True, scale=1):
        self.browser, self.session, self.context = browser, session, context
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)
        self.media(scheme, motion)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def media(self, scheme, motion=True):
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "no-preference" if motion else "reduce"}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def go(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'", f"{url} is loaded")

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, script, what, seconds=20):
        end = time.monotonic() + seconds
        fault = None
        while time.monotonic() < end:
            try:
                if self.run(script):
                    return
            except AssertionError as error:
                # A page that is being left has nothing to run in. A page that is being loaded has no body yet.
                fault = error
            time.sleep(0.05)
        raise AssertionError(f"within {seconds} s it isn't so that {what}: {self.run('document.body?.innerText')!r}; last fault: {fault}")

    def click(self, selector):
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2] })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def key(self, name):
        codes = {"Tab": 9, "Enter": 13, "ArrowDown": 40, "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38}
        text = {"text": "\r"} if name == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, windowsVirtualKeyCode=codes[name], **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name, windowsVirtualKeyCode=codes[name])

    def picture(self, path, whole=False):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]))

    def complaints(self):
        """What the browser has refused or what went wrong in it, such as a breach of the page's policy."""
        self.run("0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] in ("error", "warning"):
                found.append(event["params"]["entry"]["text"])
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(event["params"]["exceptionDetails"]))
        return found
