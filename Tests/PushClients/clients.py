"""Sends pushes with the libraries that servers use for Apple's service, unchanged but for host, port and CA.

    clients.py TARGET.json

TARGET.json says where the gateway is and what its tokens are: host, port, ca (a file), team, key_id, key (a file with the private key in PEM), app, widgets, dead;
for Web Push vapid_key (a file) and web_push (endpoint, p256dh, auth, and ended: an endpoint that has ended).
Prints a line for each client; exits 1 where one of them was answered wrongly.
"""

import asyncio
import json
import logging
import os
import ssl
import subprocess
import sys
import time
import uuid

PUSHES = 200
THREADS = 20
WIDGET = {"aps": {"content-changed": True}}

logging.disable(logging.CRITICAL)


class Target:
    def __init__(self, path):
        with open(path) as file:
            self.__dict__.update(json.load(file))
        self.base = f"https://{self.host}:{self.port}"
        self.widgets_topic = f"{self.app}.push-type.widgets"
        with open(self.key) as file:
            self.key_text = file.read()

    def provider_token(self, age=0, key=None, key_id=None):
        import jwt

        return jwt.encode({"iss": self.team, "iat": int(time.time()) - age}, key or self.key_text, algorithm="ES256", headers={"kid": key_id or self.key_id})


def other_key():
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def expect(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, not {wanted!r}")


async def with_aioapns(target):
    from aioapns import APNs, NotificationRequest
    from aioapns.connection import APNsProductionClientProtocol, APNsTLSClientProtocol

    APNsProductionClientProtocol.APNS_SERVER = target.host
    APNsTLSClientProtocol.APNS_PORT = target.port

    async def ignore(request, result):
        pass

    def client(key, connections=1):
        return APNs(key=key, key_id=target.key_id, team_id=target.team, topic=target.widgets_topic, max_connections=connections,
                    ssl_context=ssl.create_default_context(cafile=target.ca), err_func=ignore)

    apns = client(target.key_text)
    results = await asyncio.gather(*(
        apns.send_notification(NotificationRequest(device_token=target.widgets, message=WIDGET, priority=5, time_to_live=60)) for _ in range(PUSHES)))
    expect("statuses", {result.status for result in results}, {"200"})
    expect("ids", len({result.notification_id for result in results}), PUSHES)
    # More errors than its connection's window has room for: it never opens it again, and must be sent to another connection without losing an answer.
    for wave in range(10):
        results = await asyncio.gather(*(apns.send_notification(NotificationRequest(device_token=target.dead, message=WIDGET)) for _ in range(PUSHES)))
        expect("dead tokens", {(result.status, result.description) for result in results}, {("410", "Unregistered")})
        assert all(result.timestamp > 1_000_000_000_000 for result in results), "the time isn't in milliseconds"
    result = await apns.send_notification(NotificationRequest(device_token="00" * 32, message=WIDGET))
    expect("an unknown token", (result.status, result.description), ("400", "BadDeviceToken"))
    result = await apns.send_notification(NotificationRequest(device_token=target.widgets, message={"aps": {"content-changed": True}, "x": "y" * 4096}))
    expect("a long body", (result.status, result.description), ("413", "PayloadTooLarge"))
    apns.pool.close()
    wrong = client(other_key())
    results = await asyncio.gather(*(wrong.send_notification(NotificationRequest(device_token=target.widgets, message=WIDGET)) for _ in range(20)))
    expect("wrong keys", {(result.status, result.description) for result in results}, {("403", "InvalidProviderToken")})
    wrong.pool.close()
    return f"{PUSHES} pushes at once, {10 * PUSHES} errors"


async def with_httpx(target):
    import httpx

    headers = {"apns-topic": target.widgets_topic, "apns-push-type": "widgets"}
    context = ssl.create_default_context(cafile=target.ca)
    async with httpx.AsyncClient(http2=True, verify=context, base_url=target.base, limits=httpx.Limits(max_connections=1)) as client:
        async def push(token, path=f"/3/device/{target.widgets}", **more):
            return await client.post(path, json=WIDGET, headers=headers | {"authorization": f"bearer {token}"} | more, timeout=60)

        token = target.provider_token()
        ids = [str(uuid.uuid4()).upper() for _ in range(PUSHES)]
        responses = await asyncio.gather(*(push(token, **{"apns-id": id}) for id in ids))
        expect("statuses", {(response.status_code, response.http_version, response.content) for response in responses}, {(200, "HTTP/2", b"")})
        expect("ids", [response.headers["apns-id"] for response in responses], ids)
        responses = await asyncio.gather(*(push(token, f"/3/device/{target.dead}") for _ in range(PUSHES)))
        expect("dead tokens", {(response.status_code, response.json()["reason"]) for response in responses}, {(410, "Unregistered")})
        response = await push(target.provider_token(age=3700))
        expect("an expired token", (response.status_code, response.json()), (403, {"reason": "ExpiredProviderToken"}))
        response = await push(target.provider_token(key=other_key()))
        expect("a wrong key", (response.status_code, response.json()), (403, {"reason": "InvalidProviderToken"}))
        response = await push(target.provider_token(key_id="NOSUCHKEY0"))
        expect("an unknown key", (response.status_code, response.json()), (403, {"reason": "InvalidProviderToken"}))
        expect("a good one after them", (await push(token)).status_code, 200)
        response = await client.get("/3/device/" + target.widgets)
        expect("GET", (response.status_code, response.json()), (405, {"reason": "MethodNotAllowed"}))
        for size in [5_000, 60_000, 300_000]:
            response = await client.post(f"/3/device/{target.widgets}", content=b" " * size, headers=headers | {"authorization": f"bearer {token}"}, timeout=60)
            expect(f"{size} bytes", (response.status_code, response.json()), (413, {"reason": "PayloadTooLarge"}))
    return f"{PUSHES} pushes at once, {PUSHES} errors"


async def with_kalyke(target):
    from types import SimpleNamespace
    from kalyke import ApnsClient, ApnsConfig, exceptions

    os.environ["SSL_CERT_FILE"] = target.ca

    class Client(ApnsClient):
        @property
        def _base_url(self):
            return target.base

    client = Client(use_sandbox=False, team_id=target.team, auth_key_id=target.key_id, auth_key_filepath=target.key)
    # Its list of push types is older than widgets'.
    config = ApnsConfig(topic=target.widgets_topic, push_type=SimpleNamespace(value="widgets"))
    # It opens a connection for each push, in 5 s or not at all: as many at once as a small server would.
    turn = asyncio.Semaphore(16)

    async def push():
        async with turn:
            return await client.send_message(device_token=target.widgets, payload=WIDGET, apns_config=config)

    ids = await asyncio.gather(*(push() for _ in range(PUSHES)))
    expect("ids", len({str(uuid.UUID(id)) for id in ids}), PUSHES)

    async def fails(error, token, client=client, config=config, payload=WIDGET):
        try:
            await client.send_message(device_token=token, payload=payload, apns_config=config)
        except error:
            return
        raise AssertionError(f"{error.__name__} was expected")

    await fails(exceptions.BadDeviceToken, "00" * 32)
    await fails(exceptions.Unregistered, target.dead)
    await fails(exceptions.TopicDisallowed, target.widgets, config=ApnsConfig(topic=target.app), payload={"aps": {"alert": "x"}})
    unknown = Client(use_sandbox=False, team_id=target.team, auth_key_id="NOSUCHKEY0", auth_key_filepath=target.key)
    await fails(exceptions.InvalidProviderToken, target.widgets, client=unknown)
    return f"{PUSHES} pushes on as many connections, errors"


async def with_pyapns_client(target):
    from concurrent.futures import ThreadPoolExecutor
    from pyapns_client import APNSClient, IOSNotification, IOSPayload, UnregisteredException, InvalidProviderTokenException

    APNSClient.BASE_URLS = {APNSClient.MODE_PROD: target.base}

    def client(key_id=target.key_id):
        return APNSClient(mode=APNSClient.MODE_PROD, root_cert_path=target.ca, auth_key_path=target.key, auth_key_id=key_id, team_id=target.team)

    # It sends no push type: the topic has it.
    def notification():
        return IOSNotification(payload=IOSPayload(custom=WIDGET), topic=target.widgets_topic)

    first = client()
    first.push(notification=notification(), device_token=target.widgets)

    # What is under it isn't made for several threads on one connection: each has its own.
    def thread(_):
        mine = client()
        for _ in range(PUSHES // THREADS):
            mine.push(notification=notification(), device_token=target.widgets)
        mine.close()

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(thread, range(THREADS)))
    try:
        first.push(notification=notification(), device_token=target.dead)
        raise AssertionError("a dead token was taken")
    except UnregisteredException as error:
        expect("a dead token", error.status_code, 410)
    first.close()
    second = client("NOSUCHKEY0")
    try:
        second.push(notification=notification(), device_token=target.widgets)
        raise AssertionError("an unknown key was taken")
    except InvalidProviderTokenException as error:
        expect("an unknown key", error.status_code, 403)
    second.close()
    return f"{PUSHES} pushes from {THREADS} threads, errors"


async def with_curl(target):
    def curl(*arguments, urls=None):
        return subprocess.run(
            ["curl", "--silent", "--show-error", "--http2", "--cacert", target.ca, "--header", f"apns-topic: {target.widgets_topic}", "--header", "apns-push-type: widgets",
             "--data", json.dumps(WIDGET), *arguments, *(urls or [f"{target.base}/3/device/{target.widgets}"])],
            capture_output=True, text=True, timeout=120)

    good = ["--header", f"authorization: bearer {target.provider_token()}"]
    result = curl(*good, "--write-out", "%{http_code} %{http_version}")
    expect("one push", result.stdout, "200 2")
    # It has at most 100 at once on a connection.
    urls = [f"{target.base}/3/device/{target.widgets}"] * PUSHES
    result = curl(*good, "--parallel", "--parallel-max", "100", "--write-out", "%{http_code} %{num_connects}\n", urls=urls)
    lines = result.stdout.split("\n")[:-1]
    expect("statuses", (len(lines), {line.split()[0] for line in lines}), (PUSHES, {"200"}))
    expect("connections", sum(int(line.split()[1]) for line in lines) <= 4, True)
    result = curl(*good, "--write-out", " %{http_code}", urls=[f"{target.base}/3/device/{target.dead}"])
    assert result.stdout.startswith('{"reason":"Unregistered","timestamp":') and result.stdout.endswith(" 410"), result.stdout
    result = curl("--header", f"authorization: bearer {target.provider_token(age=3700)}", "--write-out", " %{http_code}")
    expect("an expired token", result.stdout, '{"reason":"ExpiredProviderToken"} 403')
    result = curl("--write-out", " %{http_code}")
    expect("no token", result.stdout, '{"reason":"MissingProviderToken"} 403')
    return f"{PUSHES} pushes, 100 at once, errors"


async def with_pywebpush(target):
    from concurrent.futures import ThreadPoolExecutor
    from pywebpush import WebPushException, webpush

    os.environ["REQUESTS_CA_BUNDLE"] = target.ca
    good = {"endpoint": target.web_push["endpoint"], "keys": {"p256dh": target.web_push["p256dh"], "auth": target.web_push["auth"]}}

    def push(subscription=good, data="the score is 2:1", **more):
        claims = {"sub": "mailto:me@example.org"}
        return webpush(subscription_info=subscription, data=data, vapid_private_key=target.vapid_key, vapid_claims=claims, ttl=60, timeout=60, **more).status_code

    def fails(status, **more):
        try:
            push(**more)
        except WebPushException as error:
            expect(f"status {status}", error.response.status_code, status)
            return
        raise AssertionError(f"status {status} was expected")

    with ThreadPoolExecutor(THREADS) as pool:
        expect("statuses", set(pool.map(lambda _: push(), range(PUSHES))), {201})
    fails(410, subscription=good | {"endpoint": target.web_push["ended"]})
    fails(404, subscription=good | {"endpoint": target.web_push["endpoint"][:-64] + "00" * 32})
    fails(400, subscription=good | {"keys": good["keys"] | {"auth": "AAAAAAAAAAAAAAAAAAAAAA"}})
    fails(415, content_encoding="aesgcm")
    fails(413, data="x" * 4_200)
    return f"{PUSHES} pushes from {THREADS} threads, errors"


def main():
    target = Target(sys.argv[1])
    failed = False
    for name, run in [("aioapns", with_aioapns), ("httpx", with_httpx), ("kalyke-apns", with_kalyke), ("pyapns_client", with_pyapns_client), ("curl", with_curl),
                      ("pywebpush", with_pywebpush)]:
        begin = time.monotonic()
        try:
            print(f"{name}: {asyncio.run(run(target))} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:
            failed = True
            print(f"{name}: failed: {type(error).__name__}: {error}", flush=True)
            if os.environ.get("VERBOSE"):
                import traceback

                traceback.print_exc()
    sys.exit(1 if failed else 0)


main()
