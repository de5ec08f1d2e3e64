"""Drives Firefox by Marionette, the remote control that every Firefox has: JSON over a local socket, no library needed."""

import base64
import json
import os
import socket
import subprocess
import time
from pathlib import Path

PATIENCE = 30  # seconds that a step may take on a busy machine
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# How a person finds things: by the words on buttons and fields, in the dialog on top or else in the page.
FINDERS = """
    const seen = (one) => one.checkVisibility() && one.getClientRects().length > 0
    const top = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const named = (one) => (one.ariaLabel ?? one.textContent).trim()
    const button = (name, within) => [...within.querySelectorAll('button, a, [role=menuitem], [role=radio], label')]
        .find((one) => seen(one) && !one.disabled && named(one).startsWith(name))
    const field = (name) => [...top().querySelectorAll('input, select, textarea')]
        .find((one) => seen(one) && (one.ariaLabel ?? one.labels?.[0]?.textContent ?? '').trim().startsWith(name))
"""
PREFERENCES = {
    "marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, "intl.locale.requested": "en-GB",
    "intl.accept_languages": "en-GB", "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore",
    "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.aboutwelcome.enabled": False,
}


class Firefox:
    def __init__(self, profile):
        self.profile = Path(profile)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        self.number = 0

    def __enter__(self):
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(self.profile), "--width", "1440", "--height", "900"],
            env={**os.environ, "HOME": str(self.profile)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.port()), 120)
            self.stream = self.socket.makefile("rb")
            self.answer()
            self.call("WebDriver:NewSession", capabilities={})
            self.call("WebDriver:SetTimeouts", script=60000, pageLoad=60000)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def port(self):
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                return int((self.profile / "MarionetteActivePort").read_text())
            except (OSError, ValueError):
                time.sleep(0.2)
        raise RuntimeError("Firefox does not open its remote control")

    # --- the protocol: "length:[type, number, …]" ---
    def answer(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                raise RuntimeError("Firefox closed its remote control")
            length += byte
        return json.loads(self.stream.read(int(length)))

    def call(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.answer()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    # --- windows ---
    def window(self):
        return self.call("WebDriver:GetWindowHandle")

    def new_window(self, private=False):
        handle = self.call("WebDriver:NewWindow", type="window" if private else "tab", private=private)["handle"]
        self.switch(handle)
        return handle

    def switch(self, handle):
        self.call("WebDriver:SwitchToWindow", handle=handle, focus=True)

    def open(self, address):
        self.call("WebDriver:Navigate", url=address)

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False)))

    # --- what a person sees and does ---
    def run(self, script, *arguments):
        return self.call("WebDriver:ExecuteScript", script=FINDERS + script, args=arguments)

    def run_async(self, script):
        """Waits for a script that waits: Marionette resolves a promise that a script returns."""
        return self.call("WebDriver:ExecuteScript", script=f"return (async () => {{{script}}})()", args=[])

    def until(self, expression, what, patience=PATIENCE, arguments=()):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = self.run(f"return ({expression}) || null", *arguments)
            if found:
                return found
            time.sleep(0.2)
        raise RuntimeError(f"not within {patience} s: {what}")

    def press(self, expression, what, text=None, arguments=()):
        """Clicks what the expression finds. An element that is drawn again or covered for a moment is found again."""
        end = time.monotonic() + PATIENCE
        while True:
            element = self.until(expression, what, arguments=arguments)[ELEMENT]
            try:
                self.call("WebDriver:ElementClick", id=element)
                if text is not None:
                    self.call("WebDriver:ElementSendKeys", id=element, text=text)
                return
            except RuntimeError as error:
                again = any(word in str(error) for word in ("stale", "intercepted", "not interactable", "no such element"))
                if not again or time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def press_at(self, expression, text=None):
        self.press(expression, expression, text)

    def click(self, name, within=None):
        place = "top()" if within is None else within if "(" in within else f"document.querySelector({json.dumps(within)})"
        self.press(f"{place} && button(arguments[0], {place})", f"a button {name}", arguments=(name,))

    def fill(self, name, text):
        self.press("field(arguments[0])", f"a field {name}", text, (name,))

    def choose(self, name, index):
        self.press("field(arguments[0])?.options[arguments[1]]", f"an option of {name}", arguments=(name, index))

    def choose_named(self, name, option):
        self.press("[...field(arguments[0])?.options ?? []].find((one) => one.text.includes(arguments[1]))", f"{option} of {name}", arguments=(name, option))

    def seen(self, text, patience=PATIENCE):
        try:
            return bool(self.until("document.body.innerText.includes(arguments[0])", text, patience, (text,)))
        except RuntimeError:
            return False

    def see(self, text):
        if not self.seen(text):
            raise RuntimeError(f"not seen: {text}")

    def gone(self, selector):
        self.until("!document.querySelector(arguments[0])", f"{selector} is gone", arguments=(selector,))

    def keys(self, text, control=False):
        hold = [{"type": "keyDown", "value": "\ue009"}] if control else []
        let_go = [{"type": "keyUp", "value": "\ue009"}] if control else []
        typed = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": hold + typed + let_go}])
