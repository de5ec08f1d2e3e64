"""A desk: a browser window in which a person uses the console, as the trials of the console drive it."""

import contextlib
import re
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

PATIENCE = 15_000  # milliseconds that a step may take on a busy machine
PASSWORD = "seven tall trees"


class Failed(Exception):
    """A check of a trial that does not hold."""


def check(holds, what):
    if not holds:
        raise Failed(what)


class Desk:
    """One browser context: its own storage and its own cookies, as another machine has."""

    def __init__(self, browser, url, **options):
        self.url = url
        self.context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.said = []
        self.errors = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    # --- signing in ---
    def choose_password(self, link, password=PASSWORD):
        self.page.goto(link)
        check("token" not in self.page.url, "the page took the token out of the address")
        self.page.get_by_label("New password").fill(password)
        self.button("Save the password").click()
        self.see("The password is saved")

    def sign_in(self, email, password=PASSWORD):
        self.page.goto(self.url + "/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.button("Sign in").click()
        self.page.locator(".shell").wait_for()

    def switch_role(self, name):
        self.page.get_by_role("button", name=re.compile("^Account")).first.click()
        self.page.get_by_role("menuitem", name=re.compile(f"Switch to {name}")).click()
        self.page.locator(".shell").wait_for()

    def go(self, screen):
        self.page.evaluate("screen => { location.hash = '#/' + screen }", screen)

    # --- what a person sees and does ---
    def button(self, name, within=None):
        # A button may show its key after its name.
        return (within or self.page).get_by_role("button", name=re.compile(f"^{re.escape(name)}( |$)")).first

    def dialog(self):
        return self.page.locator("dialog[open]").last

    def see(self, text, within=None):
        expect((within or self.page).get_by_text(text).locator("visible=true").first).to_be_visible(timeout=PATIENCE)

    def close_dialogs(self):
        while self.page.locator("dialog[open]").count():
            self.page.keyboard.press("Escape")

    def pick(self, text, within):
        """Types into the first field that finds while one types, and takes the first that it offers."""
        box = within.get_by_role("combobox").first
        box.fill(text)
        within.get_by_role("option").filter(has=self.page.locator("strong")).first.wait_for()
        box.press("Enter")

    def text(self):
        return self.page.evaluate("document.documentElement.innerText")

    def kept(self):
        """All that the browser keeps of the page: storage, the history's addresses, and what was said on its console."""
        return self.page.evaluate(
            """async () => {
                const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href, document.title, JSON.stringify(history.state)]
                for (const { name } of await indexedDB.databases()) {
                    const base = await new Promise((done, fail) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result); asked.onerror = fail })
                    for (const store of base.objectStoreNames) {
                        const all = await new Promise((done) => { const asked = base.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => done(asked.result) })
                        kept.push(JSON.stringify(all, (_, value) => value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value))
                    }
                    base.close()
                }
                for (const name of await caches.keys()) kept.push(name)
                return kept.join('\\n')
            }""") + "\n".join(self.said)


@contextlib.contextmanager
def chromium():
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def link_in_mail(folder, address, after=0):
    """The newest link that was mailed to an address; waits for the mail."""
    import email
    import email.policy
    import time

    until = time.monotonic() + 30
    while time.monotonic() < until:
        for path in sorted(Path(folder).glob("*.eml"), reverse=True):
            message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if address in str(message["To"]) and path.stat().st_mtime >= after:
                found = re.search(r"https?://\S+#\S+", message.get_body(("plain", "html")).get_content())
                if found:
                    return found.group(0)
        time.sleep(0.2)
    raise Failed(f"no mail with a link came to {address}")
