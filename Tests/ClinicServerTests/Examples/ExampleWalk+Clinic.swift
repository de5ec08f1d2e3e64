import ClinicTestSupport
import Endpoints
import Identifiers
import JSON

/// Example requests about the clinic itself, as an admin configures it.
extension ExampleWalk {
    func showProfile() async throws {
        try await show(
            "changeClinicProfile", "An admin enters the clinic's address", by: admin,
            body: """
                {"name":"Linden Dental","address":"Lindenweg 4, 10115 Berlin","phone":"+49 30 5550100",\
                "email":"desk@linden.example"}
                """)
        let office = (1...5).map { day in
            #"{"weekday":\#(day),"opens":"08:00","closes":"18:00","breaks":[{"start":"12:30","end":"13:30"}]}"#
        }
        try await show(
            "setOpeningHours", "An admin sets the hours from Monday to Friday", by: admin,
            body: #"{"opening_hours":[\#(office.joined(separator: ","))]}"#)
        try await show(
            "setSchedulingRules", "An admin sets the booking rules", by: admin, body: rules(approving: false))
        try await show(
            "setBillingTerms", "An admin sets the usual terms for invoices", by: admin,
            body: #"{"tax_percent":0,"payment_term_days":14}"#)
        try await show(
            "setWaitLimits", "An admin sets when the queue warns of a long wait", by: admin,
            body: #"{"arrived_minutes":15,"seated_minutes":10,"ready_for_checkout_minutes":10}"#)
        try await show("setClinicLogo", "An admin sets the clinic's logo", by: admin)
        try await show(
            "getClinicLogo", "A website shows the clinic's logo", by: anyone, ["clinic_id": ExampleClinic.id.text])
        try await show("removeClinicLogo", "An admin removes the clinic's logo", by: admin)
        let closed = try await show(
            "addClosure", "An admin closes the clinic for a holiday", by: admin,
            body: #"{"first_day":"\#(day(30))","last_day":"\#(day(31))","reason":"Christmas"}"#)
        try await show("getClinic", "An admin reads address, hours and closures", by: admin)
        try await show("getClinicSettings", "An admin reads all settings", by: admin)
        let closure = closed["closures"]?.elements?.first?["id"]?.string ?? ""
        try await show("removeClosure", "An admin removes the closure", by: admin, ["closure_id": closure])
        let special = try await show(
            "addSpecialHours", "An admin opens every second Saturday", by: admin,
            body: """
                {"first_day":"\(day(20))","last_day":"\(day(200))","weekdays":[6],"every_weeks":2,"effect":"extra",\
                "shifts":[{"start":"09:00","end":"13:00"}],"reason":"Saturday hours"}
                """)
        let hours = special["special_hours"]?.elements?.first?["id"]?.string ?? ""
        try await show(
            "removeSpecialHours", "An admin removes the Saturdays", by: admin, ["special_hours_id": hours])
        try await show("getMobileAccess", "An admin reads which areas of the app are open", by: admin)
        try await show(
            "setMobileAccess", "An admin opens areas of the app", by: admin,
            body: """
                {"patient":["appointments","booking","records","billing","chat"],\
                "doctor":["appointments","schedule","patients","records","chat"],\
                "receptionist":["appointments","schedule","patients","finance","chat"],\
                "admin":["appointments","schedule","patients","records","finance","statistics","chat"]}
                """)
        // Opens the clinic on every day of the week, since the example requests may be sent on any of them.
        let always = (1...7).map { #"{"weekday":\#($0),"opens":"08:00","closes":"18:00"}"# }
        try await set("clinic/opening-hours", #"{"opening_hours":[\#(always.joined(separator: ","))]}"#)
    }

    func rules(approving: Bool) -> String {
        """
        {"atom_minutes":5,"offer_minutes":30,"minimum_notice_minutes":120,"horizon_days":90,"hold_minutes":5,\
        "cancellation_notice_hours":48,"no_show_after_minutes":15,"approves_patient_bookings":\(approving)}
        """
    }

    /// Changes a setting as an admin, without keeping the request as an example.
    func set(_ path: String, _ body: String) async throws {
        let answer = try await admin.app.put(path, body)
        guard answer.status == 200 else { throw Unexpected(description: "\(path): \(answer.status)") }
    }

    func showServices() async throws {
        let filling = #"{"code":"F2","name":"Filling","category":"Restoration","duration_minutes":30,"#
        ids["filling"] = try await show(
            "createService", "An admin adds a service", by: admin,
            body: filling + #""price":{"amount":14000,"currency":"EUR"}}"#
        ).text("id")
        try await show(
            "changeService", "An admin changes its price, and lets the chair be cleaned after each visit", by: admin,
            ["service_id": id("filling")],
            filling + #""price":{"amount":14500,"currency":"EUR"},"doctors":["\#(clinic.doctor)"],"#
                + #""buffers":{"minutes_before":0,"minutes_after":10}}"#)
        try await show("getService", "An admin reads a service", by: admin, ["service_id": id("filling")])
        try await show(
            "listServices", "An admin lists what can be booked", by: admin, ["active": "true", "limit": "20"])
        try await show(
            "setRecallRule", "An admin lets patients be recalled after six months and a day", by: admin,
            ["service_id": id("filling")], #"{"months":6,"days":1}"#)
        try await show("removeRecallRule", "An admin ends the recalls", by: admin, ["service_id": id("filling")])
        let old = try await admin.app.post(
            "services",
            #"{"code":"X9","name":"X-ray on film","duration_minutes":10,"price":{"amount":3200,"currency":"EUR"}}"#
        ).text("id")
        try await show("retireService", "An admin retires a service", by: admin, ["service_id": old])
    }

    func showChairs() async throws {
        let chair = try await show("addChair", "An admin adds a chair", by: admin, body: #"{"name":"Room 2"}"#).text(
            "id")
        ids["chair"] = chair
        try await show("getChair", "An admin reads a chair", by: admin, ["chair_id": chair])
        try await show("listChairs", "An admin lists the chairs in use", by: admin, ["active": "true", "limit": "20"])
        try await show(
            "renameChair", "An admin renames a chair", by: admin, ["chair_id": chair], #"{"name":"Room 2, window"}"#)
        try await show(
            "equipChair", "An admin enters a chair's equipment", by: admin, ["chair_id": chair],
            #"{"equipment":["Laser","Microscope"]}"#)
        let old = try await admin.app.post("chairs", #"{"name":"Room 3"}"#).text("id")
        try await show("retireChair", "An admin retires a chair", by: admin, ["chair_id": old])
    }

    func showStaff() async throws {
        let details = #""name":"Jo Winter","email":"jo.winter@linden.example""#
        let member = try await show(
            "hireStaff", "An admin adds a receptionist", by: admin, body: #"{\#(details),"roles":["receptionist"]}"#
        ).text("id")
        ids["receptionist"] = member
        try await show(
            "changeStaffDetails", "An admin enters the receptionist's hours", by: admin, ["staff_id": member],
            #"{\#(details),"roles":["receptionist"],"hours":[{"weekday":2,"opens":"08:00","closes":"14:00"}]}"#)
        try await show("getStaffMember", "An admin reads a member of staff", by: admin, ["staff_id": member])
        try await show(
            "listStaff", "An admin lists the receptionists", by: admin,
            ["role": "receptionist", "active": "true", "limit": "20"])
        try await show("listDoctors", "An admin lists the doctors", by: admin, ["limit": "20"])
        let away = try await show(
            "addTimeOff", "An admin enters a receptionist's vacation", by: admin, ["staff_id": member],
            #"{"start":"\#(day(40))","end":"\#(day(44))","reason":"Vacation"}"#)
        let timeOff = away["time_off"]?.elements?.first?["id"]?.string ?? ""
        try await show(
            "removeTimeOff", "An admin removes the vacation", by: admin, ["staff_id": member, "time_off_id": timeOff])
        let evening = try await show(
            "addStaffHours", "An admin enters a late shift that ends after midnight", by: admin, ["staff_id": member],
            """
            {"first_day":"\(day(40))","last_day":"\(day(40))","effect":"other",\
            "shifts":[{"start":"20:00","end":"02:00"}]}
            """)
        let shift = evening["special_hours"]?.elements?.first?["id"]?.string ?? ""
        try await show(
            "removeStaffHours", "An admin removes the late shift", by: admin,
            ["staff_id": member, "staff_hours_id": shift])
        let link = try await show(
            "giveStaffAccount", "An admin gives a receptionist a login and hands over the link", by: admin,
            ["staff_id": member], #"{"email":"jo.winter@linden.example","link":true}"#)
        try await choosePassword(link["link"]?["token"]?.string ?? "")
        remember("receptionist", try await signIn("receptionist", "jo.winter@linden.example"))
        let login = try await admin.app.post(
            "staff/\(clinic.doctor)/account", #"{"email":"mara.holm@linden.example","link":true}"#)
        try await choosePassword(login["link"]?["token"]?.string ?? "")
        remember("doctor", try await signIn("doctor", "mara.holm@linden.example", more: #","role":"doctor""#))
        let leaver = try await admin.app.post("staff", #"{"name":"Kim Albers","roles":["receptionist"]}"#).text("id")
        try await show("deactivateStaff", "An admin lets a receptionist go", by: admin, ["staff_id": leaver])
        try await show(
            "eraseStaff", "An admin erases the details of somebody who has left", by: admin, ["staff_id": leaver],
            #"{"reason":"requested"}"#)
    }

    func showBlocks() async throws {
        let block = try await show(
            "blockTime", "A receptionist blocks a doctor's time for a meeting", by: receptionist,
            body: """
                {"kind":"meeting","title":"Team meeting","start":"\(day(50))T12:00","end":"\(day(50))T13:00",\
                "doctor_ids":["\(clinic.doctor)"]}
                """
        ).text("id")
        try await show(
            "listBlocks", "A receptionist looks at the blocked time of a week", by: receptionist,
            ["from": day(48), "to": day(54)])
        try await show(
            "listCalendarDays", "A receptionist's calendar draws a day", by: receptionist,
            ["from": day(50), "to": day(50)])
        try await show("removeBlock", "The meeting does not take place", by: receptionist, ["block_id": block])
    }

    func choosePassword(_ token: String, _ password: String = ExampleWalk.password) async throws {
        let answer = try await practice.nobody.post(
            "auth/new-password", #"{"token":"\#(token)","password":"\#(password)"}"#)
        guard answer.status == 204 else { throw Unexpected(description: "no password: \(answer.status)") }
    }

    func showTablets() async throws {
        let tablet = try await show(
            "pairTablet", "An admin pairs a tablet", by: admin, body: #"{"name":"Front desk tablet"}"#)
        let token = try tablet.text("token")
        let session = try await signIn("tablet", "jo.winter@linden.example", more: #","tablet_token":"\#(token)""#)
        guard try await session.post("pin", #"{"pin":"270459"}"#).status == 204 else { throw Missing(what: "a PIN") }
        let device = Person(name: "anyone", app: App(practice: practice, token: token, subject: ""))
        try await show("listTablets", "An admin lists the tablets", by: admin)
        try await show("listTabletPeople", "A tablet lists the people who can take it over", by: device)
        try await show(
            "takeTurn", "A receptionist takes the tablet over", by: device,
            body: #"{"account_id":"\#(id("tablet account"))","pin":"270459"}"#)
        let kiosk = try await admin.app.post("tablets", #"{"name":"Kiosk","scope":"kiosk"}"#).text("token")
        try await show(
            "checkInAtKiosk", "A person without an appointment today tries to check in",
            by: Person(name: "kiosk", app: App(practice: practice, token: kiosk, subject: "")),
            body: #"{"birth_date":"1900-01-01","phone_digits":"0000"}"#)
        try await show("unpairTablet", "An admin unpairs a tablet", by: admin, ["tablet_id": try tablet.text("id")])
    }
}
