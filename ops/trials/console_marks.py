"""Measures the marks of the browser console, and prints each with its limit. Exits with 1 if a limit is missed.

    console_marks.py [--only NAME,…] [--json FILE] URL

The demo clinic is at URL, with a day of at least 200 visits. The machine may be busy: where a time of the clock would tell more about
the machine than about the page, processor time of the page's thread is measured, and the table says so.
"""

import argparse
import gzip
import http.client
import json
import math
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from console_desk import PATIENCE, Desk, chromium

PASSWORD = "chairside-demo"
DESK, OTHER = "reception@spree.example", "admin@spree.example"
QUEUE = "/api/v1/reception/queue"
AHEAD = ("booked", "confirmed")
CHECK_INS, SLOW_UPDATES, HOUR_OF_CHANGES = 200, 100, 300
# Eight hours: in each round ten minutes pass, with twenty changes, and the page's stream is cut at its end.
ROUNDS, CHANGES_OF_A_ROUND = 48, 20


class Clinic:
    """The clinic as a script uses it, at a desk without a browser."""

    def __init__(self, url):
        self.url = url
        self.token = self.call("POST", "/auth/login", {"email": OTHER, "password": PASSWORD})["access_token"]
        visits = self.call("GET", "/reception/queue")["items"]
        self.visits = len(visits)
        if self.visits < 200:
            sys.exit(f"✘ the day has {self.visits} visits, and 200 are needed")
        ahead = [visit["appointment"]["id"] for visit in visits if visit["appointment"]["status"] in AHEAD]
        if not ahead:
            sys.exit("✘ no patient is expected any more today: run this before the clinic's midnight")
        self.ahead, self.turn, self.in_house = ahead[-20:], 0, None

    def call(self, method, path, body=None, raw=False, **headers):
        headers["Content-Type"] = "application/json"
        if hasattr(self, "token"):
            headers["Authorization"] = "Bearer " + self.token
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.url + "/api/v1" + path, method=method, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                content = answer.read()
                return (content, answer.headers) if raw else json.loads(content)
        except urllib.error.HTTPError as refused:
            sys.exit(f"✘ {method} {path}: {refused.code} {refused.read()[:300]!r}")

    def sign_in_again(self):
        del self.token
        self.__init__(self.url)

    def check_in(self):
        """Checks in the next patient; returns the visit."""
        visit = self.ahead[self.turn % len(self.ahead)]
        self.turn += 1
        self.call("POST", f"/appointments/{visit}/check-in")
        return visit

    def undo(self, visit):
        self.call("POST", f"/appointments/{visit}/undo", {"reason": "The patient has not come yet"})

    def changes(self, count, pause=0.05):
        """Makes so many changes, and leaves the day as it was."""
        for _ in range(count // 2):
            visit = self.check_in()
            time.sleep(pause)
            self.undo(visit)
            time.sleep(pause)


class Follower(threading.Thread):
    """A script that reads the event stream of the queue: the time of the clock at which each visit was seen to arrive."""

    def __init__(self, clinic):
        super().__init__(daemon=True)
        address = urllib.parse.urlsplit(clinic.url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        self.connection.request("GET", QUEUE, headers={"Accept": "text/event-stream", "Authorization": "Bearer " + clinic.token})
        self.answer = self.connection.getresponse()
        self.arrived, self.ready = {}, threading.Event()

    def run(self):
        for line in self.answer:
            now = time.time()
            if line.startswith(b"data:"):
                self.ready.set()
                change = json.loads(line[5:])
                for row in change["items"] if change.get("complete") is False else []:
                    if row["appointment"]["status"] == "arrived":
                        self.arrived[row["appointment"]["id"]] = now


def watch(page):
    """Lets a page send what it transfers to the lists that are returned: addresses, and bytes on the wire by kind."""
    wire = page.context.new_cdp_session(page)
    requests, addresses = [], {}
    got = {"files": 0, "api": 0}

    def kind(request):
        return "api" if "/api/" in addresses.get(request, "") else "files"

    pending = {}

    def received(event):
        pending[event["requestId"]] = pending.get(event["requestId"], 0) + event["encodedDataLength"]
        got[kind(event["requestId"])] += event["encodedDataLength"]

    def finished(event):
        got[kind(event["requestId"])] += max(0, event["encodedDataLength"] - pending.get(event["requestId"], 0))

    def sent(event):
        addresses[event["requestId"]] = event["request"]["url"]
        requests.append(event["request"]["url"])

    wire.on("Network.requestWillBeSent", sent)
    wire.on("Network.dataReceived", received)
    wire.on("Network.loadingFinished", finished)
    wire.send("Network.enable")
    return wire, requests, got


def open_board(browser, url, email=DESK, before=None):
    desk = Desk(browser, url)
    if before:
        before(desk.page)
    desk.sign_in(email, PASSWORD)
    desk.page.locator(".board-card").first.wait_for(timeout=4 * PATIENCE)
    desk.page.wait_for_timeout(2000)
    return desk


def part(values, share):
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)]


def kilobytes(count):
    return f"{count / 1024:,.1f} KB"


# --- the marks: each returns what was measured as text, the limit as text, and whether it is held ---


def first_screen(browser, clinic):
    seen = {}
    desk = open_board(browser, clinic.url, before=lambda page: seen.update(zip(("wire", "requests", "got"), watch(page))))
    count = sum("/api/" not in address for address in seen["requests"])
    desk.context.close()
    return f"{kilobytes(seen['got']['files'])} in {count} files", "≤ 90 KB", seen["got"]["files"] <= 90 * 1024


def clicks(browser, clinic):
    desk = Desk(browser, clinic.url)
    done = 1  # the address that the server prints
    desk.page.goto(clinic.url + "/")
    # A person types into the field that has the focus, and goes on with Tab and Enter.
    desk.page.locator("input[type=email]:focus").wait_for()
    desk.page.keyboard.type(DESK)
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.type(PASSWORD)
    desk.button("Sign in").click()
    done += 1
    desk.page.locator(".board-card").first.wait_for(timeout=4 * PATIENCE)
    visit = clinic.check_in()
    desk.page.locator(f".board-lane.waiting [id='visit-{visit}']").wait_for(timeout=4 * PATIENCE)
    clinic.undo(visit)
    desk.context.close()
    return f"{done}, with e-mail and password typed", "≤ 2", done <= 2


PAINTED = """() => {
    window.painted = {}
    const board = document.querySelector('.board-main') || document.body
    const look = () => {
        for (const face of board.querySelectorAll('.board-lane.waiting .board-face')) {
            const id = face.dataset.visit
            if (window.awaited !== id || window.painted[id]) continue
            window.painted[id] = -1
            // The first task after a frame's callback runs when the frame is on its way to the screen.
            requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { window.painted[id] = Date.now() / 1000 }; port2.postMessage(0) })
        }
    }
    new MutationObserver(look).observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'id'] })
}"""


def check_in(browser, clinic):
    desk = open_board(browser, clinic.url)
    follower = Follower(clinic)
    follower.start()
    follower.ready.wait(30)
    desk.page.evaluate(PAINTED)
    painted, read = [], []
    for _ in range(CHECK_INS):
        visit = clinic.ahead[clinic.turn % len(clinic.ahead)]
        follower.arrived.pop(visit, None)
        desk.page.evaluate("visit => { window.painted = {}; window.awaited = visit }", visit)
        begun = time.time()
        clinic.check_in()
        desk.page.wait_for_function("visit => window.painted[visit] > 0", arg=visit, timeout=PATIENCE, polling=20)
        painted.append(1000 * (desk.page.evaluate("visit => window.painted[visit]", visit) - begun))
        until = time.time() + 10
        while visit not in follower.arrived and time.time() < until:
            time.sleep(0.005)
        read.append(1000 * (follower.arrived[visit] - begun))
        clinic.undo(visit)
        desk.page.wait_for_timeout(60)
    desk.context.close()
    ours, script = part(painted, 0.95), part(read, 0.95)
    return (f"p95 {ours:.0f} ms, script {script:.0f} ms: {ours / script:.2f}× (p50 {part(painted, 0.5):.0f} and {part(read, 0.5):.0f} ms)",
            "≤ 1.5×", ours <= 1.5 * script)


def long_tasks(browser, clinic):
    desk = open_board(browser, clinic.url)
    page = desk.page
    # All cards are shown, also those of the columns of what is over, which are folded at first.
    while page.locator(".board-fold").count():
        page.locator(".board-fold").first.click()
        page.wait_for_timeout(300)
    if page.locator(".board-more button").count():
        page.locator(".board-more button").first.click()
    page.wait_for_timeout(1000)
    cards = page.locator(".board-card").count()
    desk.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.wait_for_timeout(1000)
    page.evaluate("""() => { window.long = []; new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' }) }""")
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"])
    changes = threading.Thread(target=clinic.changes, args=(SLOW_UPDATES,))
    changes.start()
    while changes.is_alive():
        page.wait_for_timeout(200)
    page.wait_for_timeout(1500)
    by_clock = page.evaluate("window.long")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    desk.context.close()
    mains = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    tasks = [event["tdur"] / 1000 for event in events
             if event["name"] == "ThreadControllerImpl::RunTask" and "tdur" in event and (event["pid"], event["tid"]) in mains]
    long = [task for task in tasks if task > 50]
    return (f"{len(long)} by processor time, longest {max(tasks, default=0):.0f} ms; {len(by_clock)} by the clock; {cards} cards",
            "0", bool(tasks) and not long)


CUT = """() => {
    const real = window.fetch
    window.fetch = (what, options = {}) => {
        if (!/event-stream/.test(new Headers(options.headers).get('Accept') || '')) return real(what, options)
        const ends = new AbortController()
        options.signal?.addEventListener('abort', () => ends.abort())
        window.cutStream = () => ends.abort()
        return real(what, { ...options, signal: ends.signal })
    }
}"""


def heap(browser, clinic):
    desk = open_board(browser, clinic.url, before=lambda page: page.add_init_script(f"({CUT})()"))
    page = desk.page
    wire = desk.context.new_cdp_session(page)
    streams = []
    page.on("request", lambda request: streams.append(1) if QUEUE in request.url else None)

    def used():
        for _ in range(3):
            wire.send("HeapProfiler.collectGarbage")
            page.wait_for_timeout(200)
        return wire.send("Runtime.getHeapUsage")["usedSize"], wire.send("Memory.getDOMCounters")["nodes"]

    def hours(rounds):
        for _ in range(rounds):
            clinic.changes(CHANGES_OF_A_ROUND, 0.01)
            page.evaluate("window.cutStream()")
            page.wait_for_timeout(1300)  # a stream that was cut is opened again after a pause

    hours(4)
    before, nodes_before = used()
    hours(ROUNDS)
    page.wait_for_timeout(1000)
    after, nodes_after = used()
    visit = clinic.check_in()
    try:
        page.locator(f".board-lane.waiting [id='visit-{visit}']").wait_for(timeout=4 * PATIENCE)
        lives = True
    except Exception:
        lives = False
    clinic.undo(visit)
    desk.context.close()
    growth = after / before - 1
    state = "" if lives else "; the board was dead at the end"
    return (f"{100 * growth:+.1f} %: {kilobytes(before)} to {kilobytes(after)}, {nodes_before} to {nodes_after} nodes; "
            f"{ROUNDS * CHANGES_OF_A_ROUND} changes, {len(streams)} streams{state}", "≤ 10 %", growth <= 0.1 and lives)


def idle(browser, clinic):
    desk = open_board(browser, clinic.url)
    desk.page.wait_for_timeout(3000)
    _, requests, _ = watch(desk.page)
    desk.page.wait_for_timeout(120_000)
    rate = len(requests) / 2
    desk.context.close()
    return f"{rate:g} a minute", "≤ 3 a minute", rate <= 3


def traffic(browser, clinic):
    seen = {}
    desk = open_board(browser, clinic.url, before=lambda page: seen.update(zip(("wire", "requests", "got"), watch(page))))
    opened = seen["got"]["api"]
    clinic.changes(HOUR_OF_CHANGES, 0.03)
    desk.page.wait_for_timeout(1500)
    changed = seen["got"]["api"] - opened
    # The stream says every 15 seconds that it is alive, with a line of one sign as a chunk.
    alive = 240 * 9
    body, headers = clinic.call("GET", "/reception/queue", raw=True, **{"Accept-Encoding": "gzip"})
    if headers.get("Content-Encoding") != "gzip":
        body = gzip.compress(body)
    answer = len(body) + len(str(headers))
    desk.context.close()
    share = (opened + changed + alive) / (720 * answer)
    return (f"{100 * share:.2f} %: {kilobytes(opened + changed + alive)}, of which opening the board {kilobytes(opened)}, "
            f"{changed / HOUR_OF_CHANGES:.0f} bytes a change; polling 720 × {kilobytes(answer)}", "≤ 1 %", changed > 0 and share <= 0.01)


MARKS = {
    "first-screen": ("transferred for the first screen", first_screen),
    "clicks": ("clicks from “serves on” to the living board", clicks),
    "check-in": ("check-in at a desk to painted at another, beside a script", check_in),
    "long-tasks": ("long tasks of 100 updates, processor throttled 4×", long_tasks),
    "idle": ("requests while nothing changes", idle),
    "traffic": ("bytes of an hour with 300 changes, beside polling", traffic),
    "heap": ("growth of the heap in eight hours", heap),
}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--only", default=",".join(MARKS), help="names, with commas: " + ", ".join(MARKS))
    options.add_argument("--json")
    options.add_argument("url")
    given = options.parse_args()
    clinic = Clinic(given.url)
    print(f"{clinic.visits} visits; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    rows = []
    with chromium() as browser:
        for name in given.only.split(","):
            if name not in MARKS:
                sys.exit(f"✘ there is no mark {name}: {', '.join(MARKS)}")
            title, measure = MARKS[name]
            clinic.sign_in_again()
            load, begun = os.getloadavg()[0], time.monotonic()
            try:
                measured, limit, held = measure(browser, clinic)
            except Exception as failure:  # one measurement that fails does not take the others with it
                measured, limit, held = f"failed: {str(failure).splitlines()[0]}", "–", False
            rows.append({"mark": title, "measured": measured, "limit": limit, "ok": held, "load": round(load, 1)})
            print(f"{'✔' if held else '✘'} {title}: {measured} (limit {limit}; load {load:.1f}, {time.monotonic() - begun:.0f} s)", flush=True)
    print("\n| mark | measured | limit | ok |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row['mark']} | {row['measured']} | {row['limit']} | {'held' if row['ok'] else 'missed'} |")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"visits": clinic.visits, "marks": rows}, file, ensure_ascii=False, indent=1)
    sys.exit(0 if all(row["ok"] for row in rows) else 1)


if __name__ == "__main__":
    main()
