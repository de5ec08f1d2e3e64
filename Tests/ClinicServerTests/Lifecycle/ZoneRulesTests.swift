import ClinicServer
import ClinicTestSupport
import Foundation
import TestSupport
import Testing
import ZoneFiles

@Suite(.serialized, .database(.demo)) struct ZoneRulesTests {
    /// The starts of free times on a Sunday at least 14 days ahead, as UTC times such as `09:00`.
    private func starts(_ app: App) async throws -> [String] {
        try await app.timesOnSunday().map { String($0.dropFirst(11).prefix(5)) }
    }

    @Test func `a running server uses newer time zone rules after a reload, and ignores malformed rules`()
        async throws
    {
        let made = try MadeZones(berlin: 1)
        defer { made.remove() }
        try await Practice.open(zones: made.zones) { practice in
            try await practice.openOnSundays()
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

    @Test
    func `a server does not start if a clinic's time zone is missing, and the error names the package to install`()
        async throws
    {
        let made = try MadeZones(berlin: 1)
        defer { made.remove() }
        try FileManager.default.removeItem(at: made.folder.appending(path: "Europe/Berlin"))
        let error = await #expect(throws: (any Error).self) { try await Practice.open(zones: made.zones) { _ in } }
        #expect("\(try #require(error))".contains("Europe/Berlin; install the package tzdata"))
    }
}
