import ClinicDemo
import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests merges of two records of one person over HTTP.
    @Suite struct MergedRecords {
        /// Two records of one person: one has a login, the other one has none. Each record has an appointment and an
        /// invoice.
        private struct Twice {
            let reception, patient: App
            let kept, other: String
            let visits, invoices: [String]
        }

        private func register(_ family: String, _ reception: App) async throws -> String {
            try await reception.post(
                "patients", #"{"given_name":"Xenia","family_name":"\#(family)","birth_date":"1985-05-17"}"#
            ).text("id")
        }

        private func registerTwice(_ practice: Practice) async throws -> Twice {
            let reception = try await practice.signIn("reception")
            let (kept, other) = try await (register("Barsch", reception), register("Quastenflosser", reception))
            let login = #"{"email":"xenia@spree.example","password":"\#(DemoLogin.password)"}"#
            #expect(try await reception.post("patients/\(kept)/account", login).status == 201)
            let patient = try await practice.signIn("xenia")
            var (visits, invoices): ([String], [String]) = ([], [])
            for record in [kept, other] {
                let time = try await reception.freeTime(forAll: [kept, other])
                visits.append(try await reception.post("appointments", time.booking(for: record)).text("id"))
                invoices.append(try await reception.invoice(record, 5_000).text("id"))
            }
            return Twice(
                reception: reception, patient: patient, kept: kept, other: other, visits: visits,
                invoices: invoices)
        }

        private func merge(_ other: String, into kept: String, by app: App) async throws -> HTTPAnswer {
            try await app.post(
                "patients/\(kept)/merge", #"{"patient_id":"\#(other)","reason":"Registered twice"}"#)
        }

        private func unmerge(_ kept: String, by app: App) async throws -> HTTPAnswer {
            try await app.post("patients/\(kept)/unmerge", #"{"reason":"Two people"}"#)
        }

        private func ids(_ answer: HTTPAnswer, _ name: String? = nil) -> Set<String> {
            Set(
                answer.items.compactMap { item in
                    guard let name else { return item["id"]?.string }
                    return item[name]?["id"]?.string
                })
        }

        private func open(_ answer: HTTPAnswer) -> Int64? { answer["open"]?["amount"]?.integer }

        @Test
        func `O22 the surviving record shows the merged record's visits, bills and names until the merge is undone`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let (reception, kept, other) = (twice.reception, twice.kept, twice.other)
                let (visits, invoices) = (Set(twice.visits), Set(twice.invoices))
                let debts = try await (
                    open(reception.get("patients/\(kept)/balance")), open(reception.get("patients/\(other)/balance"))
                )
                func expectApart() async throws {
                    #expect(try await ids(reception.get("patients?q=quastenfl")) == [other])
                    let booked = try await ids(reception.get("appointments?patient_id=\(kept)"), "appointment")
                    #expect(booked.intersection(visits) == [twice.visits[0]])
                    #expect(try await open(reception.get("patients/\(kept)/balance")) == debts.0)
                    #expect(try await reception.get("patients/\(other)")["merged_into"] == nil)
                }
                try await expectApart()
                let merged = try await merge(other, into: kept, by: reception)
                #expect(merged.status == 200)
                #expect(merged["merged_records"]?.elements?.compactMap(\.string) == [other])
                #expect(try await reception.get("patients/\(other)")["merged_into"]?.string == kept)
                #expect(try await ids(reception.get("patients?q=quastenfl")) == [kept])
                let booked = try await ids(reception.get("appointments?patient_id=\(kept)"), "appointment")
                #expect(booked.isSuperset(of: visits))
                let billed = try await ids(reception.get("invoices?patient_id=\(kept)&limit=100"))
                #expect(billed.isSuperset(of: invoices))
                let sum = try #require(debts.0) + (try #require(debts.1))
                #expect(try await open(reception.get("patients/\(kept)/balance")) == sum)
                let days = try await (practice.day(0), practice.day(1))
                let statement = try await reception.get("patients/\(kept)/statements?from=\(days.0)&to=\(days.1)")
                #expect(open(statement) == sum)
                #expect(try await unmerge(kept, by: reception).status == 200)
                try await expectApart()
            }
        }

        @Test
        func `O15 a patient can read and cancel the visits of the record that was merged into the patient's record`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let (app, visit, invoice) = (twice.patient, twice.visits[1], twice.invoices[1])
                #expect(try await app.get("appointments/\(visit)").status == 404)
                #expect(try await merge(twice.other, into: twice.kept, by: twice.reception).status == 200)
                #expect(try await app.get("appointments/\(visit)").status == 200)
                #expect(try await app.get("invoices/\(invoice)").status == 200)
                let upcoming = try await app.get("patient/appointments?limit=100")
                #expect(ids(upcoming).isSuperset(of: twice.visits))
                let profile = try await app.get("patient/profile")
                #expect(profile["merged_records"] == nil)
                let followed = try await app.get("patient/appointments?since=0")
                #expect(ids(followed).isSuperset(of: twice.visits))
                let cancelled = try await app.post("appointments/\(visit)/cancel", "{}")
                #expect(cancelled.status == 200)
                let changes = try await app.get("patient/appointments?since=\(followed.text("version"))")
                #expect(changes["removed"]?.elements?.compactMap(\.string) == [visit])
                #expect(try await unmerge(twice.kept, by: twice.reception).status == 200)
                #expect(try await app.get("appointments/\(visit)").status == 404)
                #expect(try await app.get("invoices/\(invoice)").status == 404)
            }
        }

        @Test func `O16 the files of a merged record belong to the surviving record until the merge is undone`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let (app, kept, other) = (twice.patient, twice.kept, twice.other)
                let doctor = try await practice.signIn("doctor1")
                let file = try await doctor.addFile(to: other, PatientFiles.content).text("id")
                func expectSeen(_ status: Int, _ listed: Set<String>) async throws {
                    #expect(try await ids(doctor.get("patients/\(kept)/files")) == listed)
                    #expect(try await ids(app.get("patient/files")) == listed)
                    #expect(try await app.get("patient/files/\(file)").status == status)
                    #expect(try await app.post("patient/files/\(file)/link").status == status)
                }
                try await expectSeen(404, [])
                #expect(try await merge(other, into: kept, by: twice.reception).status == 200)
                try await expectSeen(200, [file])
                let refused = try await doctor.addFile(to: other, PatientFiles.content)
                #expect(refused.problem == "patient-merged" && refused["patient_id"]?.string == kept)
                #expect(try await unmerge(kept, by: twice.reception).status == 200)
                try await expectSeen(404, [])
            }
        }

        @Test
        func `O33 an answer with the sums of a surviving and a merged record is recorded as an access to each of them`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let (reception, kept, other) = (twice.reception, twice.kept, twice.other)
                let admin = try await practice.signIn("admin")
                #expect(try await merge(other, into: kept, by: reception).status == 200)
                let totals = try await reception.get("invoices/totals?patient_id=\(kept)")
                #expect(totals["count"]?.integer == 2)
                #expect(try await reception.get("patients/\(kept)/balance").status == 200)
                let wanted: Set<String> = ["getInvoiceTotals", "getPatientBalance"]
                for operation in wanted {
                    let records = try await admin.accessRecords(of: other, by: [operation])
                    let record = records.first { $0["detail"]?["operation"]?.string == operation }
                    #expect(record?["detail"]?["patient_ids"]?.elements?.contains { $0.string == kept } == true)
                }
            }
        }

        @Test
        func `O22 commands for a merged record are refused, and its visits' times stay taken for the surviving record`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let (reception, kept, other) = (twice.reception, twice.kept, twice.other)
                let taken = try await reception.get("appointments/\(twice.visits[1])")
                #expect(try await merge(other, into: kept, by: reception).status == 200)
                let time = try await reception.freeTime(forAll: [kept])
                let refused = try await reception.post("appointments", time.booking(for: other))
                #expect(refused.problem == "patient-merged")
                #expect(refused["patient_id"]?.string == kept)
                let doctors = try await reception.get("doctors").items.compactMap { $0["id"]?.string }
                let free = try #require(doctors.first { $0 != taken["doctor_id"]?.string })
                let twiceAtOnce = FreeTime(service: time.service, doctor: free, start: try taken.text("start"))
                #expect(try await reception.post("appointments", twiceAtOnce.booking(for: kept)).status == 409)
                let login = #"{"email":"quastenflosser@spree.example","password":"correct horse battery"}"#
                #expect(try await reception.post("patients/\(other)/account", login).problem == "patient-merged")
                let admin = try await practice.signIn("admin")
                let erased = try await admin.post("patients/\(kept)/erasure", #"{"reason":"requested"}"#)
                #expect(erased.problem == "records-merged")
                #expect(erased["patient_id"]?.string == other)
            }
        }

        @Test
        func `O22 a person who has booked on the surviving record is not called for a cancellation on the merged one`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let reception = twice.reception
                let cancelled = try await reception.post(
                    "appointments/\(twice.visits[1])/cancel", #"{"reason":"Ill"}"#)
                #expect(try cancelled.text("status") == "cancelled")
                func called() async throws -> Bool {
                    try await ids(reception.get("call-lists/unbooked?limit=100"), "appointment").contains(
                        twice.visits[1])
                }
                #expect(try await called())
                #expect(try await merge(twice.other, into: twice.kept, by: reception).status == 200)
                #expect(try await !called())
                #expect(try await unmerge(twice.kept, by: reception).status == 200)
                #expect(try await called())
            }
        }

        @Test func `O22 a merge is refused with its obstacles, and only the front desk of the clinic may merge`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (one, two) = try await (
                    practice.signIn("patient1").subject, practice.signIn("patient2").subject
                )
                let refused = try await merge(two, into: one, by: reception)
                #expect(refused.problem == "merge-obstacles")
                let kinds = refused["obstacles"]?.elements?.compactMap { $0["kind"]?.string } ?? []
                #expect(kinds.contains("login"))
                let other = try await register("Quastenflosser", reception)
                for name in ["doctor1", "patient1"] {
                    #expect(try await merge(other, into: one, by: practice.signIn(name)).status == 403)
                }
                let elsewhere = try await practice.signIn("reception", clinic: "harbor")
                let stranger = try await practice.signIn("patient1", clinic: "harbor").subject
                #expect(try await merge(other, into: one, by: elsewhere).status == 404)
                #expect(try await merge(stranger, into: one, by: reception).status == 404)
                #expect(try await merge(other, into: stranger, by: reception).status == 404)
            }
        }

        @Test func `a merge is in the history of both records with its reason, and the export has both records`()
            async throws
        {
            try await Practice.open { practice in
                let twice = try await registerTwice(practice)
                let admin = try await practice.signIn("admin")
                #expect(try await merge(twice.other, into: twice.kept, by: admin).status == 200)
                for record in [twice.kept, twice.other] {
                    let change = try await admin.get("patients/\(record)/history").items.first
                    #expect(change?["event_type"]?.string == "patient-merged")
                    #expect(change?["reason"]?.string == "Registered twice")
                }
                let export = try await admin.get("patients/\(twice.kept)/export")
                #expect(export["patient"]?["merged_records"] != nil)
                #expect(export["merged_record"]?["patient"]?["id"]?.string == twice.other)
                let page = try await admin.get("patients/\(twice.kept)/export.html")
                #expect(String(decoding: page.body, as: UTF8.self).contains("Quastenflosser"))
            }
        }
    }
}
