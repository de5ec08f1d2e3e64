import Foundation
import Synchronization

/// The IANA zone whose wall clock a clinic lives by.
///
/// All offsets from 1970 to 2100 are read from the zone database once; from then on a conversion is a search in a short
/// array. Before and after those years the first and the last offset hold.
public struct ClinicZone: Sendable {
    /// `Europe/Berlin`.
    public let identifier: String
    /// Never empty, oldest first; the first begins at the beginning of time.
    let periods: [Period]

    /// From `start` until the next period begins, local time is UTC plus `offset`.
    struct Period: Hashable, Sendable {
        let start: Int64
        let offset: Int64
    }

    public static let utc = ClinicZone(identifier: "UTC", periods: [Period(start: .min, offset: 0)])

    /// `nil` for a name that the zone database does not have. Abbreviations and plain offsets are no places.
    public init?(_ identifier: String) {
        if identifier == ClinicZone.utc.identifier {
            self = .utc
            return
        }
        if let known = ClinicZone.known.withLock({ $0[identifier] }) {
            self = known
            return
        }
        guard identifier.utf8.count <= 64, identifier.utf8.contains(UInt8(ascii: "/")),
            let zone = TimeZone(identifier: identifier)
        else { return nil }
        self.init(identifier: identifier, periods: ClinicZone.periods(of: zone))
        let made = self
        ClinicZone.known.withLock { $0[identifier] = made }
    }

    private init(identifier: String, periods: [Period]) {
        self.identifier = identifier
        self.periods = periods
    }

    /// The zones read so far: what the database says of a name does not change while the program runs.
    private static let known = Mutex<[String: ClinicZone]>([:])

    /// Steps through the years; where the offset differs from one step to the next, the change is found by bisection.
    /// No zone has ever changed twice within five days (Morocco's month of Ramadan is the shortest known).
    private static func periods(of zone: TimeZone) -> [Period] {
        let step: Int64 = 5 * 86_400
        var last = offset(of: zone, at: 0)
        var periods = [Period(start: .min, offset: last)]
        for end in stride(from: step, through: 4_102_444_800, by: Int(step)) {
            let next = offset(of: zone, at: end)
            guard next != last else { continue }
            var before = end - step
            var after = end
            while after - before > 1 {
                let middle = (before + after) / 2
                if offset(of: zone, at: middle) == last { before = middle } else { after = middle }
            }
            periods.append(Period(start: after, offset: next))
            last = next
        }
        return periods
    }

    private static func offset(of zone: TimeZone, at second: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }
}

extension ClinicZone: Hashable {
    public static func == (left: ClinicZone, right: ClinicZone) -> Bool { left.identifier == right.identifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
