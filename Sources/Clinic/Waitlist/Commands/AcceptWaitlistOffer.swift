public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that accepts an offer of the waitlist. It books the appointment, and closes the offers to other patients
/// that overlap the appointment with the same doctor.
public struct AcceptWaitlistOffer: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case unknownPatient
        case notWaiting(WaitlistStatus)
        case noSuchOffer
        case expired(Instant)
        /// The time that the waitlist has offered is not free any more: other patients have accepted, booked or held
        /// it, or no chair is free.
        case lost(alternatives: [Offer])
        case serviceNotOffered
        case placement(PlacementRejection)
        case limitReached(BookingLimit)
        /// The patient may not book the service; only the staff may book it for the patient.
        case refused(ServiceRefusal)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .unknownPatient: Problem(.patientUnknown)
            case .notWaiting(let status): .notWaiting(status)
            case .noSuchOffer: Problem(.noSuchOffer)
            case .expired(let instant): Problem(.offerExpired).with("expires_at", instant, .instant)
            case .lost(let offers): Problem(.offerLost).with("alternatives", offers, .array(Offer.codec))
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            case .limitReached(let limit): limit.problem
            case .refused(let refusal): refusal.problem
            }
        }
    }

    let target: WaitlistTarget
    let start: Instant
    let doctor: ID<StaffMember>
    /// The id of the new appointment, which the server generates.
    let appointment: ID<Appointment>

    public init(_ target: WaitlistTarget, start: Instant, doctor: ID<StaffMember>, appointment: ID<Appointment>) {
        self.target = target
        self.start = start
        self.doctor = doctor
        self.appointment = appointment
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        let entry = course.entry
        guard course.status == .waiting else { throw .notWaiting(course.status) }
        try model.require(.registration(of: entry.patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        let settings = model[.settings]
        guard let service = settings.services[entry.service], service.isActive else { throw .serviceNotOffered }
        // The clinic itself has offered the time to a waiting patient, so the minimum notice and the time grid for
        // patients do not apply.
        let placement = placement(of: entry.patient, service, .staff)
        guard let offer = course.offers.first(where: { $0.isOf(start, doctor) }) else {
            if let expired = course.expired.first(where: { $0.isOf(start, doctor) }) {
                throw .expired(expired.expiresAt)
            }
            guard course.lost.contains(where: { $0.isOf(start, doctor) }) else { throw .noSuchOffer }
            throw .lost(alternatives: alternatives(entry.patient, service, settings, &model, at: now))
        }
        guard now < offer.expiresAt else { throw .expired(offer.expiresAt) }
        if target.side == .patient {
            if let limit = model.bookingLimit(of: entry.patient, settings, at: now) { throw .limitReached(limit) }
            let date = settings.zone.date(of: start)
            try service.details.limits.check(entry.patient, on: date, &model, at: now, else: Rejection.refused)
        }
        let found: Placed
        do { found = try placement.place(&model, settings, at: now) } catch {
            switch error {
            case .notFree(.doctorBusy, _), .notFree(.hygienistBusy, _), .notFree(.noChair, _), .notFree(.held, _),
                .notFree(.groupFull, _):
                throw .lost(alternatives: alternatives(entry.patient, service, settings, &model, at: now))
            case .notFree(.doctorAway, let offers) where target.side == .patient,
                .notFree(.hygienistAway, let offers) where target.side == .patient:
                throw .placement(.notFree(.outsideHours, alternatives: offers))
            case .notFree, .unknownDoctor, .notOfferedByDoctor, .unknownHygienist, .unknownChair:
                throw .placement(error)
            }
        }
        let visit = Visit(
            appointment: appointment, patient: entry.patient, service: service.id, place: found.place)
        let booked = AppointmentBooked(
            visit: visit, wallTime: settings.zone.wallTime(start), terms: found.terms, status: .booked, reason: nil,
            override: nil, guardian: nil)
        let accepted = WaitlistOfferAccepted(
            entry: entry.reference, start: start, doctor: doctor, appointment: appointment)
        let month = model[.waitingMonth(found.place.date)]
        let group = JoinedGroup(of: service.id, at: found.place)
        let hasPlaces = group.map { model.placesLeft(in: $0, besides: visit, at: now) > 1 } ?? false
        let ended = model.endedHolds(of: entry.patient, bookedAt: [found.place], settings, at: now)
        return ended + [.appointment(.booked(booked)), .waitlist(.accepted(accepted))]
            + month.losses(of: found.place, besides: entry.id, fillable: hasPlaces ? group?.visit : nil)
    }

    private func placement(of patient: ID<Patient>, _ service: Service, _ side: BookingSide) -> Placement {
        Placement(
            service: service, length: VisitLength(of: service), start: start, doctor: doctor, chair: nil,
            seeker: TimeSeeker(side: side, visitor: Visitor(patient: patient)))
    }

    /// Finds free times that the caller could book instead of the time that the waitlist has offered.
    private func alternatives(
        _ patient: ID<Patient>, _ service: Service, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [Offer] {
        Alternatives(
            to: placement(of: patient, service, target.side), doctors: settings.doctor(doctor).map { [$0] } ?? [],
            settings: settings, now: now
        ).find(&model)
    }
}

extension WaitlistAPI {
    static let acceptWaitlistOffer = Endpoint<ClinicAction>(
        .post, "/api/v1/waitlist/{waitlist_entry_id}/accept", id: "acceptWaitlistOffer",
        summary: "Accept an offered time",
        details: """
            Books the appointment and ends the waiting. Of several patients with the same offer the first gets the time; the \
            others get `waitlist-offer-lost` with free times near it, and go on waiting. A hold of the patient ends, as with \
            any booking. Patients cannot accept an offer of a service that they may not book themselves: the front desk \
            accepts it for them.
            """, tag: tag, for: PatientOrFrontDesk.self,
        takes: .path("waitlist_entry_id", .waitlistEntryID), .body(WaitlistTimeBody.codec),
        answers: [.created(AppointmentDocument.eitherSchema, "The new appointment")],
        problems: Problem.Kind.placing + [
            .notFound, .notWaiting, .noSuchOffer, .offerExpired, .offerLost, .bookingLimit, .serviceNotForPatient,
        ],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        let target = Booker(caller.principal).waitlist(id)
        return .creation { newID in
            let appointment: ID<Appointment> = newID()
            return ClinicCommand(
                AcceptWaitlistOffer(target, start: body.start, doctor: body.doctor, appointment: appointment),
                answer: .appointment(
                    appointment, for: caller.principal, location: "/api/v1/appointments/\(appointment)"))
        }
    }
}
