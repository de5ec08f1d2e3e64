import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Booking {
        @Test func `O9 a booking at a taken time is refused, and the answer gives the reason and other free times`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (first, second) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let time = try await reception.freeTime(forAll: [first.subject, second.subject])
                #expect(try await first.post("appointments", time.booking()).status == 201)
                let refused = try await second.post("appointments", time.booking())
                #expect(refused.status == 409)
                #expect(refused.problem == "slot-taken")
                #expect(refused["reason"]?.string == "doctor_busy")
                let alternative = try #require(refused["alternatives"]?[0])
                let other = FreeTime(
                    service: time.service, doctor: try alternative.text("doctor_id"),
                    start: try alternative.text("start"))
                #expect(other != time)
                #expect(try await second.post("appointments", other.booking()).status == 201)
            }
        }

        @Test func `O9 exactly one of many simultaneous booking requests for the same time succeeds`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patients = try await reception.get("patients?limit=12").items.map { try $0.text("id") }
                #expect(patients.count > 4)
                let time = try await reception.freeTime(forAll: [patients[0]])
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for patient in patients {
                        group.addTask {
                            try await reception.post("appointments", time.booking(for: patient), key: newKey()).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 201 }.count == 1)
                #expect(statuses.filter { $0 == 409 }.count == patients.count - 1)
                let day = time.start.prefix(10)
                let there = try await reception.get("appointments?from=\(day)&doctor_id=\(time.doctor)&limit=100").items
                    .compactMap { $0["appointment"] }
                #expect(
                    there.filter { $0["start"]?.string == time.start && $0["status"]?.string == "booked" }.count == 1)
            }
        }

        @Test func `O11 a booking repeated with its Idempotency-Key is made once and gets the same answer`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes().first)
                let before = try await patient.get("patient/home").integer("upcoming_count")
                let key = newKey()
                let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                    for _ in 0..<6 {
                        group.addTask { try await patient.post("appointments", time.booking(), key: key) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.allSatisfy { $0.status == 201 }, "\(answers.map(\.status))")
                #expect(Set(answers.map(\.body)).count == 1)
                #expect(try await patient.get("patient/home").integer("upcoming_count") == before + 1)
                let other = try await patient.post("appointments", time.booking(reason: "other"), key: key)
                #expect(other.status == 409)
                #expect(other.problem == "idempotency-key-reused")
            }
        }

        @Test func `O11 a cancellation repeated with its Idempotency-Key gets the same answer`() async throws {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes(5...9).first)
                let id = try await patient.post("appointments", time.booking(), key: newKey()).text("id")
                let key = newKey()
                let first = try await patient.post("appointments/\(id)/cancel", "{}", key: key)
                let again = try await patient.post("appointments/\(id)/cancel", "{}", key: key)
                #expect(first.status == 200)
                #expect(first["status"]?.string == "cancelled")
                #expect(again.status == 200)
                #expect(again.body == first.body)
                #expect(try await patient.get("appointments/\(id)").integer("version") == first.integer("version"))
            }
        }
    }
}
