public import EventSourcing
public import Identifiers

/// The command that closes the expired offers of one waitlist entry. If the doctor is still free, the time of each
/// such offer is offered to the next patient whom it fits.
///
/// Servers run this command for each entry with an expired offer. The command has no endpoint.
public struct ExpireWaitlistOffers: Decision {
    let entry: ID<WaitlistEntry>

    public init(_ entry: ID<WaitlistEntry>) { self.entry = entry }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        guard case .made(let course) = model[.waitlistEntry(entry)] else { return [] }
        var events: [ClinicEvent] = []
        for offer in course.offers where offer.expiresAt <= now {
            let closed = WaitlistOfferClosed(
                entry: course.entry.reference, start: offer.slot.start, doctor: offer.doctor, cause: .expired)
            events.append(.waitlist(.offerClosed(closed)))
            events += FreedTime(doctor: offer.doctor, slot: offer.slot).nextOffer(
                besides: course.entry.patient, &model, at: now)
        }
        return events
    }
}
