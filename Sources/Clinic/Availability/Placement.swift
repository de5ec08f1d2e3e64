import EventSourcing
import Identifiers

/// A request for an appointment that begins at a given time. The method `found` chooses a doctor and a chair, which are
/// free unless the caller may break rules of booking. It throws the reason if the time is not available.
struct Placement: Sendable {
    let service: Service
    /// The services of the visit besides the first.
    var further: [Service] = []
    let length: VisitLength
    let start: Instant
    /// The requested doctor; `nil` if the server chooses. Of the free doctors who take least time for the visit, it
    /// chooses the one with the fewest appointments that day.
    let doctor: ID<StaffMember>?
    /// The requested hygienist; `nil` for the free hygienist with the fewest appointments that day, or for the same
    /// hygienist as before if the visit is moved.
    var hygienist: ID<StaffMember>?
    /// The chair that a request for an appointment asks for; `nil` for any free chair.
    let chair: ID<Chair>?
    /// The chair that is chosen if it is free and the request for an appointment names no chair.
    var preferredChair: ID<Chair>?
    let seeker: TimeSeeker
    /// The place that a reassigned visit has now. If the reassignment keeps the start, the start's limits and time grid
    /// are not checked again. If it keeps slot and doctor, the doctor's working time is not checked again.
    var agreed: Place?
    /// The present place of a visit that is moved and keeps its services, and so its segments; `nil` for a new visit,
    /// and for a visit whose services change.
    var moved: Place?
    /// Whether the visit keeps the buffers that were agreed, since neither its service nor its start changes.
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

    /// The reason why an appointment with one doctor is not possible at the requested time; `nil` if it is possible.
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
        if segments == nil ? hygienist != nil : !segmentsHaveHygienist(settings) { throw .unknownHygienist }
        do { return try place(with: doctors, &model, settings, at: now) } catch {
            throw .notFree(error, alternatives: [])
        }
    }

    /// Finds free times near the requested start of an appointment.
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

    /// The minutes in which the chair is taken before and after the visit; `nil` if it is taken only during the visit.
    var buffers: ChairBuffers? {
        if keepsBuffers, let agreed { return agreed.buffers }
        return .longest(of: [service] + further)
    }

    /// The buffers of a visit at `start`. If the visit begins now or has begun, the chair cannot be prepared before the
    /// visit any more, so there is no buffer before the visit.
    private func remainingBuffers(at now: Instant) -> ChairBuffers? {
        start <= now && !keepsBuffers ? buffers?.withoutTimeBefore : buffers
    }

    /// The segments of the visit, and the hygienists of whom one is to treat in it; `nil` if the doctor treats the
    /// whole time.
    var segments: SegmentPlan? {
        let services = [service] + further
        if let moved { return SegmentPlan(keeping: moved, for: services, with: hygienist) }
        return SegmentPlan(of: services, with: hygienist)
    }

    private func segmentsHaveHygienist(_ settings: ClinicSettings) -> Bool {
        segments?.hygienists.contains { settings.doctor($0) != nil } ?? false
    }

    private func offersTheRest(_ doctor: StaffMember) -> Bool { further.allSatisfy { $0.isOffered(by: doctor.id) } }

    /// Finds a place with one of the given doctors. A place in an existing group visit comes before the first place of
    /// a new one. The doctors are tried in groups by the length of the visit with them, the shortest first. A place
    /// that breaks no rule comes before one that does.
    private func place(
        with doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings,
        at now: Instant
    ) throws(Obstacle) -> Placed {
        var first: Obstacle?
        var best: Placed?
        for (minutes, doctors) in length.groups(of: doctors) {
            for doctor in doctors {
                for group in groups(with: doctor, on: settings.zone.date(of: start), &model, at: now) {
                    do {
                        let placed = try place(with: [doctor], minutes, joining: group, &model, settings, at: now)
                        if placed.broken.isEmpty { return placed }
                        if placed.broken.count < best?.broken.count ?? .max { best = placed }
                    } catch { first = first ?? error }
                }
            }
        }
        for (minutes, doctors) in length.groups(of: doctors) {
            do {
                let placed = try place(with: doctors, minutes, joining: nil, &model, settings, at: now)
                if placed.broken.isEmpty { return placed }
                if placed.broken.count < best?.broken.count ?? .max { best = placed }
            } catch { first = first ?? error }
        }
        guard let best else { throw first ?? .outsideHours }
        return best
    }

    private func place(
        with doctors: [StaffMember], _ minutes: Int, joining group: JoinedGroup?,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(Obstacle) -> Placed {
        let date = settings.zone.date(of: start)
        let buffers = remainingBuffers(at: now)
        let free = FreeTime(
            date, minutes: minutes, for: seeker, needing: needs, buffers: buffers, segments: segments, settings,
            at: now)
        var broken: Set<BookingRule> = []
        let (slot, atoms) = try permitted(free, settings, isGroup: group != nil, &broken, at: now)
        let team = try team(of: doctors, slot, atoms.lowerBound, free, joining: group, &model, &broken)
        var preferred = preferredChair
        if let patient = seeker.visitor.patient {
            let agenda = model[.patientYear(patient, date)]
            let conflict = model.conflict(
                with: slot, ofPersonWith: patient, on: date, for: seeker.visitor, at: now)
            guard conflict == nil else { throw .patientBusy }
            preferred = preferred ?? agenda.holds.first { $0.place.slot.overlaps(slot) }?.place.chair
        }
        let (chair, inChair) = try freeChair(
            for: team.doctor, buffers?.around(slot) ?? slot, date, preferred, joining: group, &model, settings,
            &broken, at: now)
        let overlaps = team.beside + inChair.filter { !team.beside.contains($0) }
        guard overlaps.count <= BookingOverride.mostOverlaps else { throw .doctorBusy }
        return Placed(
            place: Place(
                doctor: team.doctor.id, chair: chair.id, date: date, slot: slot, buffers: buffers,
                segments: team.segments(free.parts), capacity: groupService?.capacity),
            terms: VisitTerms(
                serviceName: service.details.name, doctorName: team.doctor.details.name, chairName: chair.name,
                hygienistName: team.hygienist?.details.name,
                cancelBefore: start.adding(hours: -Int64(settings.rules.cancellationNoticeHours)),
                furtherServices: further.map { BookedService(id: $0.id, name: $0.details.name) }),
            broken: broken, overlaps: overlaps)
    }

    /// The slot of the requested appointment, and the slot's five-minute atoms on the day.
    ///
    /// - Parameter isGroup: whether a group visit already begins at the start. Then the start may be off the time grid.
    /// - Throws: the obstacle if the start is in the past, too soon, too far ahead or off the time grid, or if the slot
    ///   ends after midnight. A start earlier today adds the rule `past` to `broken` instead, if the caller may break
    ///   that rule.
    private func permitted(
        _ free: FreeTime, _ settings: ClinicSettings, isGroup: Bool, _ broken: inout Set<BookingRule>, at now: Instant
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
        // The chair's time for a visit, including the buffers, must lie within one day like the visit itself.
        guard free.frame.atoms(free.buffers?.around(slot) ?? slot) != nil else { throw .outsideHours }
        guard free.bookable.contains(atoms.lowerBound) || isAgreed || isGroup else { throw .offGrid }
        return (slot, atoms)
    }
}
