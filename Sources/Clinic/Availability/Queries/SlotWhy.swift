import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A question whether and why a time is not available for a service, with one doctor or with each who offers it.
package struct SlotWhy: Sendable {
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let hygienist: ID<StaffMember>?
    let start: Instant
    let side: BookingSide
    let patient: ID<Patient>?

    package init(
        service: ID<Service>, doctor: ID<StaffMember>? = nil, hygienist: ID<StaffMember>? = nil, start: Instant,
        by side: BookingSide,
        patient: ID<Patient>? = nil
    ) {
        self.service = service
        self.doctor = doctor
        self.hygienist = hygienist
        self.start = start
        self.side = side
        self.patient = patient
    }

    /// Finds out for each doctor whether the requested time is available, and if not, why. The search uses the same
    /// code as a booking.
    package func answer(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(SlotSearch.Rejection) -> SlotExplanation {
        let demand = SlotDemand(
            service: service, doctor: doctor, hygienist: hygienist, by: side, patient: patient)
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
            service: service, length: VisitLength(of: service), start: start, doctor: doctor.id,
            hygienist: hygienist, chair: nil, seeker: TimeSeeker(side: side, visitor: Visitor(patient: patient)))
        let obstacle = placement.obstacle(with: doctor, &model, settings, at: now)
        let inTheWay = side == .staff ? appointments(causing: obstacle, placement, doctor, &model, settings) : []
        return SlotExplanation.Part(
            doctor: doctor.id, name: doctor.details.name, reason: obstacle?.explanation, appointments: inTheWay)
    }

    /// The appointments of the doctor, or of the hygienists, that are the obstacle to a visit at the given time.
    private func appointments(
        causing obstacle: Obstacle?, _ placement: Placement, _ doctor: StaffMember,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings
    ) -> [ID<Appointment>] {
        let minutes = placement.service.details.minutes(with: doctor.id)
        guard let slot = Slot(start: start, end: start.adding(minutes: Int64(minutes))) else { return [] }
        let date = settings.zone.date(of: start)
        let parts = placement.segments?.parts.fitted(to: minutes)
        switch obstacle {
        case .doctorBusy, .groupFull:
            let times = parts?.times(of: .doctor, in: slot) ?? [slot]
            return model[.doctorDay(doctor.id, date)].overlapping(times, except: nil)
        case .hygienistBusy:
            let times = parts?.times(of: .hygienist, in: slot) ?? []
            var found: [ID<Appointment>] = []
            for hygienist in placement.segments?.hygienists ?? [] where hygienist != doctor.id {
                found += model[.doctorDay(hygienist, date)].overlapping(times, except: nil)
            }
            return Array(found.prefix(SlotExplanation.mostAppointments))
        default: return []
        }
    }

    private func limits(_ settings: ClinicSettings, at now: Instant) -> (earliest: Instant, latest: Instant) {
        let bounds = StartLimits(settings, side, at: now).bounds
        return (bounds.first, bounds.last)
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
        .hygienist,
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described(
                "The patient who would come: for the staff any, for patients a dependant; absent: the caller.")),
        answers: [.ok(SlotExplanation.codec, "The reasons, by doctor")],
        problems: [
            .notFound, .serviceNotOffered, .serviceNotForPatient, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable,
        ]
    ) { caller, service, start, doctor, hygienist, patient throws(Problem) in
        let booker = Booker(caller.principal)
        let visitor = booker.side == .patient || patient != nil ? try booker.patient(named: patient) : nil
        let why = SlotWhy(
            service: service, doctor: doctor, hygienist: hygienist, start: start, by: booker.side, patient: visitor)
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
