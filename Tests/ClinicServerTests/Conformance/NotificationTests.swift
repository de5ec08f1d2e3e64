import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import EventStore
import Identifiers
import JSON
import Projections
import Testing

extension Conformance {
    /// Tests persons' notifications over HTTP.
    @Suite struct Notifications {
        private func book(_ practice: Practice) async throws -> (patient: App, appointment: String) {
            let (patient, reception) = try await (practice.signIn("patient1"), practice.signIn("reception"))
            let times = try await reception.freeTimes(5...9, for: patient.subject)
            let booked = try await reception.post(
                "appointments", times[0].booking(for: patient.subject), key: newKey())
            return (patient, try booked.text("id"))
        }

        private func json(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

        @Test
        func
            `O14 a patient's notifications are listed newest first, can be marked as read, and have no patient's name`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, appointment) = try await book(practice)
                let (admin, other) = try await (practice.signIn("admin"), practice.signIn("patient2"))
                #expect(try await admin.post("appointments/\(appointment)/cancel", #"{"reason":"Ill"}"#).status == 200)
                let list = try await patient.get("notifications?limit=1")
                let newest = try #require(list.items.first)
                #expect(newest["type"]?.string == "appointment.status_changed" && newest["read"]?.bool == false)
                #expect(newest["url"]?.string == "chairside://appointments/\(appointment)")
                #expect(list["has_more"]?.bool == true)
                let next = try await patient.get("notifications?cursor=\(list.text("next_cursor"))")
                #expect(try next.items.allSatisfy { try $0.text("id") != newest.text("id") })
                let name = try await patient.get("me").text("name")
                #expect(!json(list).contains(name))
                let id = try newest.text("id")
                let unread = try #require(try await patient.get("notifications/unread")["count"]?.integer)
                #expect(unread >= 2)
                #expect(try await other.post("notifications/\(id)/read").status == 404)
                for _ in 0..<2 { #expect(try await patient.post("notifications/\(id)/read").status == 204) }
                #expect(try await patient.get("notifications/unread")["count"]?.integer == unread - 1)
                #expect(try await patient.post("notifications/read", #"{"up_to":"\#(id)"}"#).status == 204)
                #expect(try await patient.get("notifications/unread")["count"]?.integer == 0)
                #expect(try await patient.get("notifications").items.allSatisfy { $0["read"]?.bool == true })
            }
        }

        @Test
        func
            `O14 the notification of a message has no text of the message, and counts as read once the thread is read`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let other = try await practice.signIn("patient2")
                // An inbox keeps a hundred notifications, so the number of unread ones of a full inbox does not grow.
                if let newest = try await patient.get("notifications?limit=1").items.first {
                    _ = try await patient.post("notifications/read", #"{"up_to":"\#(newest.text("id"))"}"#)
                }
                let unread = try await other.get("notifications/unread").integer("count")
                let thread = try await patient.write("Pain", "It hurts")
                let atDesk = try #require(try await desk.get("notifications").items.first)
                #expect(atDesk["type"]?.string == "message.new" && atDesk["subject_id"]?.string == thread)
                #expect(try await patient.get("notifications/unread").integer("count") == 0)
                let answer = try await desk.post(
                    "messages/\(thread)/messages", #"{"text":"Come at nine"}"#, key: newKey())
                #expect(answer.status == 201)
                let list = try await patient.get("notifications?limit=1")
                #expect(list.items.first?["url"]?.string == "chairside://messages/\(thread)")
                #expect(!json(list).contains("nine"))
                #expect(try await patient.get("notifications/unread").integer("count") == 1)
                #expect(try await other.get("notifications/unread").integer("count") == unread)
                #expect(try await patient.post("patient/messages/\(thread)/read", #"{"up_to":2}"#).status == 200)
                #expect(try await patient.get("notifications/unread").integer("count") == 0)
                #expect(try await patient.get("notifications?limit=1").items.first?["read"]?.bool == true)
            }
        }

        @Test
        func
            `a patient gets one reminder of a check-in that is due soon, even if the timed step runs twice`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, doctor) = try await (practice.signIn("patient1"), practice.signIn("doctor1"))
                #expect(try await doctor.put("check-ins/patients/\(patient.subject)/plan", "{}").status == 200)
                let plan = try await patient.get("check-ins/plan")
                let due = try #require(Instant(rfc3339: plan.text("reminder_at")))
                for _ in 0..<2 {
                    try await Installation.demo().withServices { services, _ in
                        try await TimedSteps(services).step(.dueCheckInReminders, at: due)
                    }
                }
                let reminders = try await patient.get("notifications").items.filter {
                    $0["type"]?.string == "check-in.due" && $0["subject_id"]?.string == plan["id"]?.string
                }
                #expect(reminders.count == 1)
                #expect(try await patient.get("check-ins/plan")["reminded"]?.bool == true)
            }
        }

        @Test func `O13 the notification of a payment links to the payment, and its text names neither sum nor person`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, reception) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let invoice = try await reception.invoice(patient.subject).text("id")
                let payment = try await reception.pay(invoice, 1_200).text("id")
                let newest = try #require(try await patient.get("notifications?limit=1").items.first)
                #expect(newest["type"]?.string == "payment.received")
                #expect(newest["url"]?.string == "chairside://payments/\(payment)")
                let text = try newest.text("title") + newest.text("body")
                #expect(!text.contains { $0.isNumber })
                let name = try await patient.get("me").text("name")
                #expect(!text.contains(name))
            }
        }

        @Test func `O13 a person can choose kinds, channels, language and quiet hours of their notifications`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let standard = try await patient.get("notification-preferences")
                #expect(standard["push"]?.elements?.count == 8)
                let choice =
                    #"{"push":["appointment.reminder"],"mail":[],"language":"de","quiet_hours":{"start":"22:00","#
                    + #""end":"07:00","exempt":["waitlist.offer"]}}"#
                #expect(try await patient.put("notification-preferences", choice).status == 200)
                #expect(json(try await patient.get("notification-preferences")) == choice)
                #expect(json(try await other.get("notification-preferences")) == json(standard))
                #expect(try await patient.put("notification-preferences", #"{"push":["x"],"mail":[]}"#).status == 400)
            }
        }

        @Test
        func `an admin sets reminder times, language and texts of notifications, and a notification has the set text`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let before = try await admin.get("notification-settings")
                #expect(before["settings"]?["reminder_minutes"]?.elements?.compactMap(\.integer) == [1440, 120])
                let text =
                    #"{"type":"appointment.status_changed","language":"de","title":"Neuigkeit","body":"Bitte ansehen."}"#
                let set = try await admin.put(
                    "notification-settings", #"{"reminder_minutes":[60],"language":"de","texts":[\#(text)]}"#)
                #expect(set.status == 200)
                #expect(json(try await admin.get("notification-settings")) == json(set))
                let (patient, _) = try await book(practice)
                #expect(try await patient.get("notifications").items.first?["title"]?.string == "Neuigkeit")
                #expect(try await patient.get("notification-settings").status == 403)
                #expect(
                    try await admin.put(
                        "notification-settings", #"{"reminder_minutes":[5],"language":"de","texts":[]}"#
                    ).status == 400)
            }
        }

        @Test func `a due reminder of a visit becomes one notification, even if two servers run the timed step`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, appointment) = try await book(practice)
                let start = try await patient.get("appointments/\(appointment)").text("start")
                let due = try #require(Instant(rfc3339: start)).adding(hours: -23)
                let clinic = try #require(UUIDBytes(try await patient.get("me").text("clinic_id")))
                for _ in 0..<2 {
                    try await Installation.demo().withServices { services, _ in
                        _ = try await services.log.catchUp(
                            [VisitReminderPlans.table.name], in: clinic, within: .seconds(60))
                        try await TimedSteps(services).step(.dueReminders, at: due)
                    }
                }
                let reminders = try await patient.get("notifications").items.filter {
                    $0["type"]?.string == "appointment.reminder" && $0["subject_id"]?.string == appointment
                }
                #expect(reminders.count == 1)
                #expect(reminders.first?["start"]?.string == start)
            }
        }
    }
}
