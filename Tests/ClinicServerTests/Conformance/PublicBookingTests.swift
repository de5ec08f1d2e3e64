import ClinicServer
import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct PublicBookings {
        private static let clinic = Elsewhere.callers

        /// A running server that sends mails, with a clinic whose public booking is open.
        private func withOpenBooking(
            _ body: (Practice, _ mailbox: ExampleMailbox, _ admin: App) async throws -> Void
        ) async throws {
            let mailbox = try ExampleMailbox()
            defer { mailbox.remove() }
            try await Practice.open(mail: mailbox.configuration) { practice in
                let admin = try await practice.signIn("admin")
                #expect(try await set(true, admin).status == 200)
                try await body(practice, mailbox, admin)
            }
        }

        private func set(_ isOn: Bool, _ admin: App) async throws -> HTTPAnswer {
            try await admin.put("clinic/public-booking", #"{"enabled":\#(isOn),"shows_doctors":true}"#)
        }

        private func times(_ practice: Practice) async throws -> [FreeTime] {
            let services = try await practice.nobody.get("public/clinics/\(Self.clinic)/services").items
            let service = try #require(services.first { $0["name"]?.string == "Füllung" }).text("service_id")
            let (first, last) = try await (practice.day(5), practice.day(9))
            return try await practice.nobody.get(
                "public/clinics/\(Self.clinic)/times?service_id=\(service)&from=\(first)&to=\(last)"
            ).items.map {
                FreeTime(service: service, doctor: try $0.text("doctor_id"), start: try $0.text("start"))
            }
        }

        private func form(_ time: FreeTime, _ email: String, name: String = "Zwetlana") -> String {
            #"{"given_name":"\#(name)","family_name":"Neuhaus","birth_date":"1988-02-14","phone":"+49 30 5550188","#
                + #""email":"\#(email)","service_id":"\#(time.service)","doctor_id":"\#(time.doctor)","#
                + #""start":"\#(time.start)","reason":"Toothache"}"#
        }

        private func ask(_ practice: Practice, _ form: String, key: String? = nil) async throws -> HTTPAnswer {
            try await practice.nobody.post("public/clinics/\(Self.clinic)/requests", form, key: key)
        }

        private func confirm(
            _ practice: Practice, _ request: String, _ code: String, start: String? = nil
        ) async throws -> HTTPAnswer {
            let start = start.map { #","start":"\#($0)""# } ?? ""
            return try await practice.nobody.post(
                "public/clinics/\(Self.clinic)/requests/\(request)/confirm", #"{"code":"\#(code)"\#(start)}"#)
        }

        @Test func `a booking request that the mailed code confirms becomes an appointment of a provisional patient`()
            async throws
        {
            try await withOpenBooking { practice, mailbox, admin in
                let reception = try await practice.signIn("reception")
                let time = try #require(try await times(practice).first)
                let asked = try await ask(practice, form(time, "neu@mail.example"))
                #expect(asked.status == 202)
                #expect(try await times(practice).contains(time))
                #expect(try await reception.get("patients?q=neuhaus").items.isEmpty)
                let code = try await mailbox.code(for: "neu@mail.example")
                let request = try asked.text("request_id")
                let confirmed = try await confirm(practice, request, code)
                #expect(confirmed.status == 200)
                #expect(confirmed["status"]?.string == "requested")
                #expect(confirmed["start"]?.string == time.start)
                #expect(confirmed["patient_id"] == nil)
                #expect(try await !times(practice).contains(time))
                let patient = try #require(try await reception.get("patients?q=neuhaus").items.first).text("id")
                #expect(try await reception.get("patients/\(patient)")["provisional"]?.bool == true)
                // A repeated confirmation of a booking request books nothing more.
                let again = try await confirm(practice, request, code)
                #expect(again.body == confirmed.body)
                #expect(try await reception.get("patients?q=neuhaus").items.count == 1)
                let visits = try await reception.get("appointments?patient_id=\(patient)").items
                let visit = try #require(visits.first?["appointment"])
                #expect(try await reception.post("appointments/\(visit.text("id"))/approve").status == 200)
                #expect(try await reception.get("patients/\(patient)")["provisional"] == nil)
                let trail = try await admin.get("audit-events?event_type=public-booking-confirmed")
                #expect(trail.items.first?["detail"]?["role"]?.string == "public-booking")
            }
        }

        @Test
        func
            `if two strangers confirm requests for one time at once, one gets the time, and one gets alternatives`()
            async throws
        {
            try await withOpenBooking { practice, mailbox, _ in
                let free = try await times(practice)
                let time = try #require(free.first)
                let requests = try await [
                    ask(practice, form(time, "eins@mail.example")).text("request_id"),
                    ask(practice, form(time, "zwei@mail.example")).text("request_id"),
                ]
                let codes = try await [
                    mailbox.code(for: "eins@mail.example"), mailbox.code(for: "zwei@mail.example"),
                ]
                async let first = confirm(practice, requests[0], codes[0])
                async let second = confirm(practice, requests[1], codes[1])
                let answers = try await [first, second]
                #expect(answers.map(\.status).sorted() == [200, 409])
                let loser = try #require(answers.firstIndex { $0.status == 409 })
                #expect(answers[loser].problem == "public-time-not-offered")
                let other = try #require(answers[loser]["alternatives"]?.elements?.first).text("start")
                let moved = try await confirm(practice, requests[loser], codes[loser], start: other)
                #expect(moved.status == 200)
                #expect(moved["start"]?.string == other)
            }
        }

        @Test
        func `the answer to a booking request has the same members and length for known and unknown e-mail addresses`()
            async throws
        {
            try await withOpenBooking { practice, _, _ in
                let reception = try await practice.signIn("reception")
                let time = try #require(try await times(practice).first)
                let known = try await reception.get("patients?limit=1").items[0]
                let name = try known.text("given_name")
                let answers = try await [
                    ask(practice, form(time, "patient1@spree.example", name: name)),
                    ask(practice, form(time, "neu@mail.example")),
                ]
                for answer in answers {
                    #expect(answer.status == 202)
                    #expect(Set(answer.json?.members?.map { $0.name } ?? []) == ["request_id", "expires_at"])
                }
                #expect(answers[0].body.count == answers[1].body.count)
            }
        }

        @Test func `a confirmation with a wrong code, an unknown request or the wrong clinic gets the same refusal`()
            async throws
        {
            try await withOpenBooking { practice, mailbox, _ in
                let time = try #require(try await times(practice).first)
                let request = try await ask(practice, form(time, "neu@mail.example")).text("request_id")
                let code = try await mailbox.code(for: "neu@mail.example")
                let wrong = String(code.dropLast()) + (code.hasSuffix("0") ? "1" : "0")
                let refused = try await confirm(practice, request, wrong)
                #expect(refused.status == 409 && refused.problem == "public-request-invalid")
                #expect(try await confirm(practice, newKey(), code).body == refused.body)
                let elsewhere = try await practice.nobody.post(
                    "public/clinics/\(Elsewhere.clinic)/requests/\(request)/confirm", #"{"code":"\#(code)"}"#)
                #expect(elsewhere.body == refused.body)
            }
        }

        @Test
        func `a clinic with closed public booking shows no services, and refuses booking requests and confirmations`()
            async throws
        {
            try await withOpenBooking { practice, mailbox, admin in
                let time = try #require(try await times(practice).first)
                let request = try await ask(practice, form(time, "neu@mail.example")).text("request_id")
                let code = try await mailbox.code(for: "neu@mail.example")
                #expect(try await set(false, admin).status == 200)
                let unknown = try await practice.nobody.get("public/clinics/\(newKey())/services")
                let closed = try await practice.nobody.get("public/clinics/\(Self.clinic)/services")
                #expect(closed.status == 404 && closed.problem == "public-booking-closed")
                #expect(closed.body == unknown.body)
                #expect(try await confirm(practice, request, code).problem == "public-booking-closed")
                #expect(try await ask(practice, form(time, "x@mail.example")).problem == "public-booking-closed")
                #expect(try await set(true, admin).status == 200)
                #expect(try await confirm(practice, request, code).status == 200)
            }
        }

        @Test
        func
            `two equal booking requests with one Idempotency-Key count once; a different one with that key is refused`()
            async throws
        {
            try await withOpenBooking { practice, _, _ in
                let time = try #require(try await times(practice).first)
                let key = newKey()
                let first = try await ask(practice, form(time, "neu@mail.example"), key: key)
                let again = try await ask(practice, form(time, "neu@mail.example"), key: key)
                #expect(again.status == 202 && again.body == first.body)
                let other = try await ask(practice, form(time, "alt@mail.example"), key: key)
                #expect(other.problem == "idempotency-key-reused")
            }
        }

        @Test func `two servers that confirm one booking request at once book one appointment`() async throws {
            try await withOpenBooking { practice, mailbox, _ in
                try await Practice.open { other in
                    let reception = try await practice.signIn("reception")
                    let free = try await times(practice)
                    let id = try await ask(practice, form(free[0], "neu@mail.example")).text("request_id")
                    let code = try await mailbox.code(for: "neu@mail.example")
                    async let here = confirm(practice, id, code)
                    async let there = confirm(other, id, code)
                    let answers = try await [here, there]
                    #expect(answers.map(\.status) == [200, 200])
                    #expect(answers[0].body == answers[1].body)
                    let patients = try await reception.get("patients?q=neuhaus").items
                    #expect(patients.count == 1)
                    let patient = try #require(patients.first).text("id")
                    #expect(try await reception.get("appointments?patient_id=\(patient)").items.count == 1)
                }
            }
        }
    }
}
