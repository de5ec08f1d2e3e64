public import EventSourcing
public import Identifiers

/// The command that closes the open offers of one waitlist entry whose times cannot be booked any more: the doctor, the
/// hygienist or all chairs are taken or blocked, the doctor is away, the clinic is closed, or the service is retired.
///
/// Servers run this command for each entry with an open offer. The command has no endpoint. Most commands that take a
/// time close its offers themselves (`lostOffers`). A change of hours, absences, chairs or services does not read the
/// offers, since it may concern many days.
public struct CloseLostOffers: Decision {
    let entry: ID<WaitlistEntry>

    public init(_ entry: ID<WaitlistEntry>) { self.entry = entry }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        guard case .made(let course) = model[.waitlistEntry(entry)], course.status == .waiting else { return [] }
        let settings = model[.settings]
        let isCurrent = model[.registration(of: course.entry.patient)].isCurrent
        return course.offers.compactMap { offer in
            guard now < offer.expiresAt else { return nil }
            let isOpen = isCurrent && isBookable(offer, course.entry, settings, &model, at: now)
            return isOpen ? nil : course.loss(of: offer)
        }
    }

    /// Whether an offered time can be booked, or another patient only holds it, or the patient has another appointment
    /// then: a hold may end, and the patient may move the appointment.
    private func isBookable(
        _ offer: WaitlistOffer, _ entry: WaitlistEntry, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Bool {
        guard let service = settings.services[entry.service], service.isActive else { return false }
        let placement = Placement(
            service: service, length: VisitLength(of: service), start: offer.slot.start, doctor: offer.doctor,
            chair: nil, seeker: TimeSeeker(side: .staff, visitor: Visitor(patient: entry.patient)))
        do {
            _ = try placement.place(&model, settings, at: now)
            return true
        } catch {
            switch error {
            case .notFree(let obstacle, _):
                switch obstacle {
                case .held, .patientBusy, .past, .tooSoon, .tooFarAhead, .offGrid: return true
                case .outsideHours, .closed, .doctorAway, .doctorBusy, .hygienistAway, .hygienistBusy, .noChair,
                    .groupFull:
                    return false
                }
            case .unknownDoctor, .notOfferedByDoctor, .unknownHygienist, .unknownChair: return false
            }
        }
    }
}
