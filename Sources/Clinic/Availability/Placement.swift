import EventSourcing
import Identifiers

/// A request for an appointment that begins at a given time. `found` chooses a doctor and a chair, which are free
/// unless rules may be broken, or throws the reason why the time is not available.
struct Placement: Sendable {
    let service: Service
    /// The services of the visit besides the first.
    var further: [Service] = []
    let length: VisitLength
    let start: Instant
    /// The requested doctor; `nil` for one of the free doctors who take least time for the visit: the one with the
    /// fewest appointments that day.
    let doctor: ID<StaffMember>?
    /// The requested chair; `nil` for any free chair.
    let chair: ID<Chair>?
    /// The chair that is chosen if it is free and the request names no chair.
    var preferredChair: ID<Chair>?
    let seeker: TimeSeeker
    /// The place that a reassigned visit has now. If its start stays, the start's limits and time grid are not checked
    /// again. If slot and doctor stay, the doctor's working time is not either.
    var agreed: Place?
    /// Whether the visit keeps the buffers of `agreed`, since neither its service nor its start changes.
    var keepsBuffers = false
    /// The rules of booking that the caller may break.
    var breakable: Set<BookingRule> = []

    func place(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(PlacementRejection) -> Placed {
        do { return try placeOnly(&model, settings, at: now) } catch {
            guard case .notFree(let obstacle, _) = error else { throw error }
            throw .notFree(obstacle, alternatives: alternatives(&model, settings, at: now))
        }
    }

    /// The reason why an appointment with one doctor is not possible at this time; `nil` if it is possible.
    func obstacle(
        with doctor: StaffMember, _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) -> Obstacle? {
        do {
            _ = try place(with: [doctor], &model, settings, at: now)
            return nil
        } catch { return error }
    }

    /// Finds doctor and chair for the requested start.
    ///
    /// - Throws: the reason why the start is not available, converted to the rejection of the calling command.
    func found<Rejection: Error>(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant,
        else rejection: (PlacementRejection) -> Rejection
    ) throws(Rejection) -> Placed {
        do { return try place(&model, settings, at: now) } catch { throw rejection(error) }
    }

    /// Finds doctor, chair and time for the requested start. Alternatives are not searched, so a rejection has none.
    func placeOnly(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(PlacementRejection) -> Placed {
        let doctors = try candidates(settings)
        if let chair, settings.chairs[chair]?.isActive != true { throw .unknownChair }
        do { return try place(with: doctors, &model, settings, at: now) } catch {
            throw .notFree(error, alternatives: [])
        }
    }

    /// Free times near the requested start.
    func alternatives(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) -> [Offer] {
        let doctors = (try? candidates(settings)) ?? []
        return Alternatives(to: self, doctors: doctors, settings: settings, now: now).find(&model)
    }

    private func candidates(_ settings: ClinicSettings) throws(PlacementRejection) -> [StaffMember] {
        guard let doctor else {
            let offering = settings.doctors(offering: service).filter(offersTheRest)
            guard !offering.isEmpty else { throw .unknownDoctor }
            return offering
        }
        guard let known = settings.doctor(doctor) else { throw .unknownDoctor }
        guard service.isOffered(by: doctor), offersTheRest(known) else { throw .notOfferedByDoctor }
        return [known]
    }

    /// The equipment that the chair must have for all services of the visit.
    var needs: [String] { ([service] + further).flatMap { $0.details.limits.needs ?? [] } }

    /// How long the chair is taken before and after the visit; `nil` if only during the visit.
    var buffers: ChairBuffers? {
        if keepsBuffers, let agreed { return agreed.buffers }
        return .longest(of: [service] + further)
    }

    private func offersTheRest(_ doctor: StaffMember) -> Bool { further.allSatisfy { $0.isOffered(by: doctor.id) } }

    /// Finds a place with one of these doctors. They are tried in groups by the length of the visit with them, the
    /// shortest first. A place that breaks no rule comes before one that does.
    private func place(
        with doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings,
        at now: Instant
    ) throws(Obstacle) -> Placed {
        var first: Obstacle?
        var best: Placed?
        for (minutes, doctors) in length.groups(of: doctors) {
            do {
                let placed = try place(with: doctors, minutes, &model, settings, at: now)
                if placed.broken.isEmpty { return placed }
                if placed.broken.count < best?.broken.count ?? .max { best = placed }
            } catch { first = first ?? error }
        }
        guard let best else { throw first ?? .outsideHours }
        return best
    }

    private func place(
        with doctors: [StaffMember], _ minutes: Int, _ model: inout DecisionModel<ClinicEvent>,
        _ settings: ClinicSettings,
        at now: Instant
    ) throws(Obstacle) -> Placed {
        let date = settings.zone.date(of: start)
        let free = FreeTime(
            date, minutes: minutes, for: seeker, needing: needs, buffers: buffers, settings, at: now)
        var broken: Set<BookingRule> = []
        let (slot, atoms) = try permitted(free, settings, &broken, at: now)
        let (doctor, besideDoctor) = try freeDoctor(
            of: doctors, slot, atoms, free.frame, &model, settings, &broken, at: now)
        var preferred = preferredChair
        if let patient = seeker.visitor.patient {
            let agenda = model[.patientYear(patient, date)]
            let conflict = model.conflict(
                with: slot, ofPersonWith: patient, on: date, for: seeker.visitor, at: now)
            guard conflict == nil else { throw .patientBusy }
            preferred = preferred ?? agenda.holds.first { $0.place.slot.overlaps(slot) }?.place.chair
        }
        let (chair, inChair) = try freeChair(
            for: doctor, buffers?.around(slot) ?? slot, date, preferred, &model, settings, &broken, at: now)
        return Placed(
            place: Place(doctor: doctor.id, chair: chair.id, date: date, slot: slot, buffers: buffers),
            terms: VisitTerms(
                serviceName: service.details.name, doctorName: doctor.details.name, chairName: chair.name,
                cancelBefore: start.adding(hours: -Int64(settings.rules.cancellationNoticeHours)),
                furtherServices: further.map { BookedService(id: $0.id, name: $0.details.name) }),
            broken: broken, overlaps: besideDoctor + inChair.filter { !besideDoctor.contains($0) })
    }

    /// The slot of the appointment, and its five-minute atoms on the day.
    ///
    /// - Throws: the obstacle if the start is in the past, too soon, too far ahead or off the time grid, or if the slot
    ///   ends after midnight. A start earlier today adds the rule `past` to `broken` instead, if the caller may break
    ///   it.
    private func permitted(
        _ free: FreeTime, _ settings: ClinicSettings, _ broken: inout Set<BookingRule>, at now: Instant
    ) throws(Obstacle) -> (Slot, Range<Int>) {
        let (first, last) = StartLimits(settings, seeker.side, at: now).bounds
        let isAgreed = start == agreed?.slot.start
        if start < first, !isAgreed {
            let isToday = settings.zone.date(of: start) == settings.zone.date(of: now)
            guard breakable.contains(.past), isToday else {
                throw start < now || seeker.side == .staff ? .past : .tooSoon(earliest: first)
            }
            broken.insert(.past)
        }
        if start > last, !isAgreed { throw .tooFarAhead(latest: last) }
        let end = start.adding(seconds: Int64(free.length) * DayFrame.atomSeconds)
        guard let slot = Slot(start: start, end: end) else { throw .offGrid }
        guard let atoms = free.frame.atoms(slot) else {
            // The slot does not begin at a multiple of five minutes, or it ends after midnight: an appointment lies
            // within one day.
            throw free.frame.isAtom(start) ? .outsideHours : .offGrid
        }
        // The chair is taken on one day too.
        guard free.frame.atoms(buffers?.around(slot) ?? slot) != nil else { throw .outsideHours }
        guard free.bookable.contains(atoms.lowerBound) || isAgreed else { throw .offGrid }
        return (slot, atoms)
    }

    /// Finds the free doctor with the fewest appointments that day. If none is free, and rules may be broken, it is the
    /// doctor for whom the fewest rules are broken.
    private func freeDoctor(
        of doctors: [StaffMember], _ slot: Slot, _ atoms: Range<Int>, _ frame: DayFrame,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, _ broken: inout Set<BookingRule>,
        at now: Instant
    ) throws(Obstacle) -> (StaffMember, beside: [ID<Appointment>]) {
        var best: (doctor: StaffMember, load: Int)?
        var instead: (doctor: StaffMember, beside: [ID<Appointment>], breaks: Set<BookingRule>)?
        var obstacle = Obstacle.outsideHours
        for doctor in doctors {
            let works = settings.workingTime(of: doctor, on: frame).contains(atoms) || isAgreed(slot, with: doctor.id)
            if !works, obstacle == .outsideHours {
                obstacle = settings.absence(of: doctor, during: slot, on: frame.date, for: seeker.side)
            }
            guard works || breakable.contains(.outsideHours) else { continue }
            let day = model[.doctorDay(doctor.id, frame.date)]
            let conflict = day.conflict(with: slot, for: seeker.visitor, at: now)
            if works {
                switch conflict {
                case .taken: obstacle = .doctorBusy
                case .held: if obstacle != .doctorBusy { obstacle = .held }
                case nil: if day.taken.count < best?.load ?? .max { best = (doctor, day.taken.count) }
                }
            }
            guard !breakable.isEmpty else { continue }
            var breaks: Set<BookingRule> = works ? [] : [.outsideHours]
            if let conflict { breaks.insert(conflict.asRule(busy: .doctorBusy)) }
            if breaks.count < instead?.breaks.count ?? .max {
                instead = (doctor, day.overlapping(slot, except: seeker.visitor.moving), breaks)
            }
        }
        if let best {
            let day = model[.doctorDay(best.doctor.id, frame.date)]
            return (best.doctor, day.overlapping(slot, except: seeker.visitor.moving))
        }
        guard let instead else { throw obstacle }
        broken.formUnion(instead.breaks)
        return (instead.doctor, instead.beside)
    }

    private func isAgreed(_ slot: Slot, with doctor: ID<StaffMember>) -> Bool {
        guard let agreed else { return false }
        return agreed.slot == slot && agreed.doctor == doctor
    }

    /// Finds a free chair. It reads the chairs one after the other and stops at the first free one, so that a
    /// concurrent booking of another chair does not make this decision stale. Each doctor's search begins with another
    /// chair, so that two doctors seldom try the same chair. If none is free, and rules may be broken, it is the chair
    /// with which the search began.
    private func freeChair(
        for doctor: StaffMember, _ slot: Slot, _ date: CivilDate, _ preferred: ID<Chair>?,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, _ broken: inout Set<BookingRule>,
        at now: Instant
    ) throws(Obstacle) -> (Chair, beside: [ID<Appointment>]) {
        var chairs = settings.activeChairs.filter { $0.has(needs) }
        if let chair {
            chairs.removeAll { $0.id != chair }
        } else if !chairs.isEmpty {
            let turn = (settings.staff.all.firstIndex { $0.id == doctor.id } ?? 0) % chairs.count
            chairs = Array(chairs[turn...] + chairs[..<turn])
            if let index = chairs.firstIndex(where: { $0.id == preferred }) { chairs.swapAt(0, index) }
        }
        var obstacle = Obstacle.noChair
        for chair in chairs {
            let day = model[.chairDay(chair.id, date)]
            switch day.conflict(with: slot, for: seeker.visitor, at: now) {
            case nil: return (chair, day.overlapping(slot, except: seeker.visitor.moving))
            case .held: obstacle = .held
            case .taken: break
            }
        }
        guard let chair = chairs.first, breakable.contains(.chairBusy) else { throw obstacle }
        let day = model[.chairDay(chair.id, date)]
        let conflict = day.conflict(with: slot, for: seeker.visitor, at: now)
        if let conflict { broken.insert(conflict.asRule(busy: .chairBusy)) }
        return (chair, day.overlapping(slot, except: seeker.visitor.moving))
    }
}

extension Conflict {
    /// The rule of booking that an appointment with this conflict breaks: `busy` if the time is taken, else `held`.
    fileprivate func asRule(busy: BookingRule) -> BookingRule {
        switch self {
        case .taken: busy
        case .held: .held
        }
    }
}
