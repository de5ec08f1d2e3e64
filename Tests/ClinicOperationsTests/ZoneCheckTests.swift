import ClinicOperations
import ClinicTestSupport
import EventSourcing
import JSON
import Logging
import TestSupport
import Testing
import ZoneFiles

@Suite(.database(.demo)) struct ZoneCheckTests {
    @Test func `future visits whose wall time is another instant by new zone rules are listed, and moved on request`()
        async throws
    {
        let (old, new) = try (MadeZones(berlin: 1), MadeZones(berlin: 3))
        defer {
            old.remove()
            new.remove()
        }
        // Three consecutive visits are booked under old time zone rules, by which Berlin is one hour ahead of UTC.
        var booked: [String: String] = [:]
        try await Practice.open(zones: old.zones) { practice in
            try await practice.openOnSundays()
            let reception = try await practice.signIn("reception")
            let patient = try await practice.signIn("patient1").subject
            let service = try await reception.service().text("id")
            for start in try await reception.timesOnSunday().filter({ $0.contains("00:00Z") || $0.contains("30:00Z") })
                .prefix(3)
            {
                let visit = try await reception.post(
                    "appointments", #"{"patient_id":"\#(patient)","service_id":"\#(service)","start":"\#(start)"}"#)
                try #require(visit.status == 201, "\(visit)")
                booked[try visit.text("id")] = start
            }
        }
        try #require(booked.count == 3)
        func check(_ zones: ZoneFolder, moves: Bool) async throws -> ZoneCheck.Report {
            try await ZoneCheck(.demo(), zones: zones).run(moves: moves)
        }
        // Compare only the visits that this test has booked: the demo's own visits were booked by the system's time
        // zone rules.
        func ours(_ report: ZoneCheck.Report) -> [String] {
            report.findings.map { "\($0)" }.filter { line in booked.keys.contains { line.contains($0) } }
        }
        #expect(ours(try await check(old.zones, moves: false)) == [])
        let listed = ours(try await check(new.zones, moves: false))
        #expect(listed.count == booked.count)
        #expect(listed.allSatisfy { $0.hasSuffix("found") && $0.contains(" Europe/Berlin") })
        // Listing the visits does not move any of them, so a second list is the same.
        #expect(ours(try await check(new.zones, moves: false)) == listed)
        let moved = ours(try await check(new.zones, moves: true))
        #expect(moved.count == booked.count && moved.allSatisfy { $0.hasSuffix("moved") })
        #expect(ours(try await check(new.zones, moves: true)) == [])
        try await Practice.open(zones: new.zones) { practice in
            let reception = try await practice.signIn("reception")
            for (id, start) in booked {
                let before = try #require(Instant(rfc3339: start))
                let after = try await reception.get("appointments/\(id)")
                #expect(try after.text("start") == before.adding(hours: -2).rfc3339)
                #expect(try after.text("status") == "booked")
            }
        }
    }
}
