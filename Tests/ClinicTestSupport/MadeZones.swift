import EventSourcing
import Foundation
import JSON
import TestSupport
import Testing
import ZoneFiles

/// A time zone database that a test creates and changes, with the zones of the demo's clinics.
package struct MadeZones {
    package let folder = URL(filePath: "/tmp").appending(path: "chairside-zones-\(UUID().uuidString)")

    package var zones: ZoneFolder { ZoneFolder(path: folder.path(percentEncoded: false)) }

    /// Creates the database.
    ///
    /// - Parameter hours: Berlin's offset from UTC, the same in summer and winter.
    package init(berlin hours: Int32) throws {
        for area in ["Europe", "America"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: area), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            at: URL(filePath: ZoneFolder.standard).appending(path: "America/New_York").resolvingSymlinksInPath(),
            to: folder.appending(path: "America/New_York"))
        try setBerlin(hours)
    }

    package func setBerlin(_ hours: Int32) throws {
        try write(Data(MadeZone.hours(hours, since: 0, before: hours).bytes))
    }

    package func write(_ berlin: Data) throws { try berlin.write(to: folder.appending(path: "Europe/Berlin")) }
    package func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension Practice {
    /// Opens the clinic on Sundays from 10 to 12 only. The demo has no bookings on Sundays.
    package func openOnSundays() async throws {
        let hours = #"{"opening_hours":[{"weekday":7,"opens":"10:00","closes":"12:00"}]}"#
        let answer = try await signIn("admin").put("clinic/opening-hours", hours)
        try #require(answer.status == 200, "\(answer)")
    }
}

extension App {
    /// The starts of free half-hours on a Sunday two weeks ahead.
    package func timesOnSunday() async throws -> [String] {
        let service = try await service().text("id")
        var day = CivilDate(daysSince1970: Int(try await practice.now().secondsSince1970 / 86_400) + 14)
        while day.weekday != 7 { day = day.adding(days: 1) }
        let slots = try await get("slots?service_id=\(service)&from=\(day)&to=\(day)")
        try #require(slots.status == 200)
        return Set(try slots.items.map { try $0.text("start") }).sorted()
    }
}
