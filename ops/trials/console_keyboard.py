"""A day at reception by keys only: nothing is clicked. Every stop of the focus must be visible.

    console_keyboard.py URL SHOTS

The demo clinic is at URL. SHOTS is a folder for a screenshot of a failure.
"""

import re
import sys
import time

from console_desk import PATIENCE, Desk, check, chromium
from playwright.sync_api import expect

PASSWORD, RECEPTION = "chairside-demo", "reception@spree.example"
GIVEN, FAMILY = f"Kay{time.time_ns() % 10**5}", "Quexboard"

# The focused element, how it is called, and whether its focus can be seen: on itself, its label or the box around it.
FOCUS = """() => {
    const one = document.activeElement
    const words = (id) => document.getElementById(id)?.textContent ?? ''
    const name = one.ariaLabel || (one.getAttribute('aria-labelledby') ?? '').split(' ').map(words).join(' ').trim()
        || one.labels?.[0]?.textContent || one.textContent
    const box = one.getBoundingClientRect()
    const shows = (part) => {
        const style = part && getComputedStyle(part)
        return style && ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none')
    }
    return {
        name: one === document.body || one.tagName === 'DIALOG' ? '' : name.trim().replace(/\\s+/g, ' '), tag: one.tagName.toLowerCase(), role: one.getAttribute('role') ?? '', type: one.type ?? '',
        class: one.className?.toString() ?? '', expanded: one.ariaExpanded, checked: one.checked ?? one.ariaChecked === 'true',
        visible: one === document.body || [one, one.labels?.[0], one.parentElement].some(shows),
        inView: one === document.body || (box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth),
    }
}"""


def say(text):
    print(f"✔ {text}", flush=True)


class Keys:
    """A desk without a mouse."""

    def __init__(self, desk):
        self.desk, self.page, self.unseen, self.stops = desk, desk.page, {}, 0

    def focus(self):
        at = self.page.evaluate(FOCUS)
        self.stops += 1
        if at["tag"] == "dialog":
            return at
        if not at["visible"] or not at["inView"]:
            why = "has no visible focus" if not at["visible"] else "is out of the window"
            self.unseen.setdefault(f"{at['tag']}.{at['class'] or at['role']} “{at['name'][:40]}” {why}", True)
        return at

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.focus()

    def tab_to(self, name, tag=None, key="Tab"):
        """Tabs until the focus is at what is called so; a person would give up as well after so many keys."""
        pattern = re.compile(name)
        passed = []
        for _ in range(60):
            at = self.focus()
            if pattern.search(at["name"]) and (tag is None or at["tag"] == tag):
                return at
            passed.append(at["name"][:24])
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(30)
        raise RuntimeError(f"Tab does not come to “{name}”: {passed[:60]}")

    def fill(self, name, text):
        self.tab_to(name)
        self.page.keyboard.type(text)

    def do(self, name, key="Enter"):
        self.tab_to(name, "button")
        self.page.keyboard.press(key)

    def palette(self, words):
        self.press("Control+k")
        self.page.locator("dialog.palette[open], dialog[open] .palette, dialog[open] [role=listbox]").first.wait_for()
        self.page.keyboard.type(words)
        self.press("Enter")

    def dialog(self):
        dialog = self.page.locator("dialog[open]").last
        dialog.wait_for()
        self.focus()
        return dialog

    def no_dialog(self):
        expect(self.page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE)

    def option(self, name, index):
        """Chooses in a list by arrows."""
        self.tab_to(name, "select")
        self.page.keyboard.press("Home")
        for _ in range(index):
            self.page.keyboard.press("ArrowDown")


def card(desk, lane):
    return desk.page.locator(f"[data-lane={lane}] .board-card").filter(has_text=f"{GIVEN} {FAMILY}").first


def reach(keys, lane):
    """Arrows and letters from card to card, until the focus is at the patient's."""
    target = card(keys.desk, lane)
    target.wait_for()
    for key in ["j"] + ["ArrowLeft"] * 6 + ["ArrowDown"] * 30 + ["ArrowRight"] + ["ArrowUp"] * 30 + ["ArrowDown"] * 30 + ["ArrowRight"] + ["ArrowUp"] * 30 + ["ArrowDown"] * 30:
        keys.press(key)
        if target.evaluate("card => card.contains(document.activeElement)"):
            return
    raise RuntimeError(f"the keys do not come to the card in {lane}")


def run(desk, url):
    keys, page = Keys(desk), desk.page
    page.goto(url + "/")
    desk.button("Sign in").wait_for()
    keys.fill("E-mail", RECEPTION)
    keys.fill("Password", PASSWORD)
    keys.press("Enter")
    page.locator(".shell").wait_for()
    say("signed in by keys")

    keys.press("g", "b")
    desk.see("Live")
    keys.press("w")
    form = keys.dialog()
    keys.do("Register a new patient")
    keys.fill("^Given name", GIVEN)
    keys.fill("^Family name", FAMILY)
    keys.fill("^Date of birth", "12041988")
    keys.fill("^Phone", "+49 30 7770778")
    keys.do("Register a new patient")
    keys.option("^Service", 1)
    keys.do("Check in now")
    # In a full hour the desk says so, and can check the patient in nevertheless.
    refused = form.get_by_role("button", name="Check in anyway")
    expect(card(desk, "waiting").or_(refused)).to_be_visible(timeout=PATIENCE)
    if refused.is_visible():
        keys.do("Check in anyway")
    keys.no_dialog()
    card(desk, "waiting").wait_for()
    say("a patient is registered and walks in by keys")

    reach(keys, "waiting")
    keys.press("s")
    keys.dialog()
    keys.do("^Seat")
    keys.no_dialog()
    card(desk, "seated").wait_for()
    keys.press("z")
    card(desk, "waiting").wait_for()
    say("the visit is seated, and taken back with z")
    reach(keys, "waiting")
    keys.press("s")
    keys.dialog()
    keys.do("^Seat")
    keys.no_dialog()
    card(desk, "seated").wait_for()
    say("and seated again")

    keys.palette("Money")
    page.locator("main .money, main h1").first.wait_for()
    desk.button("New invoice").wait_for()
    keys.press("n")
    form = keys.dialog()
    keys.fill("patient", f"{GIVEN} {FAMILY}")
    form.get_by_role("option").filter(has=page.locator("strong")).first.wait_for()
    keys.press("Enter")
    expect(form.get_by_label("For the visit").locator("option").nth(1)).to_be_attached(timeout=PATIENCE)
    keys.option("For the visit", 1)
    expect(form.get_by_role("button", name=re.compile("^Issue"))).to_be_enabled(timeout=PATIENCE)
    keys.do("^Issue")
    desk.see("Record payment", desk.dialog())
    keys.press("p")
    paying = keys.dialog()
    cash = paying.get_by_role("radio", name="Cash")
    cash.wait_for()
    keys.tab_to("^(Cash|Card|Transfer|Bank|How|Method)")
    for _ in range(6):
        if cash.is_checked():
            break
        keys.press("ArrowRight")
    check(cash.is_checked(), "arrows come to Cash")
    keys.do("^Record ")
    desk.see("The payment is recorded")
    for _ in range(4):
        if page.locator("dialog[open]").count():
            keys.press("Escape")
            page.wait_for_timeout(300)
    keys.no_dialog()
    say("the visit is invoiced and paid by keys")

    keys.tab_to("^Invoices$", "button")
    keys.press("End")
    desk.see("Open day")
    keys.tab_to("Open day", "tr")
    keys.press("Enter")
    close_day(keys, desk)
    say("the day is closed by keys")

    keys.press("g", "c")
    page.locator("#cal-cells").wait_for()
    page.wait_for_timeout(1000)
    moved = move_visit(keys, page)
    say(f"a visit is moved by keys: {moved}")

    keys.palette("Lock")
    desk.see("Locked")
    keys.fill("Password", PASSWORD)
    keys.press("Enter")
    page.locator(".shell").wait_for()
    say("the palette locks, and the password unlocks")
    return keys


def close_day(keys, desk):
    day = keys.dialog()
    row = day.get_by_role("row")
    for method in ("Card", "Cash"):
        expected = row.filter(has_text=method).first.locator("[data-label=Expected]").inner_text()
        keys.fill(f"^Counted: {method}", re.sub("[^0-9.]", "", expected))
    keys.do("^Close the day")
    desk.see("drawer 1?")
    keys.tab_to("^Cancel", "button")
    keys.do("^Close the day")
    desk.see("The day is closed")
    keys.press("Escape")
    keys.no_dialog()


def move_visit(keys, page):
    """Picks up a visit of tomorrow that may be moved, and drops it at the next free time."""
    bar = page.get_by_role("region", name="Moving a visit")
    keys.press("Shift+ArrowRight")
    page.locator("#cal-cells").wait_for()
    page.wait_for_timeout(1000)
    for _ in range(30):
        keys.press("j", "m")
        if bar.is_visible():
            break
    expect(bar).to_be_visible(timeout=PATIENCE)
    keys.press("ArrowDown", "ArrowRight", "f")
    times = keys.dialog()
    times.get_by_role("button").nth(2).wait_for()
    keys.tab_to(r"\d\d:\d\d", "button")
    keys.press("Enter")
    keys.no_dialog()
    expect(bar).not_to_be_visible(timeout=PATIENCE)
    moved = page.get_by_text("moved to").first
    moved.wait_for()
    where = moved.inner_text()
    return where


def main():
    url, shots = sys.argv[1:]
    began = time.monotonic()
    with chromium() as browser:
        desk = Desk(browser, url)
        try:
            keys = run(desk, url)
            check(not desk.errors, f"a page failed: {desk.errors[:1]}")
        except Exception:
            desk.page.screenshot(path=f"{shots}/failed-keyboard.png")
            raise
    for line in keys.unseen:
        print(f"✘ {line}")
    if keys.unseen:
        sys.exit(1)
    print(f"✔ {keys.stops} stops, each with a visible focus, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
