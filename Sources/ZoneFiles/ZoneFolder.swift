import Foundation
public import TimeZones

/// The system's compiled time zone database, which the package `tzdata` installs and updates.
public struct ZoneFolder: Sendable {
    public static let standard = "/usr/share/zoneinfo"

    public let path: String

    public init(path: String = ZoneFolder.standard) { self.path = path }

    /// An error that explains to an operator why the time zone rules cannot be read.
    public struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Reads every zone whose name has an area and a place, such as `Europe/Berlin`. This takes a tenth of a second.
    ///
    /// - Throws: `Unusable`, which names the malformed file, or the folder that has no rules.
    public func load() throws -> ZoneRules {
        let files = FileManager.default
        guard let areas = try? files.contentsOfDirectory(atPath: path) else {
            throw Unusable(description: "there are no time zone rules at \(path): install the package tzdata")
        }
        var zones: [String: Zone] = [:]
        // The time zones that were already read, by the paths of their files. The names of several time zones may be
        // links to one file, so each file is read only once.
        var read: [String: Zone] = [:]
        for area in areas.sorted() where area.first?.isUppercase == true {
            guard let names = files.enumerator(atPath: "\(path)/\(area)") else { continue }
            for case let place as String in names {
                let name = "\(area)/\(place)"
                let file = "\(path)/\(name)"
                guard ZoneRules.isPlace(name), let target = regularFile(file) else { continue }
                let zone = try read[target] ?? zone(in: file)
                read[target] = zone
                zones[name] = zone
            }
        }
        guard !zones.isEmpty else {
            throw Unusable(description: "there are no time zone rules at \(path): install the package tzdata")
        }
        return ZoneRules(release: release, zones: zones)
    }

    /// Resolves the symbolic links of a path; `nil` if it does not lead to a regular file.
    private func regularFile(_ path: String) -> String? {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        return type == .typeRegular ? target : nil
    }

    private func zone(in file: String) throws -> Zone {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw Unusable(description: "the time zone file \(file) cannot be read")
        }
        do { return try Zone(tzif: [UInt8](bytes)) } catch {
            throw Unusable(description: "the time zone file \(file) is malformed: \(error)")
        }
    }

    /// The release of the system's time zone database, such as `2025b`. Debian's `tzdata.zi` begins with the line `#
    /// version 2025b`.
    private var release: String {
        guard let file = FileHandle(forReadingAtPath: "\(path)/tzdata.zi"),
            let start = try? file.read(upToCount: 64)
        else { return "" }
        let words = String(decoding: start, as: UTF8.self).prefix { $0 != "\n" }.split(separator: " ")
        return words.count == 3 && words[1] == "version" ? String(words[2]) : ""
    }
}
