public import EventSourcing
public import Identifiers

/// Time kept for a patient for the few minutes that booking takes. It expires without an event.
public struct Hold: Hashable, Sendable {
    public let id: ID<Hold>
    public let patient: ID<Patient>
    public let service: ID<Service>
    public let place: Place
    public let expiresAt: Instant

    public init(
        id: ID<Hold>, patient: ID<Patient>, service: ID<Service>, place: Place, expiresAt: Instant
    ) {
        self.id = id
        self.patient = patient
        self.service = service
        self.place = place
        self.expiresAt = expiresAt
    }

    /// Whether the hold blocks this visitor now.
    func counts(for visitor: Visitor, at now: Instant) -> Bool {
        now < expiresAt && (visitor.patient == nil || patient != visitor.patient)
    }

    func ending(at instant: Instant) -> Hold {
        Hold(id: id, patient: patient, service: service, place: place, expiresAt: instant)
    }

    var tags: [Tag] { place.dayTags(with: patient) }
}
