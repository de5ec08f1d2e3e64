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
    /// Tests that servers remind of recalls in the demo clinic.
    @Suite struct RecallNotices {
        @Test func `O13 a patient is reminded of a recall once, on the day that the clinic has set`() async throws {
            try await Practice.open { practice in
                let (admin, desk) = try await (practice.signIn("admin"), practice.signIn("reception"))
                for service in try await admin.get("services").items {
                    let path = "services/\(try service.text("id"))/recall"
                    #expect(try await admin.put(path, #"{"days":120}"#).status == 200)
                }
                let settings = #"{"reminder_minutes":[],"language":"en","texts":[],"recall_days":[0]}"#
                #expect(try await admin.put("notification-settings", settings).status == 200)
                let tomorrow = try await practice.day(1)
                let due = try await desk.get("recalls?by=\(practice.day(120))&limit=200").items
                let recall = try #require(due.first { $0["due"]?.string ?? "" >= tomorrow })
                let (day, service) = try (recall.text("due"), recall.text("service_id"))
                let patient = try recall.member("patient").text("id")
                let clinic = try #require(UUIDBytes(try await admin.get("me").text("clinic_id")))
                let path = "recalls?by=\(day)&service_id=\(service)&limit=200"
                func reminders() async throws -> Int64? {
                    try await desk.get(path).items.first { $0["patient"]?["id"]?.string == patient }?["reminders"]?
                        .integer
                }
                let before = try #require(try await reminders())
                var counts: [Int64?] = []
                for time in ["00:30", "12:00", "12:01"] {
                    let now = try #require(Instant(rfc3339: "\(day)T\(time):00Z"))
                    try await Installation.demo().withServices { services, _ in
                        _ = try await services.log.catchUp([RecallVisits.table.name], in: clinic, within: .seconds(60))
                        try await TimedSteps(services).step(.dueRecalls, at: now)
                    }
                    counts.append(try await reminders())
                }
                #expect(counts == [before, before + 1, before + 1])
            }
        }
    }
}
