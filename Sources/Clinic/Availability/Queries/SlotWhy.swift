import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A question whether and why a time is not available for a service, with one doctor or with each who offers it.
package struct SlotWhy: Sendable {
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let start: Instant
    let side: BookingSide
    let patient: ID<Patient>?

    package init(
        service: ID<Service>, doctor: ID<StaffMember>? = nil, start: Instant, by side: BookingSide,
        patient: ID<Patient>? = nil
    ) {
        self.service = service
        self.doctor = doctor
        self.start = start
        self.side = side
        self.patient = patient
    }

    /// Finds out for each doctor whether the requested time is available, and if not, why. The search uses the same
    /// code as a booking.
    package func answer(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(SlotSearch.Rejection) -> SlotExplanation {
        let demand = SlotDemand(service: service, doctor: doctor, by: side, patient: patient)
        let source = try demand.source(&model, at: now)
        let settings = source.settings
        if let first = source.firstDay, settings.zone.date(of: start) < first { throw .refused(.tooYoung) }
        var parts: [SlotExplanation.Part] = []
        for doctor in source.doctors {
            parts.append(part(doctor, source.service, &model, settings, at: now))
        }
        return SlotExplanation(
            start: start, isAvailable: parts.contains { $0.reason == nil }, limits: limits(settings, at: now),
            parts: parts)
    }

    private func part(
        _ doctor: StaffMember, _ service: Service, _ model: inout DecisionModel<ClinicEvent>,
        _ settings: ClinicSettings, at now: Instant
    ) -> SlotExplanation.Part {
        let placement = Placement(
            service: service, length: VisitLength(of: service), start: start, doctor: doctor.id, chair: nil,
            seeker: TimeSeeker(side: side, visitor: Visitor(patient: patient)))
        let obstacle = placement.obstacle(with: doctor, &model, settings, at: now)
        var inTheWay: [ID<Appointment>] = []
        if side == .staff, obstacle == .doctorBusy,
            let slot = Slot(start: start, end: start.adding(minutes: Int64(service.details.minutes(with: doctor.id))))
        {
            inTheWay = model[.doctorDay(doctor.id, settings.zone.date(of: start))].overlapping(slot, except: nil)
        }
        return SlotExplanation.Part(
            doctor: doctor.id, name: doctor.details.name, reason: obstacle?.explanation, appointments: inTheWay)
    }

    private func limits(_ settings: ClinicSettings, at now: Instant) -> (earliest: Instant, latest: Instant) {
        let bounds = StartLimits(settings, side, at: now).bounds
        return (bounds.first, bounds.last)
    }
}

/// Whether a time is available for a service, and for each doctor the reason if it is not.
package struct SlotExplanation: Sendable {
    package let start: Instant
    package let isAvailable: Bool
    package let earliest: Instant
    package let latest: Instant
    package let parts: [Part]

    /// Whether a requested time is available with one doctor, and the reasons if it is not.
    package struct Part: Hashable, Sendable {
        package let doctor: ID<StaffMember>
        package let name: String
        /// The first reason why the requested time is not available with the doctor; `nil` if it is available.
        package let reason: Reason?
        package let appointments: [ID<Appointment>]
    }

    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case past
        case tooSoon = "too_soon"
        case tooFarAhead = "too_far_ahead"
        case offGrid = "off_grid"
        case outsideHours = "outside_hours"
        case closed
        case doctorAway = "doctor_away"
        case doctorBusy = "doctor_busy"
        case noChair = "no_chair"
        case patientBusy = "patient_busy"
        case held
    }

    fileprivate init(
        start: Instant, isAvailable: Bool, limits: (earliest: Instant, latest: Instant), parts: [Part]
    ) {
        self.init(
            start: start, isAvailable: isAvailable, earliest: limits.earliest, latest: limits.latest, parts: parts)
    }

    private init(start: Instant, isAvailable: Bool, earliest: Instant, latest: Instant, parts: [Part]) {
        self.start = start
        self.isAvailable = isAvailable
        self.earliest = earliest
        self.latest = latest
        self.parts = parts
    }

    package static let codec = object(
        SlotExplanation.init(start:isAvailable:earliest:latest:parts:),
        field("start", \.start, .instant.described("The time that was asked for, in UTC.")),
        field("available", \.isAvailable, .bool.described("Whether it can be booked with one of the doctors.")),
        field("earliest", \.earliest, .instant.described("The first time that the caller can book at all, in UTC.")),
        field("latest", \.latest, .instant.described("The last time that the caller can book at all, in UTC.")),
        field(
            "doctors", \.parts,
            .array(Part.codec, 0...1000).described("The answer for each doctor who offers the service."))
    ).described("Why a time is or is not available.").named("SlotExplanation")
}

extension SlotExplanation.Part {
    fileprivate static let codec = object(
        SlotExplanation.Part.init(doctor:name:reason:appointments:), field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.name, .name().described("The doctor's name.")),
        optionalField(
            "reason", \.reason,
            Codec<SlotExplanation.Reason>.stringEnum.described(
                """
                The first reason why the time is not available; absent if it is. `closed`: the clinic is closed that day. \
                `doctor_away`: the doctor has time off (the staff only; to patients it is `outside_hours`). `held`: another \
                patient is about to book it.
                """)),
        field(
            "appointment_ids", \.appointments,
            .array(.id(), 0...100).described("For the staff: the doctor's appointments at this time."), default: []))
}

extension Obstacle {
    fileprivate var explanation: SlotExplanation.Reason {
        switch self {
        case .past: .past
        case .tooSoon: .tooSoon
        case .tooFarAhead: .tooFarAhead
        case .offGrid: .offGrid
        case .outsideHours: .outsideHours
        case .closed: .closed
        case .doctorAway: .doctorAway
        case .doctorBusy: .doctorBusy
        case .noChair: .noChair
        case .patientBusy: .patientBusy
        case .held: .held
        }
    }
}

extension AvailabilityAPI {
    static let explainSlot = Endpoint<ClinicAction>(
        .get, "/api/v1/slots/why", id: "explainSlot", summary: "Explain why a time is not offered",
        details: """
            Says for each doctor who offers the service why it cannot be booked at this time, by the same code as a booking. \
            Patients are not told about other people's appointments and the doctors' time off.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .serviceID),
        .query("start", .instant.described("The time. An offset other than UTC is accepted.")),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("Only with this doctor; absent: with each.")),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described(
                "The patient who would come: for the staff any, for patients a dependant; absent: the caller.")),
        answers: [.ok(SlotExplanation.codec, "The reasons, by doctor")],
        problems: [.notFound, .serviceNotOffered, .serviceNotForPatient, .doctorNotAvailable, .doctorDoesNotOffer]
    ) { caller, service, start, doctor, patient throws(Problem) in
        let booker = Booker(caller.principal)
        let visitor = booker.side == .patient || patient != nil ? try booker.patient(named: patient) : nil
        let why = SlotWhy(service: service, doctor: doctor, start: start, by: booker.side, patient: visitor)
        return .computedAtOnce { model, now throws(Problem) in
            try booker.checks(visitor, &model)
            do throws(SlotSearch.Rejection) {
                return SlotExplanation.codec.bytes(try why.answer(&model, at: now))
            } catch {
                throw error.problem
            }
        }
    }
}
