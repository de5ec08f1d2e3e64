import EventSourcing
import Identifiers
import TimeZones

/// A loop's caches of states, one per clinic. They share one capacity, and the least recently used clinics are evicted.
package struct StateCaches<Event: DomainEvent> {
    private var caches: [UUIDBytes: (states: ClinicStates<Event>, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let clinicLimit: Int
    private let stateLimit: Int
    private let zones: ZoneSource

    /// The minimum capacity of one clinic's cache, enough for all states that one query about a month reads, however
    /// many clinics there are.
    private static var leastRoom: Int { 5_000 }
    /// The number of uses of the clinics' caches after which their total size is checked.
    private static var usesBetweenLooks: UInt64 { 64 }

    package init(clinics: Int, states: Int, zones: ZoneSource = ZoneSource(.onlyUTC)) {
        self.zones = zones
        clinicLimit = max(1, clinics)
        stateLimit = states
    }

    package func existing(_ clinic: UUIDBytes) -> ClinicStates<Event>? { caches[clinic]?.states }

    mutating func forget(_ clinic: UUIDBytes) { caches[clinic] = nil }

    mutating func forgetAll() { caches = [:] }

    package subscript(_ clinic: UUIDBytes) -> ClinicStates<Event> {
        mutating get {
            uses += 1
            if let index = caches.index(forKey: clinic) {
                caches.values[index].lastUse = uses
                let states = caches.values[index].states
                if uses % Self.usesBetweenLooks == 0 { makeRoom(besides: clinic) }
                return states
            }
            if caches.count >= clinicLimit, let oldest = caches.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                caches[oldest.key] = nil
            }
            makeRoom(besides: clinic)
            let states = ClinicStates<Event>(zones)
            caches[clinic] = (states, uses)
            for (states, _) in caches.values { states.cache.capacity = max(Self.leastRoom, stateLimit / caches.count) }
            return states
        }
    }

    /// The number of cached states of all clinics.
    package var count: Int { caches.values.reduce(0) { $0 + $1.states.cache.count } }

    /// Evicts the least recently used states, clinic by clinic, until the remaining ones fit the capacity.
    private mutating func makeRoom(besides clinic: UUIDBytes) {
        var rest = count
        while rest > stateLimit {
            let others = caches.filter { $0.key != clinic && $0.value.states.fetches == 0 }
            guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            rest -= oldest.value.states.cache.count
            caches[oldest.key] = nil
        }
    }
}
