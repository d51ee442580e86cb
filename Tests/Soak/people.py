"""Those who use the devices: writers, tappers, and servers that push.

Each is a thread that ends when it is told to, and keeps a journal of what was acknowledged."""

import base64
import json
import random
import subprocess
import threading
import time
import uuid

from tapper import Tapper
from ttrpc import Broken, Client, Refused, field
from writer import KIND, Widget, Writer, parameter

# The seconds between two doings of one person, on average.
PAUSE = 0.5


class WriterAtEase(Writer):
    """Places, names, configures and removes widgets of its own, with pauses."""

    def __init__(self, name, path, shared, seed):
        super().__init__(name, path, 1, shared, seed, threading.Event())

    def run(self):
        try:
            while not self.stop.wait(self.random.expovariate(1 / PAUSE)):
                self.step()
        except Exception as error:  # Told by the main thread.
            self.fault = error


class TapperAtEase(Tapper):
    def __init__(self, name, path, targets, seed):
        super().__init__(name, path, 0, targets, seed)

    def run(self):
        try:
            while not self.stop.wait(self.random.expovariate(1 / PAUSE)):
                self.goal += 1
                self.tap(*self.random.choice(self.targets), f"{self.tapper}-{self.goal}")
        except Exception as error:  # Told by the main thread.
            self.fault = error


class User(threading.Thread):
    """Starts, updates and ends activities, switches a toggle, and reloads widgets: all by widgetctl."""

    def __init__(self, device, seed):
        super().__init__(name=f"user of {device.name}", daemon=True)
        self.device, self.random = device, random.Random(f"{seed}{device.name}user")
        self.stop, self.fault, self.count, self.reasons = threading.Event(), None, 0, {}

    def run(self):
        try:
            while not self.stop.wait(self.random.expovariate(1 / (4 * PAUSE))):
                self.do(*self.command())
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def command(self):
        dice, tag = self.random.random(), f"{self.device.name}-{self.random.randrange(6)}"
        if dice < 0.3:
            return "activity", "start", "--title", f"Task {tag}", "--tag", tag, "--progress", f"{self.random.randrange(100)}%"
        if dice < 0.6:
            return "activity", "update", tag, "--progress", f"{self.random.randrange(100)}%", "--detail", "x" * self.random.randrange(1, 200)
        if dice < 0.75:
            return "activity", "end", tag, "--dismiss", self.random.choice(["immediate", "1min", "default"])
        if dice < 0.9:
            return "control", "press", f"switch-{self.device.name}", "--no-wait"
        return "reload", "--kind", self.random.choice(["fast", "slow", "failing", "large"])

    def do(self, *arguments):
        status, _, errors = self.device.widgetctl(*arguments)
        self.count += 1
        if status:
            # A tag without an activity is the user's mistake, which the command says.
            said = errors.strip().partition("\n")[0].replace(arguments[-1], "…")
            reason = f"{' '.join(arguments[:2])}: exit status {status}: {said}"
            self.reasons[reason] = self.reasons.get(reason, 0) + 1


class Server(threading.Thread):
    """Pushes to widgets as to APNs, and posts to a topic, through the gateway."""

    def __init__(self, device, seed):
        super().__init__(name=f"server of {device.name}", daemon=True)
        self.device, self.random = device, random.Random(f"{seed}{device.name}server")
        self.stop, self.fault, self.reasons = threading.Event(), None, {}
        # The ids of the pushes that were answered with 200.
        self.accepted, self.posts = [], 0
        self.key = f"{device.directory}/server.p8"

    def register(self):
        """The key and the tokens that it pushes with."""
        subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", self.key], check=True, capture_output=True)
        self.ask("push", "key", "add", "--team", "home", "--id", "server1", self.key)
        self.topic = json.loads(self.ask("push", "topic", "add", "soak", "--json"))["token"]
        self.token = json.loads(self.ask("push", "token", "soak", "--json"))["tokens"][0]["token"]

    def ask(self, *arguments):
        status, output, errors = self.device.widgetctl(*arguments)
        assert status == 0, f"{self.device.name}: widgetctl {' '.join(arguments)}: {errors}"
        return output

    def run(self):
        try:
            while not self.stop.wait(self.random.expovariate(1 / (4 * PAUSE))):
                self.push() if self.random.random() < 0.6 else self.post()
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def push(self):
        identifier = str(uuid.uuid4())
        headers = [f"authorization: bearer {self.signed()}", "apns-topic: soak.push-type.widgets", "apns-push-type: widgets", f"apns-id: {identifier}"]
        headers.append(f"apns-priority: {self.random.choice([5, 10])}")
        if self.curl(f"3/device/{self.token}", headers, '{"aps":{"content-changed":true}}'):
            self.accepted.append(identifier)

    def post(self):
        headers = [f"Authorization: Bearer {self.topic}", f"Progress: {self.random.randrange(101)}"]
        if self.random.random() < 0.2:
            headers.append("Status: done")
        self.posts += self.curl("soak", headers, "step")

    def curl(self, path, headers, body):
        command = ["curl", "--silent", "--http2", "--max-time", "15", "--cacert", f"{self.device.state}/push-certificate.pem", "--data", body]
        command += ["--write-out", "%{http_code}", "--output", "/dev/null", *(word for header in headers for word in ("--header", header))]
        ended = subprocess.run([*command, f"https://localhost:{self.device.gateway}/{path}"], capture_output=True, text=True)
        if ended.stdout == "200":
            return True
        reason = f"gateway: {ended.stdout}" if ended.returncode == 0 else f"gateway: curl's exit status {ended.returncode}"
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        return False

    def signed(self):
        """A provider token, by the clock of the device."""
        def encode(data):
            return base64.urlsafe_b64encode(data).rstrip(b"=")

        claims = {"iss": "home", "iat": int(time.time()) + self.device.ahead}
        text = encode(b'{"alg":"ES256","kid":"server1"}') + b"." + encode(json.dumps(claims).encode())
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=text, capture_output=True, check=True).stdout
        return (text + b"." + encode(numbers(signature))).decode()

    def lost(self):
        """Accepted pushes of which the log knows nothing. It goes back about 10,000, so the newest are asked for."""
        missing = []
        for identifier in self.accepted[-1000:]:
            if not json.loads(self.ask("push", "log", "--id", identifier, "--json")).get("lines"):
                missing.append(f"{self.device.name}: the accepted push {identifier} isn't in its log")
        return missing


def numbers(signature):
    """The two numbers of 32 bytes of a signature that openssl writes as ASN.1."""
    out, at = b"", 2
    for _ in range(2):
        size = signature[at + 1]
        out += signature[at + 2 : at + 2 + size].lstrip(b"\0").rjust(32, b"\0")
        at += 2 + size
    return out


def place(devices, count, seed):
    """Widgets of all kinds over all devices, a toggle on each, and the widget that all of them edit: its id."""
    chance = random.Random(seed)
    kinds = ["fast"] * 12 + ["slow"] * 3 + ["failing"] * 2 + ["large"] * 2 + ["none"]
    for number in range(count):
        client = Client(chance.choice(devices).socket)
        try:
            # One of each sort at least.
            kind = kinds[-number - 1] if number < len(kinds) else chance.choice(kinds)
            client.call("Widgets", "Place", field(1, kind) + field(4, f"{kind} {number}"))
        finally:
            client.close()
    for device in devices:
        status, _, errors = device.widgetctl("control", "add", "switch", "--name", f"switch-{device.name}", "--device", device.name)
        assert status == 0, f"{device.name}: control add: {errors}"
    client = Client(devices[0].socket)
    try:
        return Widget(client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(0)) + field(4, "shared"))[1][0]).id
    finally:
        client.close()


class Messenger:
    """Measures how long a change of one device takes until the others have it."""

    LIMIT = 5

    def __init__(self, devices):
        self.devices, self.number = devices, 0
        client = Client(devices[0].socket)
        try:
            self.widget = Widget(client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(0)) + field(4, "message"))[1][0]).id
        finally:
            client.close()

    def lag(self):
        """Seconds, for each of the other devices; None where it takes longer than the limit, as while that device is down."""
        self.number += 1
        text = f"message {self.number}"
        try:
            client = Client(self.devices[0].socket)
            try:
                client.call("Widgets", "Configure", field(1, self.widget) + field(4, text))
            finally:
                client.close()
        except (Broken, Refused):
            return {}
        began, waiting, found = time.monotonic(), set(self.devices[1:]), {}
        while waiting and time.monotonic() < began + self.LIMIT:
            for device in list(waiting):
                try:
                    client = Client(device.socket)
                    try:
                        name = Widget(client.call("Widgets", "Get", field(1, self.widget))[1][0]).name
                    finally:
                        client.close()
                except (Broken, Refused, KeyError):
                    continue
                if name == text:
                    found[device.name] = time.monotonic() - began
                    waiting.discard(device)
            time.sleep(0.005)
        return found
