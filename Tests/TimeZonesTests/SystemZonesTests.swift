import EventSourcing
import Foundation
import TestSupport
import Testing
import TimeZones
import ZoneFiles

@Suite struct SystemZonesTests {
    @Test func `every time zone file of this machine is parsed, and the zone database's release is found`() throws {
        let rules = try ZoneFolder().load()
        #expect(rules.names.count > 300)
        #expect(rules.release.hasPrefix("20"))
        #expect(rules["Europe/Berlin"] != nil && rules["UTC"] == .utc)
        #expect(rules["posix/Europe/Berlin"] == nil && rules["CET"] == nil && rules["../etc/passwd"] == nil)
    }

    /// Compares local times with those of the C library's program `zdump`, which reads the same zone files
    /// independently.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zdump")))
    func `local times equal those of zdump around changes of UTC offset, for some zones from 1900 to 2199`()
        async throws
    {
        let rules = try ZoneFolder().load()
        let names = rules.names.sorted().filter { !$0.hasPrefix("Etc/") }
        var compared = 0
        // The years 1900 to 2199 are compared for some zones, and the years 2024 to 2030 for all zones.
        let some = names.enumerated().filter { $0.offset.isMultiple(of: 40) }.map(\.element)
        let dumped =
            try await Shell.run(["zdump", "-v", "-c", "1900,2199"] + some)
            + Shell.run(["zdump", "-v", "-c", "2024,2030"] + names)
        for line in dumped.split(separator: "\n") {
            // A line of `zdump -v`, for example: Europe/Berlin Sun Mar 29 00:59:59 2026 UT = Sun Mar 29 01:59:59 2026
            // CET isdst=0 gmtoff=3600
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 8, let offset = words.last.flatMap({ Int64($0.dropFirst("gmtoff=".count)) }),
                let second = second(words), let zone = rules[words[0]]
            else { continue }
            compared += 1
            guard zone.offset(at: second) == offset else {
                Issue.record("\(line): not \(zone.offset(at: second))")
                return
            }
        }
        #expect(compared > 5_000)
    }

    /// The first time in a line of `zdump`, in seconds since 1970. The line is split into words: the zone's name, and
    /// then the time, such as `Sun Mar 29 00:59:59 2026`.
    private func second(_ words: [String]) -> Int64? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = words[4].split(separator: ":").compactMap { Int64($0) }
        guard let month = months.firstIndex(of: words[2]), let day = Int(words[3]), let year = Int(words[5]),
            clock.count == 3
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        return date.map { Int64($0.daysSince1970) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2] }
    }

    @Test func `the error for a malformed zone file names the file, and the error for an empty folder gives a remedy`()
        throws
    {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "zones-\(UUID().uuidString)")
        let area = folder.appending(path: "Test")
        try FileManager.default.createDirectory(at: area, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let zones = ZoneFolder(path: folder.path)
        #expect(message(zones).hasSuffix("install the package tzdata"))
        #expect(message(ZoneFolder(path: folder.path + "/nowhere")).hasSuffix("install the package tzdata"))
        try Data(MadeZone.hours(2, since: 0, before: 1).bytes).write(to: area.appending(path: "Town"))
        #expect(try zones.load()["Test/Town"]?.offset(at: 0) == 7200)
        try Data(MadeZone.hours(2, since: 0, before: 1).bytes.dropLast()).write(to: area.appending(path: "Village"))
        #expect(
            message(zones)
                == "the time zone file \(folder.path)/Test/Village is malformed: no footer between newlines at the end")
    }

    private func message(_ folder: ZoneFolder) -> String {
        do {
            _ = try folder.load()
            return "none"
        } catch { return "\(error)" }
    }

    @Test func `newer time zone rules replace older ones, and a zone without newer rules keeps its old ones`() throws {
        let (old, new) = (Zone(offset: 3600), Zone(offset: 7200))
        let source = ZoneSource(ZoneRules(release: "a", zones: ["Test/One": old, "Test/Two": old]))
        #expect(source.replace(by: ZoneRules(release: "b", zones: ["Test/One": new])) == ["Test/One"])
        #expect(source.current.release == "b")
        #expect(source.current["Test/One"] == new && source.current["Test/Two"] == old)
    }
}
