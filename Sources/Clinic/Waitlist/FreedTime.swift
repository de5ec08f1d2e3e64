import EventSourcing
import Identifiers

/// Time of a doctor or hygienist whose appointment was cancelled or moved. It is offered to waiting patients.
struct FreedTime {
    let doctor: ID<StaffMember>
    /// The freed time, as a slot: the whole time of the cancelled or moved visit, or one of the times in which the
    /// visit's hygienist treated.
    let slot: Slot
    /// The parts of the slot that have become free for `doctor`. If the cancelled or moved visit has segments, these
    /// are only the segments in which `doctor` treated.
    private let times: [Slot]
    /// The visit whose cancellation or move frees a time for the waitlist, in its form before that change. The agendas
    /// that the decision reads still contain the visit; `nil` if they do not.
    let leaving: Visit?
    /// The new place of the moved visit that frees a time for the waitlist; `nil` if the visit is cancelled.
    private let newPlace: Place?
    /// The group visit in which a place has become free, while other patients are still booked for it; `nil` if the
    /// whole time has become free. Only patients who wait for the group's service get an offer of such a place.
    private let group: GroupVisit?

    init(doctor: ID<StaffMember>, slot: Slot) {
        self.init(doctor: doctor, slot: slot, times: [slot], leaving: nil, for: nil)
    }

    private init(
        doctor: ID<StaffMember>, slot: Slot, times: [Slot], leaving: Visit?, for newPlace: Place?,
        in group: GroupVisit? = nil
    ) {
        self.doctor = doctor
        self.slot = slot
        self.times = times
        self.leaving = leaving
        self.newPlace = newPlace
        self.group = group
    }

    /// The number of patients to whom a freed time is offered at once. The first who accepts gets it.
    static let offersAtOnce = 3
    /// The maximum number of fitting entries of the waitlist that are considered for one freed time. Some of their
    /// patients may be erased, and get no offer.
    private static let mostCandidates = 12
    /// The number of minutes after which an offer of the waitlist ends. The offer ends earlier if the offered
    /// appointment begins earlier.
    private static let offerMinutes: Int64 = 60
    /// A freed time is offered until this number of minutes before it begins. Later, patients could not come in time.
    private static let leastNoticeMinutes: Int64 = 30

    /// The instant at which an offer of the waitlist ends that is made now for an appointment with the given start.
    static func expiry(of start: Instant, at now: Instant) -> Instant {
        min(start, now.adding(minutes: FreedTime.offerMinutes))
    }

    /// The events that offer the freed time to the first waiting patients whose wishes it fits, in the order in which
    /// they joined the waitlist. A patient gets no offer if no chair is free for the wanted service, or if the patient
    /// has an open offer of this time, has declined one or has let one expire. The result is empty if the freed time
    /// begins too soon, if it is blocked, or if the doctor no longer works in this time.
    ///
    /// - Parameters:
    ///   - count: the maximum number of offers.
    ///   - patient: the patient who gave the time up or did not take it. This patient gets no offer, neither on the
    ///     surviving nor on the merged record.
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
            fitting.append(WaitlistOffered(entry: waiting.entry.reference, offer: offer, date: frame.date))
        }
        var offers: [ClinicEvent] = []
        var rest = fitting[...]
        let registrations = fitting.map { Subject<Registration>.registration(of: $0.entry.patient) }
        model.read(registrations, while: { offers.count < count }) { registration in
            if let offered = rest.popFirst(), registration.isCurrent { offers.append(.waitlist(.offered(offered))) }
        }
        return offers
    }

    /// The five-minute atoms of a day in which the doctor works and has no block. Other times are not offered to
    /// waiting patients: the doctor has time off, or the clinic is closed, and all patients would be refused.
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
        let visitor = Visitor(moving: leaving?.appointment)
        let joined = group.map { JoinedGroup($0, capacity: service.details.capacity ?? 1) }
        var chairs = settings.activeChairs.filter { chair in
            let isTaken = newPlace.map { $0.chair == chair.id && $0.chairSlot.overlaps(time) } ?? false
            return chair.has(service.details.limits.needs) && (group.map { $0.chair == chair.id } ?? !isTaken)
        }
        if let index = chairs.firstIndex(where: { $0.id == leaving?.place.chair }) { chairs.swapAt(0, index) }
        var isFree = false
        model.read(chairs.map { Subject<ChairDay>.chairDay($0.id, frame.date) }, while: { !isFree }) { day in
            let conflict = day.conflict(with: time, for: visitor, joining: joined, at: now)
            isFree = isFree || conflict == nil || conflict == .held
        }
        return isFree
    }

    /// The event that offers the freed time to one more patient, after another patient declined the offer or let it
    /// expire. There is none if the doctor has an appointment or a block in this time by now, other than a group visit
    /// with places left, or if the time fits no other patient.
    func nextOffer(
        besides patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let settings = model[.settings]
        let day = model[.doctorDay(doctor, settings.zone.date(of: slot.start))]
        guard day.conflict(with: slot, for: Visitor(), at: now) == .taken else {
            return offers(1, besides: patient, &model, at: now)
        }
        // The doctor's time is taken. If a group visit takes it, the waitlist may have offered a place in that group,
        // and offers the place again.
        let group = day.taken.lazy.compactMap(\.group).first { $0.doctor == doctor && $0.start == slot.start }
        guard let group else { return [] }
        return FreedTime(doctor: doctor, slot: slot, times: [slot], leaving: nil, for: nil, in: group)
            .offers(1, besides: patient, &model, at: now)
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
        let group = visit.group.flatMap { group in
            let day = model[.doctorDay(place.doctor, place.date)]
            return day.others(in: group, besides: Visitor(moving: visit.appointment), at: now).booked > 0 ? group : nil
        }
        let doctors = FreedTime(
            doctor: place.doctor, slot: place.slot, times: place.times(of: .doctor), leaving: visit, for: newPlace,
            in: group)
        var freed = [doctors]
        if let hygienist = place.staff(as: .hygienist) {
            freed += place.times(of: .hygienist).map {
                FreedTime(doctor: hygienist, slot: $0, times: [$0], leaving: visit, for: newPlace)
            }
        }
        return freed.flatMap { $0.offers(besides: visit.patient, &model, at: now) }
    }

    /// The events that offer the former time of a moved visit to waiting patients. There are none if the visit stays
    /// with the same doctor and hygienist, and the new time overlaps the old one.
    static func offers(
        of visit: Visit, movedTo place: Place, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [ClinicEvent] {
        let from = visit.place
        guard place.staff != from.staff || !place.slot.overlaps(from.slot) else { return [] }
        return offers(of: visit, leavingFor: place, &model, at: now)
    }

    /// The slot in the freed time in which a visit for a service would take place. It is `nil` if the service is
    /// retired, if the doctor does not offer the service or does not work at that time, if the visit is longer than the
    /// freed time, or if the visit needs a hygienist and none is free. If only a place in a group visit has become
    /// free, it is also `nil` for the services of other visits, and if the group is full again.
    private func beginning(
        for service: ID<Service>, _ working: AtomSet, _ frame: DayFrame, _ settings: ClinicSettings,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Slot? {
        guard let service = settings.services[service], service.isActive, service.isOffered(by: doctor) else {
            return nil
        }
        if let group, group.service != service.id || !hasPlace(in: group, of: service, on: frame, &model, at: now) {
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
