import ClinicServer
import EventLoop
import EventSourcing
import Foundation
import JSON
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing
import ZoneFiles

/// A zone database of a test's own, with the zones of the demo's clinics.
private struct MadeZones {
    let folder = URL(filePath: "/tmp").appending(path: "chairside-zones-\(UUID().uuidString)")

    var zones: ZoneFolder { ZoneFolder(path: folder.path(percentEncoded: false)) }

    /// - Parameter hours: Berlin's offset from UTC, in summer and winter.
    init(berlin hours: Int32) throws {
        for area in ["Europe", "America"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: area), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            at: URL(filePath: ZoneFolder.standard).appending(path: "America/New_York").resolvingSymlinksInPath(),
            to: folder.appending(path: "America/New_York"))
        try setBerlin(hours)
    }

    func setBerlin(_ hours: Int32) throws {
        try write(Data(MadeZone.hours(hours, since: 0, before: hours).bytes))
    }

    func write(_ berlin: Data) throws { try berlin.write(to: folder.appending(path: "Europe/Berlin")) }
    func remove() { try? FileManager.default.removeItem(at: folder) }
}

@Suite(.serialized, .database(.demo)) struct ZoneRulesTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The clinic opens on Sundays alone, when the demo has booked nothing, from 10 to 12.
    private func openOnSundays(_ practice: Practice) async throws {
        let hours = #"{"opening_hours":[{"weekday":7,"opens":"10:00","closes":"12:00"}]}"#
        let answer = try await practice.signIn("admin").put("clinic/opening-hours", hours)
        try #require(answer.status == 200, "\(answer)")
    }

    /// The UTC times, `09:00`, at which half an hour is free on a Sunday two weeks ahead.
    private func starts(_ app: App) async throws -> [String] {
        try await times(app).map { String($0.dropFirst(11).prefix(5)) }
    }

    private func times(_ app: App) async throws -> [String] {
        let service = try await app.service().text("id")
        var day = CivilDate(daysSince1970: Int(try await app.practice.now().secondsSince1970 / 86_400) + 14)
        while day.weekday != 7 { day = day.adding(days: 1) }
        let slots = try await app.get("slots?service_id=\(service)&from=\(day)&to=\(day)")
        try #require(slots.status == 200)
        return Set(try slots.items.map { try $0.text("start") }).sorted()
    }

    @Test func `a running server uses newer time zone rules at once, and ignores malformed ones`()
        async throws
    {
        let made = try MadeZones(berlin: 1)
        defer { made.remove() }
        try await Practice.open(zones: made.zones) { practice in
            try await openOnSundays(practice)
            let reception = try await practice.signIn("reception")
            let before = ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15", "10:30"]
            #expect(try await starts(reception) == before)
            try made.setBerlin(2)
            practice.server.reloadZones()
            let after = ["08:00", "08:15", "08:30", "08:45", "09:00", "09:15", "09:30"]
            #expect(try await starts(reception) == after)
            try made.write(Data("TZif".utf8))
            practice.server.reloadZones()
            #expect(try await starts(reception) == after)
        }
    }

    @Test func `a server does not start without the zone of a clinic, and says which package to install`() async throws
    {
        let made = try MadeZones(berlin: 1)
        defer { made.remove() }
        try FileManager.default.removeItem(at: made.folder.appending(path: "Europe/Berlin"))
        let error = await #expect(throws: (any Error).self) { try await Practice.open(zones: made.zones) { _ in } }
        #expect("\(try #require(error))".contains("Europe/Berlin; install the package tzdata"))
    }

    @Test func `future visits whose local time changed with new zone rules are listed, and moved on request`()
        async throws
    {
        let (old, new) = try (MadeZones(berlin: 1), MadeZones(berlin: 3))
        defer {
            old.remove()
            new.remove()
        }
        // Booked while Berlin was an hour ahead of UTC: three visits, one right after the other.
        var booked: [String: String] = [:]
        try await Practice.open(zones: old.zones) { practice in
            try await openOnSundays(practice)
            let reception = try await practice.signIn("reception")
            let patient = try await practice.signIn("patient1").subject
            let service = try await reception.service().text("id")
            for start in try await times(reception).filter({ $0.contains("00:00Z") || $0.contains("30:00Z") }).prefix(3)
            {
                let visit = try await reception.post(
                    "appointments", #"{"patient_id":"\#(patient)","service_id":"\#(service)","start":"\#(start)"}"#)
                try #require(visit.status == 201, "\(visit)")
                booked[try visit.text("id")] = start
            }
        }
        try #require(booked.count == 3)
        let database = try TestDatabase.current.conninfo
        func check(_ zones: ZoneFolder, moves: Bool) async throws -> ZoneCheck.Report {
            try await ZoneCheck(
                database: database, keys: try DemoKeys.folder(), zones: zones, logger: Self.quiet
            ).run(moves: moves)
        }
        // The demo's own visits were booked by the system's rules, so only the test's are compared.
        func ours(_ report: ZoneCheck.Report) -> [String] {
            report.findings.map { "\($0)" }.filter { line in booked.keys.contains { line.contains($0) } }
        }
        #expect(ours(try await check(old.zones, moves: false)) == [])
        let listed = ours(try await check(new.zones, moves: false))
        #expect(listed.count == booked.count)
        #expect(listed.allSatisfy { $0.hasSuffix("found") && $0.contains(" Europe/Berlin") })
        // Listing moves nothing.
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
