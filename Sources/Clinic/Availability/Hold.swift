public import EventSourcing
public import Identifiers
public import JSON

/// A time that is reserved for a patient for the few minutes that booking takes. At `expiresAt` it ends without an
/// event.
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

    /// Whether this visitor cannot book the hold's time now, since it is held for another patient.
    func counts(for visitor: Visitor, at now: Instant) -> Bool {
        now < expiresAt && (visitor.patient == nil || patient != visitor.patient)
    }

    func ending(at instant: Instant) -> Hold {
        Hold(id: id, patient: patient, service: service, place: place, expiresAt: instant)
    }

    var tags: [Tag] { place.dayTags(with: patient) }
}

extension Hold {
    public static let codec = object(
        Hold.init(id:patient:service:place:expiresAt:), field("hold_id", \.id, .id()),
        field("patient_id", \.patient, .id()), field("service_id", \.service, .id()),
        field("place", \.place, Place.codec),
        field("expires_at", \.expiresAt, .instant))
}

extension DecisionModel<ClinicEvent> {
    /// A patient's holds on all days that the front desk may book.
    mutating func holds(of patient: ID<Patient>, _ zone: ClinicZone, at now: Instant) -> [Hold] {
        let today = zone.date(of: now)
        let last = today.adding(days: StartLimits.staffHorizonDays)
        var holds: [Hold] = []
        // The search begins one day earlier, since midnight may have passed since the hold was made.
        var year = today.adding(days: -1)
        while year <= last {
            holds += self[.patientYear(patient, year)].holds
            year = year.firstOfYear.adding(days: 366).firstOfYear
        }
        return holds
    }
}
