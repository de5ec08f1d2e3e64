import EventSourcing
import Identifiers
import TimeZones

/// The facts that a loop has at hand, clinic by clinic; the clinics asked for longest ago are given up. The clinics that
/// are at hand share the room that there is.
package struct FactCaches<Event: DomainEvent> {
    private var caches: [UUIDBytes: (facts: ClinicFacts<Event>, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let clinicLimit: Int
    private let factLimit: Int
    private let zones: ZoneSource

    /// However many clinics there are, what one question about a month reads has to be at hand together.
    private static var leastRoom: Int { 5_000 }

    package init(clinics: Int, facts: Int, zones: ZoneSource = ZoneSource(.onlyUTC)) {
        self.zones = zones
        clinicLimit = max(1, clinics)
        factLimit = facts
    }

    package func existing(_ clinic: UUIDBytes) -> ClinicFacts<Event>? { caches[clinic]?.facts }

    mutating func forget(_ clinic: UUIDBytes) { caches[clinic] = nil }

    mutating func forgetAll() { caches = [:] }

    package subscript(_ clinic: UUIDBytes) -> ClinicFacts<Event> {
        mutating get {
            uses += 1
            if let index = caches.index(forKey: clinic) {
                caches.values[index].lastUse = uses
                return caches.values[index].facts
            }
            if caches.count >= clinicLimit, let oldest = caches.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                caches[oldest.key] = nil
            }
            let facts = ClinicFacts<Event>(zones)
            caches[clinic] = (facts, uses)
            for (facts, _) in caches.values { facts.cache.capacity = max(Self.leastRoom, factLimit / caches.count) }
            return facts
        }
    }
}
