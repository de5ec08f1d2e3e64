public import EventSourcing
import Identifiers

/// A request for the time of an appointment. `found` chooses a doctor and a chair that are free, or throws the reason
/// why the time is not available.
struct Placement: Sendable {
    let service: Service
    let minutes: Int
    let start: Instant
    /// The chosen doctor; `nil` for the doctor with the most free time that day.
    let doctor: ID<StaffMember>?
    /// The chosen chair; `nil` for any free one.
    let chair: ID<Chair>?
    /// The chair that is chosen before others if it is free.
    var preferredChair: ID<Chair>?
    let seeker: TimeSeeker

    func place(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(PlacementRejection) -> (place: Place, terms: VisitTerms) {
        let doctors = try candidates(settings)
        if let chair, settings.chairs[chair]?.isActive != true { throw .unknownChair }
        do {
            return try place(with: doctors, &model, settings, at: now)
        } catch {
            let instead = Alternatives(to: self, doctors: doctors, settings: settings, now: now)
            throw .notFree(error, alternatives: instead.find(&model))
        }
    }

    /// Finds the doctor, chair and time of an appointment.
    ///
    /// - Throws: the reason why no time was found, converted to the rejection of the calling command.
    func found<Rejection: Error>(
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant,
        else rejection: (PlacementRejection) -> Rejection
    ) throws(Rejection) -> (place: Place, terms: VisitTerms) {
        do { return try place(&model, settings, at: now) } catch { throw rejection(error) }
    }

    private func candidates(_ settings: ClinicSettings) throws(PlacementRejection) -> [StaffMember] {
        guard let doctor else {
            let offering = settings.doctors(offering: service)
            guard !offering.isEmpty else { throw .unknownDoctor }
            return offering
        }
        guard let known = settings.doctor(doctor) else { throw .unknownDoctor }
        guard service.isOffered(by: doctor) else { throw .notOfferedByDoctor }
        return [known]
    }

    private func place(
        with doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings,
        at now: Instant
    ) throws(Obstacle) -> (place: Place, terms: VisitTerms) {
        let date = settings.zone.date(of: start)
        let free = FreeTime(date, minutes: minutes, for: seeker, settings, at: now)
        let (slot, atoms) = try permitted(free, settings, at: now)
        let doctor = try freeDoctor(of: doctors, slot, atoms, free.frame, &model, settings, at: now)
        var preferred = preferredChair
        if let patient = seeker.visitor.patient {
            let agenda = model[.patientYear(patient, date)]
            guard agenda.conflict(with: slot, for: seeker.visitor, at: now) == nil else { throw .patientBusy }
            preferred = preferred ?? agenda.holds.first { $0.place.slot.overlaps(slot) }?.place.chair
        }
        let chair = try freeChair(for: doctor, slot, date, preferred, &model, settings, at: now)
        return (
            Place(doctor: doctor.id, chair: chair.id, date: date, slot: slot),
            VisitTerms(
                serviceName: service.details.name, doctorName: doctor.details.name, chairName: chair.name,
                cancelBefore: start.adding(hours: -Int64(settings.rules.cancellationNoticeHours)))
        )
    }

    /// The slot of the appointment, and its atoms on the day.
    ///
    /// - Throws: the obstacle if the start is in the past, too early, too far ahead, off the grid or outside of the
    ///   opening hours.
    private func permitted(
        _ free: FreeTime, _ settings: ClinicSettings, at now: Instant
    ) throws(Obstacle) -> (Slot, Range<Int>) {
        let (first, last) = StartLimits(settings, seeker.side, at: now).bounds
        if start < first { throw start < now || seeker.side == .staff ? .past : .tooSoon(earliest: first) }
        if start > last { throw .tooFarAhead(latest: last) }
        let end = start.adding(seconds: Int64(free.length) * DayFrame.atomSeconds)
        guard let slot = Slot(start: start, end: end) else { throw .offGrid }
        guard let atoms = free.frame.atoms(slot) else {
            // The slot does not begin on an atom, or it ends after midnight, when no clinic is open.
            throw free.frame.isAtom(start) ? .outsideHours : .offGrid
        }
        guard free.bookable.contains(atoms.lowerBound) else { throw .offGrid }
        return (slot, atoms)
    }

    private func freeDoctor(
        of doctors: [StaffMember], _ slot: Slot, _ atoms: Range<Int>, _ frame: DayFrame,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(Obstacle) -> StaffMember {
        var best: (doctor: StaffMember, load: Int)?
        var obstacle = Obstacle.outsideHours
        for doctor in doctors where settings.workingTime(of: doctor, on: frame).contains(atoms) {
            let day = model[.doctorDay(doctor.id, frame.date)]
            switch day.conflict(with: slot, for: seeker.visitor, at: now) {
            case .taken: obstacle = .doctorBusy
            case .held: if obstacle != .doctorBusy { obstacle = .held }
            case nil: if day.taken.count < best?.load ?? .max { best = (doctor, day.taken.count) }
            }
        }
        guard let best else { throw obstacle }
        return best.doctor
    }

    /// Finds a free chair. It reads the chairs one after the other and stops at the first free one, so that a
    /// concurrent booking of another chair does not make this decision stale. Each doctor's search begins with another
    /// chair, so that two doctors seldom try the same chair.
    private func freeChair(
        for doctor: StaffMember, _ slot: Slot, _ date: CivilDate, _ preferred: ID<Chair>?,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, at now: Instant
    ) throws(Obstacle) -> Chair {
        var chairs = settings.activeChairs
        if let chair {
            chairs.removeAll { $0.id != chair }
        } else if !chairs.isEmpty {
            let turn = (settings.staff.all.firstIndex { $0.id == doctor.id } ?? 0) % chairs.count
            chairs = Array(chairs[turn...] + chairs[..<turn])
            if let index = chairs.firstIndex(where: { $0.id == preferred }) { chairs.swapAt(0, index) }
        }
        var obstacle = Obstacle.noChair
        for chair in chairs {
            switch model[.chairDay(chair.id, date)].conflict(with: slot, for: seeker.visitor, at: now) {
            case nil: return chair
            case .held: obstacle = .held
            case .taken: break
            }
        }
        throw obstacle
    }
}

/// The reason why an appointment cannot begin at a requested start.
public enum Obstacle: Error, Hashable, Sendable {
    case past
    case tooSoon(earliest: Instant)
    case tooFarAhead(latest: Instant)
    case offGrid
    case outsideHours
    case doctorBusy
    case noChair
    case patientBusy
    /// Another patient holds the slot.
    case held
}

public enum PlacementRejection: Error, Hashable, Sendable {
    case unknownDoctor
    case notOfferedByDoctor
    case unknownChair
    case notFree(Obstacle, alternatives: [Offer])
}
