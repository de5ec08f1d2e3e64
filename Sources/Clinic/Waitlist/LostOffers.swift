import EventSourcing
import Identifiers

extension DecisionModel<ClinicEvent> {
    /// The events that close the open offers of the waitlist that overlap times which new appointments take from their
    /// doctors and hygienists. The decisions read these days anyway.
    ///
    /// A group visit may have places left, so offers at its time stay open. If they cannot be accepted, servers close
    /// them (`CloseLostOffers`).
    mutating func lostOffers(at places: [Place], at now: Instant) -> [ClinicEvent] {
        places.filter { $0.capacity == nil }.flatMap { place in
            place.staff.flatMap { lostOffers(of: $0, on: place.date, in: place.times(of: $0), at: now) }
        }
    }

    /// The events that close the open offers of a doctor's time on a day that overlap one of the given slots.
    mutating func lostOffers(
        of doctor: ID<StaffMember>, on date: CivilDate, in slots: [Slot], at now: Instant
    ) -> [ClinicEvent] {
        let offered = self[.doctorDay(doctor, date)].offers.filter { offered in
            now < offered.offer.expiresAt && slots.contains { $0.overlaps(offered.offer.slot) }
        }
        // Few times are offered to anybody, so an entry of the waitlist is seldom read here.
        return offered.compactMap { offered in
            guard case .made(let course) = self[.waitlistEntry(offered.entry)] else { return nil }
            return course.offers.contains(offered.offer) ? course.loss(of: offered.offer) : nil
        }
    }
}

extension WaitlistCourse.Course {
    /// The event that closes one of the entry's offers because its time is no longer free.
    func loss(of offer: WaitlistOffer) -> ClinicEvent {
        .waitlist(
            .offerClosed(
                WaitlistOfferClosed(
                    entry: entry.reference, start: offer.slot.start, doctor: offer.doctor, cause: .taken)))
    }
}
