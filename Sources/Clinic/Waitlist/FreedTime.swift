import EventSourcing
import Identifiers

/// Time of a doctor that has become free, and is offered to waiting patients.
struct FreedTime {
    let doctor: ID<StaffMember>
    /// The freed time, as a slot: the whole time of the cancelled or moved visit, or one of the times in which its
    /// hygienist treated.
    let slot: Slot
    /// The parts of the slot that have become free for `doctor`. If the cancelled or moved visit has segments, these
    /// are only the segments in which `doctor` treated.
    private let times: [Slot]
    /// The cancelled or moved visit that frees the time, as it was before and as the agendas still have it; `nil` if
    /// the agendas do not have it any more.
    private let leaving: Visit?
    /// The new place of the moved visit that frees the time; `nil` if the visit is cancelled.
    private let newPlace: Place?

    init(doctor: ID<StaffMember>, slot: Slot) {
        self.init(doctor: doctor, slot: slot, times: [slot], leaving: nil, for: nil)
    }

    private init(doctor: ID<StaffMember>, slot: Slot, times: [Slot], leaving: Visit?, for newPlace: Place?) {
        self.doctor = doctor
        self.slot = slot
        self.times = times
        self.leaving = leaving
        self.newPlace = newPlace
    }

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
    /// joined the waitlist. Patients who have an open offer of it, declined it or let it expire are passed over. A
    /// patient for whose service no chair is free in this time is passed over too. There are no such events if the
    /// doctor does not work in this time any more, or if the time is blocked.
    ///
    /// - Parameters:
    ///   - count: the maximum number of offers.
    ///   - patient: the patient who gave the time up or did not take it, and gets no offer, also not on a merged record.
    func offers(
        _ count: Int = FreedTime.offersAtOnce, besides patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) -> [ClinicEvent] {
        guard slot.start >= now.adding(minutes: FreedTime.leastNoticeMinutes) else { return [] }
        let settings = model[.settings]
        guard settings.isFounded, let member = settings.doctor(doctor) else { return [] }
        let local = settings.zone.local(slot.start)
        let month = model[.waitingMonth(local.date)]
        let starts = ([slot] + times).map { settings.zone.local($0.start) }
        guard month.waiting.contains(where: { waiting in starts.contains { waiting.entry.wishes($0, with: doctor) } })
        else { return [] }
        let besides = model.records(ofPersonWith: patient)
        let frame = DayFrame(local.date, in: settings.zone)
        let working = unblockedTime(of: member, on: frame, settings, &model)
        var fitting: [WaitlistOffered] = []
        var fits: [ID<Service>: Slot?] = [:]
        var withChair: [ID<Service>: Bool] = [:]
        for waiting in month.waiting
        where fitting.count < FreedTime.mostCandidates && !besides.contains(waiting.entry.patient) {
            let service = waiting.entry.service
            if fits[service] == nil {
                let fit = beginning(for: service, working, frame, settings, &model, at: now)
                fits.updateValue(fit, forKey: service)
            }
            guard case .some(.some(let fit)) = fits[service], let found = settings.services[service],
                waiting.entry.wishes(settings.zone.local(fit.start), with: doctor), !waiting.knows(fit.start, doctor)
            else { continue }
            let isChairFree = withChair[service] ?? hasChair(for: found, fit, on: frame, settings, &model, at: now)
            withChair[service] = isChairFree
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
    /// Chairs are read one after the other until one is free. The chair of the visit that frees the time comes first.
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

    /// The events that offer the time of a cancelled visit to waiting patients.
    static func offers(
        of visit: Visit, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        offers(of: visit, leavingFor: nil, &model, at: now)
    }

    private static func offers(
        of visit: Visit, leavingFor newPlace: Place?, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let place = visit.place
        let doctors = FreedTime(
            doctor: place.doctor, slot: place.slot, times: place.times(of: .doctor), leaving: visit, for: newPlace)
        var freed = [doctors]
        if let hygienist = place.staff(as: .hygienist) {
            freed += place.times(of: .hygienist).map {
                FreedTime(doctor: hygienist, slot: $0, times: [$0], leaving: visit, for: newPlace)
            }
        }
        return freed.flatMap { $0.offers(besides: visit.patient, &model, at: now) }
    }

    /// The events that offer the former time of a moved visit to waiting patients. There are none if the visit stays
    /// with its doctor and its hygienist, and its new time overlaps the old one.
    static func offers(
        of visit: Visit, movedTo place: Place, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let from = visit.place
        guard place.staff != from.staff || !place.slot.overlaps(from.slot) else { return [] }
        return offers(of: visit, leavingFor: place, &model, at: now)
    }

    /// The slot in the freed time in which a visit for a service would take place; `nil` if the service is retired, if
    /// the doctor does not offer it or does not work then, if it takes longer than the freed time, or if it needs a
    /// hygienist and none is free.
    private func beginning(
        for service: ID<Service>, _ working: AtomSet, _ frame: DayFrame, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Slot? {
        guard let service = settings.services[service], service.isActive, service.isOffered(by: doctor) else {
            return nil
        }
        let minutes = service.details.minutes(with: doctor)
        let segments = SegmentPlan(of: [service], with: nil)
        let parts = segments?.parts.fitted(to: minutes) ?? [VisitSegment(.doctor, minutes: minutes)]
        let begins = segments == nil ? times.first { minutes <= $0.minutes }?.start : slot.start
        guard let begins, let fit = Slot(start: begins, end: begins.adding(minutes: Int64(minutes))) else { return nil }
        let needed = parts.times(of: .doctor, in: fit)
        let isFree = needed.allSatisfy { time in
            let atoms = frame.atoms(time)
            return times.contains { $0.start <= time.start && time.end <= $0.end }
                && atoms.map(working.contains) ?? false
        }
        guard isFree, fit.end <= slot.end else { return nil }
        guard let segments, let first = frame.atoms(fit)?.lowerBound else { return segments == nil ? fit : nil }
        let free = FreeTime(
            frame.date, minutes: minutes, for: TimeSeeker(side: .staff, visitor: Visitor(moving: leaving?.appointment)),
            segments: segments, settings, at: now)
        return free.hygienistStarts(&model)?.besides(doctor).contains(first) ?? false ? fit : nil
    }
}

extension WaitingMonth {
    /// The events that close other patients' open offers after one patient booked a time. Closed are the offers that
    /// overlap the times of the booked place's doctor or hygienist. The offers of `entry`, which is the booking
    /// patient's, stay open.
    func losses(of place: Place, besides entry: ID<WaitlistEntry>) -> [ClinicEvent] {
        place.staff.flatMap { losses(of: place.times(of: $0), with: $0, besides: entry) }
    }

    private func losses(
        of times: [Slot], with doctor: ID<StaffMember>, besides entry: ID<WaitlistEntry>
    ) -> [ClinicEvent] {
        waiting.filter { $0.entry.id != entry }.flatMap { waiting in
            waiting.offers.filter { offer in
                offer.doctor == doctor && times.contains { $0.overlaps(offer.slot) }
            }.map { offer in
                ClinicEvent.waitlist(
                    .offerClosed(
                        WaitlistOfferClosed(
                            entry: waiting.entry.reference, start: offer.slot.start, doctor: doctor, cause: .taken)))
            }
        }
    }
}
