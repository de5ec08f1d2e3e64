import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import EventStore
import Identifiers
import JSON
import Testing

extension Conformance {
    /// Tests treatment plans over HTTP, from the proposal to the invoice.
    @Suite struct TreatmentPlansOverHTTP {
        private struct Planned {
            let doctor, reception, patient: App
            let plan, item: String
            var named: String { #"{"treatment_plan_id":"\#(plan)","item_id":"\#(item)"}"# }
        }

        /// A patient with a proposed plan for tooth 26.
        private func propose(_ practice: Practice) async throws -> Planned {
            let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
            let service = try await doctor.service().text("id")
            let plan = try await doctor.post(
                "treatment-plans",
                """
                {"patient_id":"\(patient.subject)","phases":["Now"],\
                "items":[{"service_id":"\(service)","tooth":26,"surfaces":["M","O"]}]}
                """, key: newKey())
            return Planned(
                doctor: doctor, reception: try await practice.signIn("reception"), patient: patient,
                plan: try plan.text("id"), item: try #require(plan.items.first).text("id"))
        }

        private func status(_ planned: Planned) async throws -> String? {
            try await planned.patient.get("patient/treatment-plans/\(planned.plan)").items.first?["status"]?.string
        }

        @Test func `an item of an accepted treatment plan is booked, done and billed, and the invoice names its tooth`()
            async throws
        {
            try await Practice.open { practice in
                let planned = try await propose(practice)
                let own = "patient/treatment-plans/\(planned.plan)"
                #expect(try await planned.patient.post("\(own)/accept", "{}").status == 200)
                #expect(try await status(planned) == "accepted")
                let time = try await planned.patient.freeTimes()[0]
                let booking = String(time.booking(for: planned.patient.subject).dropLast())
                let booked = try await planned.reception.post(
                    "appointments", #"\#(booking),"treatment_items":[\#(planned.named)]}"#)
                #expect(booked.status == 201)
                #expect(try await status(planned) == "scheduled")
                let done = try await planned.doctor.post(
                    "treatment-plans/\(planned.plan)/items/\(planned.item)/done")
                #expect(done.status == 200)
                let invoice = try await planned.reception.post(
                    "invoices",
                    """
                    {"patient_id":"\(planned.patient.subject)",\
                    "lines":[{"quantity":1,"treatment_item":\(planned.named)}]}
                    """, key: newKey())
                #expect(invoice.status == 201)
                let charged = invoice["lines"]?.elements?.first?["treatment"]
                #expect(charged?["tooth"]?.integer == 26)
                #expect(charged?["doctor_id"]?.string == planned.doctor.subject)
                #expect(try await status(planned) == "billed")
                let id = try invoice.text("id")
                #expect(
                    try await planned.reception.post("invoices/\(id)/void", #"{"reason":"Mistake"}"#).status == 200)
                #expect(try await status(planned) == "done")
            }
        }

        /// Voids an invoice with an event as servers of the previous release append it: it does not name the charged
        /// items.
        private struct OlderVoiding: Decision {
            let event: InvoiceVoided

            init(_ invoice: String, of patient: String) throws {
                let json = """
                    {"invoice_id":"\(invoice)","patient_id":"\(patient)","total":{"amount":0,"currency":"EUR"},\
                    "reason":"Mistake"}
                    """
                event = try InvoiceVoided.codec.decode(parsing: Array(json.utf8))
            }

            func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
                [.billing(.invoiceVoided(event))]
            }
        }

        @Test
        func `a server corrects a treatment plan's item whose invoice a server of the previous release has voided`()
            async throws
        {
            try await Practice.open { practice in
                let planned = try await propose(practice)
                let path = "treatment-plans/\(planned.plan)"
                #expect(try await planned.reception.post("\(path)/accept", "{}").status == 200)
                #expect(try await planned.doctor.post("\(path)/items/\(planned.item)/done").status == 200)
                let invoice = try await planned.reception.post(
                    "invoices",
                    """
                    {"patient_id":"\(planned.patient.subject)",\
                    "lines":[{"quantity":1,"treatment_item":\(planned.named)}]}
                    """, key: newKey()
                ).text("id")
                let voiding = try OlderVoiding(invoice, of: planned.patient.subject)
                let clinic = try #require(UUIDBytes(try await planned.patient.get("me").text("clinic_id")))
                let now = try await practice.now()
                try await Installation.demo().withServices { services, _ in
                    _ = try await services.log.handle(
                        voiding, in: clinic, as: CommandEnvelope(actor: .system, now: now))
                }
                #expect(try await status(planned) == "billed")
                var versions: Set<Int64> = []
                for _ in 0..<2 {
                    try await Installation.demo().withServices { services, _ in
                        try await TimedSteps(services).step(.voidedItems, at: now)
                    }
                    versions.insert(try await planned.doctor.get(path).integer("version"))
                }
                #expect(try await status(planned) == "done")
                #expect(versions.count == 1)
            }
        }

        @Test func `if two requests bill one item of a treatment plan at once, one of them is refused`() async throws {
            try await Practice.open { practice in
                let planned = try await propose(practice)
                let path = "treatment-plans/\(planned.plan)"
                #expect(try await planned.reception.post("\(path)/accept", "{}").status == 200)
                #expect(try await planned.doctor.post("\(path)/items/\(planned.item)/done").status == 200)
                let body = """
                    {"patient_id":"\(planned.patient.subject)",\
                    "lines":[{"quantity":1,"treatment_item":\(planned.named)}]}
                    """
                async let one = planned.reception.post("invoices", body, key: newKey())
                async let other = planned.reception.post("invoices", body, key: newKey())
                let answers = try await [one, other].sorted { $0.status < $1.status }
                #expect(answers.map(\.status) == [201, 409])
                #expect(answers[1].problem == "treatment-item-status")
                #expect(answers[1]["item_status"]?.string == "billed")
            }
        }

        @Test
        func
            `other patients and clinics cannot see a treatment plan, and a receptionist can read it, not cancel it`()
            async throws
        {
            try await Practice.open { practice in
                let planned = try await propose(practice)
                let other = try await practice.signIn("patient2")
                let own = "patient/treatment-plans/\(planned.plan)"
                #expect(try await other.get(own).status == 404)
                #expect(try await other.post("\(own)/accept", "{}").status == 404)
                let elsewhere = try await practice.signIn("doctor1", clinic: "harbor")
                #expect(try await elsewhere.get("treatment-plans/\(planned.plan)").status == 404)
                let path = "treatment-plans/\(planned.plan)"
                #expect(try await planned.reception.get(path).status == 200)
                #expect(try await planned.reception.post("\(path)/cancel", #"{"reason":"No"}"#).status == 403)
            }
        }

        @Test func `staff who do not treat the patient cannot open the treatment plans of a restricted record`()
            async throws
        {
            try await Practice.open { practice in
                let planned = try await propose(practice)
                let admin = try await practice.signIn("admin")
                let restricted = try await admin.put(
                    "patients/\(planned.patient.subject)/restriction", #"{"restricted":true}"#)
                #expect(restricted.status == 200)
                let path = "treatment-plans/\(planned.plan)"
                #expect(try await planned.reception.get(path).problem == "restricted-record")
                #expect(try await planned.reception.post("\(path)/accept", "{}").problem == "restricted-record")
                let listed = try await planned.reception.get("treatment-plans?limit=100").items
                #expect(!listed.contains { $0["id"]?.string == planned.plan })
                #expect(try await planned.patient.get("patient/\(path)").status == 200)
            }
        }
    }
}
