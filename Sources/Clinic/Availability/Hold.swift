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

    /// Whether the hold keeps its time from this visitor: the hold has not expired, and the visitor is not the hold's
    /// patient. A search that names no patient counts as another patient.
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
    /// A patient's holds on all days that the front desk may book, expired ones included.
    mutating func holds(of patient: ID<Patient>, _ zone: ClinicZone, at now: Instant) -> [Hold] {
        let today = zone.date(of: now)
        let last = today.adding(days: StartLimits.staffHorizonDays)
        var holds: [Hold] = []
        // The search for a patient's holds begins with yesterday, since a hold that was made before midnight may still
        // be in effect.
        var year = today.adding(days: -1)
        while year <= last {
            holds += self[.patientYear(patient, year)].holds
            year = year.firstOfYear.adding(days: 366).firstOfYear
        }
        return holds
    }

    /// The events that end a patient's unexpired holds when the patient books visits at the given places. A hold ends
    /// by the booking itself, without an event of its own, if a visit has the hold's day and chair and all of the
    /// hold's staff. Holds in years in which patients cannot book yet are left to expire.
    mutating func endedHolds(
        of patient: ID<Patient>, bookedAt places: [Place], _ settings: ClinicSettings, at now: Instant
    ) -> [ClinicEvent] {
        var ended: [ClinicEvent] = []
        var years = settings.yearsAhead(from: settings.zone.date(of: now))
        for place in places where !years.contains(where: { $0.year == place.date.year }) { years.append(place.date) }
        for year in years {
            for hold in self[.patientYear(patient, year)].holds where now < hold.expiresAt {
                let held = hold.place
                let isUsedUp = places.contains { place in
                    held.chair == place.chair && held.date == place.date && held.staff.allSatisfy(place.staff.contains)
                }
                if !isUsedUp { ended.append(.hold(.released(SlotReleased(hold: hold)))) }
            }
        }
        return ended
    }
}
