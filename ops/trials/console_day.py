"""A day of a clinic through the screens only: from an empty database to the closed day.

    console_day.py [--quick] URL MAILS FOUNDED SHOTS COMMAND …

URL is the server's, MAILS the folder into which it mails, FOUNDED the link with which the founder chooses a password.
SHOTS is a folder for screenshots of a failure. The command that follows starts the server.
"""

import re
import sys

from console_desk import PASSWORD, PATIENCE, Desk, check, chromium, link_in_mail
from console_server import Server
from playwright.sync_api import expect

OWNER, DOCTOR, RECEPTION = "olga@park.example", "ida.wald@park.example", "rosa@park.example"
# Words that no page of the program contains: they must not stay behind in a browser.
MARK_NAME, MARK_PHONE = "Quexington", "+49 30 7770777"


def say(text):
    print(f"✔ {text}", flush=True)


def set_up_clinic(owner):
    owner.go("admin/hours")
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"):
        hours = owner.page.get_by_role("group", name=day, exact=True)
        hours.get_by_role("checkbox").check()
        hours.get_by_label("Opens").fill("00:00")
        hours.get_by_label("Closes").fill("24:00")
    owner.button("Save").click()
    owner.see("Saved")

    owner.go("admin/services")
    owner.button("Add a service").click()
    form = owner.dialog()
    form.get_by_label("Code").fill("CHK")
    form.get_by_label("Name", exact=True).fill("Check-up")
    form.get_by_label("Price", exact=True).first.fill("80.00")
    owner.button("Save", form).click()
    owner.see("The service is saved")

    owner.go("admin/chairs")
    for name in ("Room 1", "Room 2"):
        owner.button("Add a chair").click()
        owner.dialog().get_by_label("Name of the chair").fill(name)
        owner.button("Save", owner.dialog()).click()
        owner.see(name, owner.page.get_by_role("table"))
    say("the owner sets hours, a service and two chairs")


def hire(owner, name, role, address):
    owner.go("admin/staff")
    owner.button("Hire").click()
    form = owner.dialog()
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("E-mail").fill(address)
    for box in ("Doctor", "Reception", "Admin"):
        form.get_by_role("checkbox", name=box, exact=True).set_checked(box == role)
    owner.button("Hire", form).click()
    owner.see(f"The invitation is sent to {address}.")
    form.locator(".dialog-foot button").last.click()


def walk_in(desk, given):
    desk.go("board")
    desk.button("Walk-in").click()
    form = desk.dialog()
    desk.button("Register a new patient", form).click()
    form.get_by_label("Given name").fill(given)
    form.get_by_label("Family name").fill(MARK_NAME)
    form.get_by_label("Date of birth").fill("1988-04-12")
    form.get_by_label(re.compile("^Phone")).fill(MARK_PHONE)
    desk.button("Register a new patient", form.locator("fieldset")).click()
    form.get_by_label("Service").select_option(index=1)
    desk.button("Check in now", form).click()
    expect(form).not_to_be_visible(timeout=PATIENCE)


def card(desk, given, lane=None):
    cards = desk.page.locator(f"[data-lane={lane}] .board-card" if lane else ".board-card")
    return cards.filter(has_text=f"{given} {MARK_NAME}").first


def seat_and_treat(reception, second, doctor, given):
    card(reception, given, "waiting").get_by_role("button", name="Seat").click()
    reception.dialog().locator(".dialog-foot button").last.click()
    card(second, given, "seated").wait_for()
    treat(doctor, given)
    card(second, given, "leaving").wait_for()
    card(reception, given, "leaving").get_by_role("button", name="Complete").click()
    for desk in (reception, second):
        expect(desk.page.locator(".board-lane.done .board-count")).to_have_text("1", timeout=PATIENCE)
    say("the visit is seated, treated and completed, and the other desk sees each step")


def treat(doctor, given):
    doctor.go("care")
    doctor.page.locator(".care-visit").filter(has_text=given).click()
    doctor.button("Start").click()
    doctor.see("Treatment started")
    doctor.button("New note").click()
    note = doctor.dialog()
    note.get_by_label("Text").fill("Everything is healthy.")
    doctor.button("Sign", note).click()
    doctor.see("Note signed")
    doctor.button("Prescribe").click()
    form = doctor.dialog()
    doctor.pick("ibuprofen", form)
    form.get_by_label("Dose").fill("400")
    doctor.button("Issue", form).click()
    doctor.see("Prescription issued")
    doctor.button("Finish").click()
    doctor.see("Treatment finished")


def bill(reception, given):
    reception.go("money")
    reception.button("New invoice").click()
    form = reception.dialog()
    reception.pick(MARK_NAME[:6], form)
    reception.see(MARK_NAME, form)
    visit = form.get_by_label("For the visit")
    expect(visit.locator("option").nth(1)).to_be_attached(timeout=PATIENCE)
    visit.select_option(index=1)
    issue = form.get_by_role("button", name=re.compile("^Issue"))
    expect(issue).to_be_enabled(timeout=PATIENCE)
    reception.see("80.00", form)
    issue.click()
    reception.see("Record payment", reception.dialog())
    reception.button("Record payment", reception.dialog()).click()
    paying = reception.dialog()
    paying.get_by_role("radio", name="Cash").click()
    paying.get_by_role("button", name=re.compile("^Record ")).click()
    reception.see("The payment is recorded")
    # A browser without a window does not show PDFs, so the trial asks for the address to which the new tab goes.
    with reception.page.expect_response("**/document-links") as linked:
        reception.button("Open receipt", reception.dialog()).click()
    answer = reception.context.request.get(reception.url + linked.value.json()["path"])
    check(answer.status == 200 and answer.body().startswith(b"%PDF"), f"the receipt is a PDF, not {answer.status}")
    reception.close_dialogs()
    say("the visit is invoiced and paid in cash, and the receipt is a PDF")


def close_day(reception):
    reception.go("money/days")
    reception.page.get_by_role("row").filter(has_text="Open day").first.click()
    day = reception.dialog()
    day.get_by_label("Opening float").fill("50.00")
    for value, count in (("100.00", 1), ("20.00", 1), ("10.00", 1)):
        day.get_by_label(re.compile(f"Pieces of .?{re.escape(value)}")).fill(str(count))
    reception.see("It fits", day)
    reception.button("Close the day", day).click()
    reception.see("drawer 1?")
    reception.dialog().locator(".dialog-foot button").last.click()
    reception.see("The day is closed")
    reception.close_dialogs()
    say("the day is closed, with the cash counted by notes above the float")


def two_desks_one_slot(first, second):
    """Both desks open the booking of the same time: one gets it, and the other is shown what else is free."""
    for desk in (first, second):
        desk.go("calendar")
        desk.button("Book").click()
        form = desk.dialog()
        form.locator(".booking-service").first.click()
        form.get_by_label("Doctor", exact=True).select_option(index=1)
        form.locator(".booking-day:not(.full)").nth(1).click()
        expect(form.locator(".booking-day").nth(1)).to_have_attribute("aria-pressed", "true")
        form.locator(".booking-time").nth(20).click()
    first.pick("Lia Quex", first.dialog())
    first.see("Held until", first.dialog())
    second.pick("Net Quex", second.dialog())
    second.see("This time is not free any more.", second.dialog())
    first.button("Book", first.dialog()).click()
    expect(first.page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE)
    second.dialog().locator(".notice .button.number, .notice .booking-choice, .notice .button").first.click()
    second.see("Held until", second.dialog())
    second.button("Book", second.dialog()).click()
    expect(second.page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE)
    say("of two desks that book the same time one gets it, and the other books one of the times that it is offered")


def offline(reception, second):
    walk_in(reception, "Net")
    card(reception, "Net", "waiting").wait_for()
    reception.context.set_offline(True)
    card(reception, "Net", "waiting").get_by_role("button", name="Seat").click()
    reception.dialog().locator(".dialog-foot button").last.click()
    reception.see("Waits for the network")
    check(card(second, "Net", "seated").count() == 0, "nothing is sent while the network is gone")
    reception.context.set_offline(False)
    card(second, "Net", "seated").wait_for()
    expect(reception.page.get_by_text("Waits for the network")).to_have_count(0, timeout=PATIENCE)
    say("a step without network waits, is shown as waiting, and is sent on return")


def leave_nothing(reception, second, doctor):
    # A session that is ended elsewhere closes the board.
    token = second.page.evaluate("import('/console/core/tokens.js').then((module) => module.tokens.get())")
    answer = second.context.request.delete(
        f"{second.url}/api/v1/sessions/{token['session_id']}", headers={"Authorization": f"Bearer {token['access_token']}"})
    check(answer.status == 204, f"the session ends: {answer.status}")
    second.button("Sign in").wait_for()
    check(MARK_NAME not in second.text(), "no name is on the screen after the session has ended")
    say("a board closes when its session is ended elsewhere")

    doctor.go("care")
    doctor.see(MARK_NAME)
    doctor.page.keyboard.press("Control+l")
    doctor.see("Locked")
    check(MARK_NAME not in doctor.page.content(), "no name is in the locked page")
    doctor.page.get_by_label("Password").fill(PASSWORD)
    doctor.button("Unlock").click()
    doctor.page.locator(".shell").wait_for()
    say("a locked page shows no name, and the password unlocks it")

    reception.page.get_by_role("button", name=re.compile("^Account")).first.click()
    reception.page.get_by_role("menuitem", name="Sign out", exact=True).click()
    reception.button("Sign in").wait_for()
    for one in (reception, second):
        kept = one.kept() + one.page.content()
        for mark in (MARK_NAME, MARK_PHONE, MARK_PHONE.replace(" ", "")):
            check(mark not in kept, f"the browser keeps nothing of a patient, but it has {mark}")
    say("nothing of a patient is left in storage, address, page or console after signing out")


def look_back(owner):
    owner.go("history")
    owner.page.get_by_label("Time", exact=True).first.wait_for()
    owner.see("As it was")
    owner.go("dashboard")
    owner.see("Production")
    say("the owner looks at the past by the time rail, and at the figures")


def main():
    arguments = sys.argv[1:]
    quick = arguments[0] == "--quick"
    url, mails, founded, shots, *command = arguments[quick:]
    server = Server(url, command, f"{shots}/server.log")
    desks = []
    server.start()
    try:
        with chromium() as browser:
            def desk(**options):
                desks.append(Desk(browser, url, **options))
                return desks[-1]
            try:
                run(desk, server, mails, founded)
                for one in desks:
                    check(not one.errors, f"a page failed: {one.errors[:1]}")
            except Exception:
                for number, one in enumerate(desks):
                    one.page.screenshot(path=f"{shots}/failed-{number}.png")
                raise
    finally:
        server.stop()


def run(desk, server, mails, founded):
    owner = desk()
    owner.choose_password(founded)
    owner.sign_in(OWNER)
    say("the founder chooses a password by the link, and signs in")
    set_up_clinic(owner)
    hire(owner, "Dr. Ida Wald", "Doctor", DOCTOR)
    hire(owner, "Dr. Max Feld", "Doctor", "max.feld@park.example")
    hire(owner, "Rosa Lind", "Reception", RECEPTION)
    doctor, reception, second = desk(), desk(), desk()
    doctor.choose_password(link_in_mail(mails, DOCTOR))
    reception.choose_password(link_in_mail(mails, RECEPTION))
    doctor.sign_in(DOCTOR)
    reception.sign_in(RECEPTION)
    second.sign_in(RECEPTION)
    second.go("board")
    second.page.reload()
    second.see("Live")
    say("staff are invited by mail, choose passwords, and sign in")

    walk_in(reception, "Lia")
    card(second, "Lia", "waiting").wait_for()
    say("a second desk sees the walk-in without loading again")
    seat_and_treat(reception, second, doctor, "Lia")
    bill(reception, "Lia")
    close_day(reception)

    second.go("board")
    second.see("Live")
    server.kill()
    second.see("Cut off since")
    server.start()
    second.see("Live")
    expect(second.page.locator(".board-lane.done .board-count")).to_have_text("1", timeout=PATIENCE)
    say("the board says that it is cut off when the server is killed, and follows again")

    offline(reception, second)
    two_desks_one_slot(reception, second)
    leave_nothing(reception, second, doctor)
    look_back(owner)


if __name__ == "__main__":
    main()
