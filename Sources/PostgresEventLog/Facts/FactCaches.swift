import EventSourcing
import Identifiers

/// The facts that a loop has at hand, clinic by clinic; the clinics asked for longest ago are given up.
struct FactCaches<Event: DomainEvent> {
    private var caches: [UUIDBytes: (facts: ClinicFacts<Event>, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let clinicLimit: Int
    private let factLimit: Int

    init(clinics: Int, factsPerClinic: Int) {
        clinicLimit = max(1, clinics)
        factLimit = factsPerClinic
    }

    func existing(_ clinic: UUIDBytes) -> ClinicFacts<Event>? { caches[clinic]?.facts }

    mutating func forget(_ clinic: UUIDBytes) { caches[clinic] = nil }

    subscript(_ clinic: UUIDBytes) -> ClinicFacts<Event> {
        mutating get {
            uses += 1
            if let index = caches.index(forKey: clinic) {
                caches.values[index].lastUse = uses
                return caches.values[index].facts
            }
            if caches.count >= clinicLimit, let oldest = caches.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                caches[oldest.key] = nil
            }
            let facts = ClinicFacts<Event>(capacity: factLimit)
            caches[clinic] = (facts, uses)
            return facts
        }
    }
}
