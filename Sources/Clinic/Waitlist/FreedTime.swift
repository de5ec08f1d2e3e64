import EventSourcing
import Identifiers

/// Time of a doctor that has become free, and is offered to waiting patients.
struct FreedTime {
    let doctor: ID<StaffMember>
    let slot: Slot
    /// The visit that leaves the time, as it is before it is cancelled or moved; `nil` if it has left already.
    var leaving: Visit?
    /// The new place of the visit that leaves the time; `nil` if the visit is cancelled.
    var newPlace: Place?

    /// The number of patients to whom a freed time is offered at once. The first who accepts gets it.
    static let offersAtOnce = 3
    /// The maximum number of fitting entries that are considered for one freed time. Some of their patients may be
    /// erased, and get no offer.
    private static let mostCandidates = 12
    /// The number of minutes after which an offer of the waitlist ends. It ends earlier if its appointment would begin
    /// earlier.
    private static let offerMinutes: Int64 = 60
    /// The number of minutes before its beginning until which a freed time is offered. Later, patients could not come
    /// in time.
    private static let leastNoticeMinutes: Int64 = 30

    /// The instant at which an offer ends that is made now for an appointment with the given start.
    static func expiry(of start: Instant, at now: Instant) -> Instant {
        min(start, now.adding(minutes: FreedTime.offerMinutes))
    }

    /// The events that offer the freed time to the first patients whose wishes it fits, in the order in which they
    /// joined the waitlist. Patients who have an open offer of it, declined it or let it expire are passed over. There
    /// are none if the doctor does not work in this time any more, or if it is blocked. A patient whose service finds no
    /// free chair in this time is passed over too.
    ///
    /// - Parameters:
    ///   - count: the maximum number of offers.
    ///   - patient: the patient who gave the time up or did not take it, and gets no offer.
    func offers(
        _ count: Int = FreedTime.offersAtOnce, besides patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) -> [ClinicEvent] {
        guard slot.start >= now.adding(minutes: FreedTime.leastNoticeMinutes) else { return [] }
        let settings = model[.settings]
        guard settings.isFounded, let member = settings.doctor(doctor) else { return [] }
        let local = settings.zone.local(slot.start)
        let month = model[.waitingMonth(local.date)]
        guard month.waiting.contains(where: { $0.entry.wishes(local, with: doctor) }) else { return [] }
        let frame = DayFrame(local.date, in: settings.zone)
        let working = unblockedTime(of: member, on: frame, settings, &model)
        var fitting: [WaitlistOffered] = []
        var withChair: [ID<Service>: Bool] = [:]
        for waiting in month.waiting
        where fitting.count < FreedTime.mostCandidates && waiting.entry.patient != patient {
            guard waiting.entry.wishes(local, with: doctor), let service = settings.services[waiting.entry.service],
                let fit = beginning(for: service), let atoms = frame.atoms(fit), working.contains(atoms),
                !waiting.knows(fit.start, doctor)
            else { continue }
            let isChairFree = withChair[service.id] ?? hasChair(for: service, fit, on: frame, settings, &model, at: now)
            withChair[service.id] = isChairFree
            guard isChairFree else { continue }
            let offer = WaitlistOffer(
                doctor: doctor, slot: fit, expiresAt: FreedTime.expiry(of: fit.start, at: now))
            fitting.append(WaitlistOffered(entry: waiting.entry.reference, offer: offer))
        }
        var offers: [ClinicEvent] = []
        var rest = fitting[...]
        let registrations = fitting.map { Subject<Registration>.registration(of: $0.entry.patient) }
        model.read(registrations, while: { offers.count < count }) { registration in
            if let offered = rest.popFirst(), registration.isCurrent { offers.append(.waitlist(.offered(offered))) }
        }
        return offers
    }

    /// The five-minute atoms of a day in which the doctor works and has no block. A time outside of these is not
    /// offered: the doctor has time off, or the clinic is closed by now, and all patients would be refused.
    private func unblockedTime(
        of member: StaffMember, on frame: DayFrame, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>
    ) -> AtomSet {
        var time = settings.workingTime(of: member, on: frame)
        for block in model[.doctorDay(doctor, frame.date)].blocks {
            time.remove(frame.touched(block.slot.start, block.slot.end))
        }
        return time
    }

    /// Whether a chair with the equipment that the service needs is free in a slot and in the service's buffers. Holds
    /// of other patients do not matter, since they may end before the offer does.
    ///
    /// Chairs are read one after the other until one is free. The chair of the visit that leaves comes first.
    private func hasChair(
        for service: Service, _ slot: Slot, on frame: DayFrame, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Bool {
        let time = service.details.buffers?.around(slot) ?? slot
        guard frame.atoms(time) != nil else { return false }
        var chairs = settings.activeChairs.filter { chair in
            let isTaken = newPlace.map { $0.chair == chair.id && $0.chairSlot.overlaps(time) } ?? false
            return chair.has(service.details.limits.needs) && !isTaken
        }
        if let index = chairs.firstIndex(where: { $0.id == leaving?.place.chair }) { chairs.swapAt(0, index) }
        let visitor = Visitor(moving: leaving?.appointment)
        var isFree = false
        model.read(chairs.map { Subject<ChairDay>.chairDay($0.id, frame.date) }, while: { !isFree }) { day in
            isFree = isFree || day.conflict(with: time, for: visitor, at: now) != .taken
        }
        return isFree
    }

    /// The event that offers the freed time to one more patient, after another patient declined the offer or let it
    /// expire. There is none if the doctor has an appointment or a block in this time by now, or if it fits no other
    /// patient.
    func nextOffer(
        besides patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let settings = model[.settings]
        let day = model[.doctorDay(doctor, settings.zone.date(of: slot.start))]
        guard day.conflict(with: slot, for: Visitor(), at: now) != .taken else { return [] }
        return offers(1, besides: patient, &model, at: now)
    }

    /// The events that offer the time that a moved visit leaves. There are none if the visit stays with its doctor and
    /// its new time overlaps the old one.
    static func offers(
        of visit: Visit, movedTo place: Place, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let from = visit.place
        guard place.doctor != from.doctor || !place.slot.overlaps(from.slot) else { return [] }
        return FreedTime(doctor: from.doctor, slot: from.slot, leaving: visit, newPlace: place).offers(
            besides: visit.patient, &model, at: now)
    }

    /// The events that offer the time of a visit that is cancelled.
    static func offers(
        ofCancelled visit: Visit, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        FreedTime(doctor: visit.place.doctor, slot: visit.place.slot, leaving: visit).offers(
            besides: visit.patient, &model, at: now)
    }

    /// The slot of a service at the beginning of the freed time; `nil` if the service is retired, if the doctor does
    /// not offer it, or if it takes longer than the freed time.
    private func beginning(for service: Service) -> Slot? {
        guard service.isActive, service.isOffered(by: doctor),
            service.details.minutes(with: doctor) <= slot.minutes
        else { return nil }
        return Slot(start: slot.start, end: slot.start.adding(minutes: Int64(service.details.minutes(with: doctor))))
    }
}

extension WaitingMonth {
    /// The events that close other patients' open offers of a doctor's time that overlap a slot, since the patient of
    /// `entry` has accepted an offer of that slot.
    func losses(of slot: Slot, with doctor: ID<StaffMember>, besides entry: ID<WaitlistEntry>) -> [ClinicEvent] {
        waiting.filter { $0.entry.id != entry }.flatMap { waiting in
            waiting.offers.filter { $0.doctor == doctor && $0.slot.overlaps(slot) }.map { offer in
                ClinicEvent.waitlist(
                    .offerClosed(
                        WaitlistOfferClosed(
                            entry: waiting.entry.reference, start: offer.slot.start, doctor: doctor, cause: .taken)))
            }
        }
    }
}
