import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct GroupVisits {
        /// A time at which three patients are free for a group visit, and the patients' ids. The first patient is
        /// `patient1`.
        private struct ClassTime {
            let time: FreeTime
            let day: String
            let patients: [String]
        }

        /// Adds a service of an hour for groups of two patients to the demo clinic, and finds a time for a group visit.
        private func addClass(_ practice: Practice) async throws -> ClassTime {
            let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
            let doctor = try #require(try await admin.get("doctors").items.first).text("id")
            let details = """
                {"code":"CLS60","name":"Tooth brushing class","duration_minutes":60,"capacity":2,\
                "price":{"amount":3000,"currency":"EUR"},"doctors":["\(doctor)"]}
                """
            let added = try await admin.post("services", details)
            #expect(added["capacity"]?.integer == 2)
            let service = try added.text("id")
            let own = try await practice.signIn("patient1").subject
            let others = try await reception.get("patients?limit=3").items.map { try $0.text("id") }
            let patients = [own] + others.filter { $0 != own }.prefix(2)
            let (first, last) = try await (practice.day(3), practice.day(9))
            var common: [String]?
            for patient in patients {
                let slots = try await reception.get(
                    "slots?service_id=\(service)&from=\(first)&to=\(last)&patient_id=\(patient)"
                ).items
                #expect(slots.allSatisfy { $0["places_left"]?.integer == 2 })
                let starts = try slots.map { try $0.text("start") }
                common = common.map { $0.filter(starts.contains) } ?? starts
            }
            let time = FreeTime(service: service, doctor: doctor, start: try #require(common?.first))
            return ClassTime(time: time, day: String(time.start.prefix(10)), patients: patients)
        }

        @Test func `a third patient cannot book a group visit with a capacity of two, and is offered other times`()
            async throws
        {
            try await Practice.open { practice in
                let found = try await addClass(practice)
                let (time, patients) = (found.time, found.patients)
                let reception = try await practice.signIn("reception")
                let first = try await reception.post("appointments", time.booking(for: patients[0]), key: newKey())
                #expect(first.status == 201)
                #expect(first["group_capacity"]?.integer == 2)
                let search = "slots?service_id=\(time.service)&from=\(found.day)&to=\(found.day)"
                func placesLeft(_ patient: String) async throws -> Int64? {
                    let slots = try await reception.get("\(search)&patient_id=\(patient)").items
                    return slots.first { $0["start"]?.string == time.start }?["places_left"]?.integer
                }
                #expect(try await placesLeft(patients[1]) == 1)
                let second = try await reception.post("appointments", time.booking(for: patients[1]), key: newKey())
                #expect(second.status == 201)
                #expect(second["chair_id"] == first["chair_id"])
                let third = try await reception.post("appointments", time.booking(for: patients[2]), key: newKey())
                #expect(third.status == 409)
                #expect(third.problem == "group-full")
                #expect(third["alternatives"]?.elements?.isEmpty == false)
                #expect(try await placesLeft(patients[2]) == nil)
                let why = try await reception.get(
                    "slots/why?service_id=\(time.service)&start=\(time.start)&patient_id=\(patients[2])")
                #expect(why["doctors"]?[0]?["reason"]?.string == "group_full")
                #expect(why["doctors"]?[0]?["appointment_ids"]?.elements?.count == 2)
                let queue = try await practice.signIn("doctor1").get(
                    "doctor/schedule?date=\(found.day)&doctor_id=\(time.doctor)"
                ).items
                let shown = queue.compactMap { $0["appointment"]?["id"]?.string }
                #expect(try shown.contains(first.text("id")) && shown.contains(second.text("id")))
            }
        }

        @Test func `a patient sees the number of places that a group has left, and nothing about the group's patients`()
            async throws
        {
            try await Practice.open { practice in
                let found = try await addClass(practice)
                let time = found.time
                let (reception, patient) = try await (practice.signIn("reception"), practice.signIn("patient1"))
                let other = try #require(found.patients.first { $0 != patient.subject })
                let taken = try await reception.post("appointments", time.booking(for: other), key: newKey())
                #expect(taken.status == 201)
                let slots = try await patient.get(
                    "slots?service_id=\(time.service)&from=\(found.day)&to=\(found.day)"
                ).items
                let slot = slots.first { $0["start"]?.string == time.start }
                #expect(slot?["places_left"]?.integer == 1)
                #expect(slots.allSatisfy { Set($0.members?.map(\.name) ?? []).isSubset(of: Self.slotMembers) })
            }
        }

        private static let slotMembers: Set<String> = ["start", "end", "doctor_id", "doctor_name", "places_left"]

        @Test func `the minutes of a group visit count once, not per patient, in payroll, bars and use of chairs`()
            async throws
        {
            try await Practice.open { practice in
                let found = try await addClass(practice)
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let period = "from=\(found.day)&to=\(found.day)"
                func minutes() async throws -> [Int64?] {
                    let payroll = try await admin.get("admin/payroll?\(period)").items
                    let bars = try await admin.get("admin/kpis/bars?\(period)&by=week").items
                    return [
                        payroll.first { $0["doctor_id"]?.string == found.time.doctor }?["booked_minutes"]?.integer,
                        bars.first?["booked_minutes"]?.integer ?? 0,
                    ]
                }
                func use() async throws -> Int64? { try await admin.get("admin/kpis?\(period)")["chair_use"]?.integer }
                let before = try await minutes()
                let first = try await reception.post(
                    "appointments", found.time.booking(for: found.patients[0]), key: newKey())
                let withOne = try await (minutes(), use())
                #expect(withOne.0 == before.map { ($0 ?? 0) + 60 })
                let second = try await reception.post(
                    "appointments", found.time.booking(for: found.patients[1]), key: newKey())
                #expect(first.status == 201 && second.status == 201)
                let withTwo = try await (minutes(), use())
                #expect(withTwo.0 == withOne.0)
                #expect(withTwo.1 == withOne.1)
                let cancelled = try await reception.post(
                    "appointments/\(first.text("id"))/cancel", #"{"reason":"Ill"}"#)
                #expect(cancelled.status == 200)
                #expect(try await minutes() == withOne.0)
            }
        }
    }
}
