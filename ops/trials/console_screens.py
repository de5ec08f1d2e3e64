"""Opens every screen of every role, checks it with axe, and keeps a picture of it.

    console_screens.py [--quick] [--pictures FOLDER] URL

The demo clinic is at URL. Each screen is opened in light and dark colours, in three languages, wide and as on a phone;
with --quick in light colours and in English only.
"""

import argparse
import re
import sys

from axe_playwright_python.sync_playwright import Axe
from console_desk import PATIENCE, chromium
from playwright.sync_api import expect

PASSWORD = "chairside-demo"
PEOPLE = {
    "admin": "admin@spree.example", "reception": "reception@spree.example", "doctor": "doctor1@spree.example",
    "patient": "patient1@spree.example",
}
# Parts of a screen that its address names.
PARTS = {
    "admin": ["staff", "hours", "services", "chairs", "rules", "notifications", "mobile", "profile"],
    "money": ["invoices", "drafts", "payments", "family", "days"],
    "history": ["then", "changes", "looks", "proof", "deliveries", "webhooks"],
}
OPEN_PAGES = ["/", "/account", "/account#purpose=register", "/account#purpose=forgotten", "/account#purpose=password&token=none",
              "/visit#purpose=visit&token=none", "/docs", "/docs#bookAppointment", "/docs#problems/slot-taken"]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


class Look:
    def __init__(self, pictures):
        self.axe, self.pictures, self.count, self.found = Axe(), pictures, 0, []

    def at(self, page, name):
        # A screen is complete when nothing on it is loading any more.
        expect(page.locator(".skeleton:visible, [aria-busy=true]:visible")).to_have_count(0, timeout=PATIENCE)
        self.count += 1
        for violation in self.axe.run(page, options=RULES).response["violations"]:
            nodes = "; ".join(" ".join(map(str, node["target"])) for node in violation["nodes"][:3])
            self.found.append(f"{name}: {violation['id']}: {violation['help']} ({nodes})")
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
        if wide:
            self.found.append(f"{name}: the page is wider than the window")
        if self.pictures:
            page.screenshot(path=f"{self.pictures}/{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}.png")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true")
    options.add_argument("--pictures")
    options.add_argument("url")
    given = options.parse_args()
    look = Look(given.pictures)
    ways = [("en-GB", "light", WIDE), ("en-GB", "light", PHONE)]
    if not given.quick:
        ways += [(language, scheme, size) for language in ("en-GB", "de-DE", "es-ES") for scheme in ("light", "dark")
                 for size in (WIDE, PHONE) if (language, scheme) != ("en-GB", "light")]
    with chromium() as browser:
        for language, scheme, size in ways:
            way = f"{language[:2]} {scheme} {size['width']}"
            context = browser.new_context(locale=language, color_scheme=scheme, viewport=size, reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            for address in OPEN_PAGES:
                page.goto("about:blank")
                page.goto(given.url + address)
                page.locator("h1").first.wait_for()
                look.at(page, f"{way} page {address}")
            context.close()
            for role, address in PEOPLE.items():
                walk(browser, given.url, look, way, role, address, locale=language, color_scheme=scheme, viewport=size)
    for line in look.found:
        print(f"✘ {line}")
    if look.found:
        sys.exit(1)
    print(f"✔ {look.count} screens have no violation of WCAG 2.2 AA that axe finds, and none is wider than its window")


def walk(browser, url, look, way, role, address, **settings):
    context = browser.new_context(reduced_motion="reduce", **settings)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    page.locator("input[type=email]").fill(address)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    page.locator(".shell").wait_for()
    links = page.evaluate("[...document.querySelectorAll('.nav a, .bottom a')].map((link) => link.hash.slice(2))")
    for screen in dict.fromkeys(links):
        for part in PARTS.get(screen, [""]):
            page.evaluate("address => { location.hash = address }", f"#/{screen}/{part}" if part else f"#/{screen}")
            page.locator("main h1, main h2, main input, main button").first.wait_for()
            page.wait_for_timeout(150)  # a screen's styles come with its first drawing
            look.at(page, f"{way} {role} {screen} {part}")
    context.close()


if __name__ == "__main__":
    main()
