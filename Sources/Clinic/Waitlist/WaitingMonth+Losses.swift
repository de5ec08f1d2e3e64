import EventSourcing
import Identifiers

extension WaitingMonth {
    /// The events that close other patients' open offers after one patient booked a time. An offer is closed if it
    /// overlaps the booked time of the doctor or the hygienist. The offers of `entry`, the waitlist entry of the
    /// booking patient, stay open.
    ///
    /// - Parameter group: the group visit of the booked time if it has places left. Offers of such a place stay open.
    func losses(of place: Place, besides entry: ID<WaitlistEntry>, fillable group: GroupVisit?) -> [ClinicEvent] {
        place.staff.flatMap { losses(of: place.times(of: $0), with: $0, besides: entry, fillable: group) }
    }

    private func losses(
        of times: [Slot], with doctor: ID<StaffMember>, besides entry: ID<WaitlistEntry>, fillable group: GroupVisit?
    ) -> [ClinicEvent] {
        waiting.filter { $0.entry.id != entry }.flatMap { waiting in
            waiting.offers.filter { offer in
                let isPlace = group.map { $0.service == waiting.entry.service && $0.start == offer.slot.start } ?? false
                return offer.doctor == doctor && !isPlace && times.contains { $0.overlaps(offer.slot) }
            }.map { offer in
                ClinicEvent.waitlist(
                    .offerClosed(
                        WaitlistOfferClosed(
                            entry: waiting.entry.reference, start: offer.slot.start, doctor: doctor, cause: .taken)))
            }
        }
    }
}
