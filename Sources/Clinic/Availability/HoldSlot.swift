public import EventSourcing
public import Identifiers

/// Keeps an offered start for a patient while they confirm. A patient holds one start at a time.
public struct HoldSlot: Decision {
    /// The id of the new hold, created at the server's edge.
    let hold: ID<Hold>
    let patient: ID<Patient>
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let start: Instant
    let by: BookingSide

    public init(
        _ hold: ID<Hold>, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>? = nil, start: Instant,
        by: BookingSide
    ) {
        self.hold = hold
        self.patient = patient
        self.service = service
        self.doctor = doctor
        self.start = start
        self.by = by
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let settings = model[.settings]
        // If the patient's state is not cached yet the run continues, so that everything missing is loaded at once.
        guard model[.registration(of: patient)].isCurrent || !model.missing.isEmpty else { throw .unknownPatient }
        guard let service = settings.services[service], service.isActive else { throw .serviceNotOffered }
        let current = model.holds(of: patient, settings.zone, at: now).first { now < $0.expiresAt }
        if let current, current.place.slot.start == start, current.service == service.id,
            (doctor ?? current.place.doctor) == current.place.doctor
        {
            return []
        }
        let placement = Placement(
            service: service, minutes: service.details.durationMinutes, start: start, doctor: doctor, chair: nil,
            seeker: TimeSeeker(side: by, visitor: Visitor(patient: patient)))
        let (place, terms) = try placement.found(&model, settings, at: now)
        let held = Hold(
            id: hold, patient: patient, service: service.id, place: place,
            expiresAt: now.adding(minutes: Int64(settings.rules.holdMinutes)))
        var events: [ClinicEvent] = []
        if let current { events.append(.hold(.released(SlotReleased(hold: current)))) }
        events.append(.hold(.held(SlotHeld(hold: held, doctorName: terms.doctorName))))
        return events
    }
}

/// Releases a patient's hold before it expires.
public struct ReleaseHold: Decision {
    let hold: ID<Hold>
    let patient: ID<Patient>

    public init(_ hold: ID<Hold>, patient: ID<Patient>) {
        self.hold = hold
        self.patient = patient
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let holds = model.holds(of: patient, model[.basics].zone, at: now)
        guard let held = holds.first(where: { $0.id == hold }) else { throw .unknown }
        return now < held.expiresAt ? [.hold(.released(SlotReleased(hold: held)))] : []
    }
}

extension DecisionModel<ClinicEvent> {
    /// A patient's holds, as far ahead as the booking horizon.
    fileprivate mutating func holds(of patient: ID<Patient>, _ zone: ClinicZone, at now: Instant) -> [Hold] {
        let today = zone.date(of: now)
        let last = today.adding(days: StartLimits.staffHorizonDays)
        var holds: [Hold] = []
        // The day may have changed since the hold was made.
        var year = today.adding(days: -1)
        while year <= last {
            holds += self[.patientYear(patient, year)].holds
            year = year.firstOfYear.adding(days: 366).firstOfYear
        }
        return holds
    }
}
