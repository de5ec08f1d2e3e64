"""A short day of the console in Firefox, driven by Firefox's own remote control (Marionette).

    console_firefox.py URL SHOTS

The demo clinic is at URL. SHOTS is a folder for screenshots of a failure.
"""

import sys
import tempfile
import time

from console_marionette import Firefox

PASSWORD = "chairside-demo"
RECEPTION, DOCTOR, DOCTOR_NAME = "reception@spree.example", "doctor1@spree.example", "Dr. Hannah Vogt"
MARK, GIVEN, PHONE = "Quexington", "Lia", "+49 30 7770777"


def say(text):
    print(f"✔ {text}", flush=True)


def check(holds, what):
    if not holds:
        raise RuntimeError(what)


def sign_in(firefox, url, email):
    firefox.open(url + "/")
    firefox.fill("E-mail", email)
    firefox.fill("Password", PASSWORD)
    firefox.click("Sign in")
    firefox.until("document.querySelector('.shell')", "the shell")


def sign_out(firefox):
    firefox.click("Account")
    firefox.click("Sign out")
    firefox.see("Sign in")


def go(firefox, screen):
    firefox.run("location.hash = '#/' + arguments[0]", screen)


def card(lane=""):
    place = f"[data-lane={lane}] .board-card" if lane else ".board-card"
    return f"[...document.querySelectorAll('{place}')].find((card) => card.textContent.includes('{GIVEN} {MARK}'))"


def walk_in(firefox):
    go(firefox, "board")
    firefox.see("Live")
    firefox.click("Walk-in")
    firefox.click("Register a new patient")
    firefox.fill("Given name", GIVEN)
    firefox.fill("Family name", MARK)
    firefox.fill("Date of birth", "1988-04-12")
    firefox.fill("Phone", PHONE)
    firefox.click("Register a new patient", "dialog[open] fieldset")
    firefox.choose("Service", 1)
    firefox.choose_named("Doctor", DOCTOR_NAME)
    firefox.click("Check in now")
    # In a full hour the desk says so, and can check the patient in nevertheless.
    anyway = "button('Check in anyway', top())"
    if firefox.until(f"!document.querySelector('dialog[open]') ? 'in' : {anyway} && 'refused'", "an answer") == "refused":
        firefox.click("Check in anyway")
    firefox.gone("dialog[open]")


def treat(firefox):
    go(firefox, "care")
    firefox.press_at(f"[...document.querySelectorAll('.care-visit')].find((row) => row.textContent.includes('{GIVEN}'))")
    firefox.click("Start")
    # The demo clinic's doctor may have another patient in the chair.
    started = "document.body.innerText.includes('Treatment started') && 'started'"
    if firefox.until(f"{started} || button('Start anyway', top()) && 'asked'", "the start of the treatment") == "asked":
        firefox.click("Start anyway")
    firefox.see("Treatment started")
    firefox.click("Finish")
    firefox.see("Treatment finished")


def bill(firefox):
    go(firefox, "money")
    firefox.click("New invoice")
    firefox.press_at("document.querySelector('dialog[open] [role=combobox]')", MARK[:6])
    firefox.until("document.querySelector('dialog[open] [role=option] strong')", "a patient is offered")
    firefox.keys("\ue007")
    firefox.choose("For the visit", 1)
    firefox.click("Issue")
    firefox.click("Record payment")
    firefox.click("Cash")
    firefox.click("Record ")
    firefox.see("The payment is recorded")
    while firefox.run("return !!document.querySelector('dialog[open]')"):
        firefox.keys("\ue00c")
        time.sleep(0.3)


KEPT = """
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href, document.title,
        JSON.stringify(history.state), document.documentElement.outerHTML]
    for (const { name } of await indexedDB.databases()) kept.push(name)
    for (const name of await caches.keys()) kept.push(name)
    return kept.join('\\n')
"""


def run(firefox, url):
    sign_in(firefox, url, RECEPTION)
    first = firefox.window()
    say("reception signs in")
    firefox.open(url + "/")
    firefox.until("document.querySelector('.shell')", "still signed in")
    say("the cookie over plain http keeps the person signed in when the page is loaded again")

    second = firefox.new_window()
    firefox.open(url + "/#/board")
    firefox.see("Live")
    check(firefox.run("return 'locks' in navigator && 'BroadcastChannel' in window"), "locks and channels exist")
    firefox.switch(first)
    walk_in(firefox)
    firefox.switch(second)
    firefox.until(card("waiting"), "the walk-in in the second window")
    say("the board is live in two windows of one person")

    firefox.switch(first)
    firefox.click("Seat", card("waiting"))
    firefox.press_at("[...document.querySelectorAll('dialog[open] .dialog-foot button')].at(-1)")
    firefox.until(card("seated"), "the seated visit")

    care = firefox.new_window(private=True)
    sign_in(firefox, url, DOCTOR)
    treat(firefox)
    say("the doctor starts and finishes the treatment, in a private window")

    firefox.switch(second)
    firefox.until(card("leaving"), "the treated visit")
    firefox.click("Complete", card("leaving"))
    firefox.switch(first)
    firefox.until("!" + card("leaving"), "the completed visit leaves the first window")
    say("the visit is completed in one window, and the other follows")
    bill(firefox)
    say("the visit is invoiced and paid in cash")

    firefox.switch(care)
    firefox.keys("l", control=True)
    firefox.see("Locked")
    check(MARK not in firefox.run("return document.documentElement.outerHTML"), "no name is in the locked page")
    firefox.fill("Password", PASSWORD)
    firefox.click("Unlock")
    firefox.until("document.querySelector('.shell')", "unlocked")
    say("a locked page shows no name, and the password unlocks it")

    firefox.switch(first)
    sign_out(firefox)
    for window in (first, second):
        firefox.switch(window)
        firefox.see("Sign in")
        kept = firefox.run_async(KEPT)
        for mark in (MARK, PHONE, PHONE.replace(" ", "")):
            check(mark not in kept, f"the browser keeps nothing of a patient, but it has {mark}")
    say("signing out in one window signs out the other, and nothing of a patient is left")


def main():
    url, shots = sys.argv[1:]
    with tempfile.TemporaryDirectory() as profile, Firefox(profile) as firefox:
        try:
            run(firefox, url)
        except Exception:
            firefox.screenshot(f"{shots}/failed-firefox.png")
            raise


if __name__ == "__main__":
    main()
