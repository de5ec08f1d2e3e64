public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that takes a step of an appointment, which leads to a later status: approve, confirm, check in, seat,
/// start, finish or complete.
public struct AdvanceAppointment: Decision {
    public enum Step: String, Hashable, Sendable, CaseIterable {
        case approve, confirm
        case checkIn = "check_in"
        case seat, start, finish, complete
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(Step, AppointmentStatus)
        /// The appointment's day has not come yet, and the command does not say that the patient came early.
        case notToday(CivilDate)
        /// Another visit is under way in the chair, or with the doctor or hygienist, and the command does not permit a
        /// second visit at the same time.
        case inUse(VisitUnderWay)
        case overrideNotAllowed
        /// The record is restricted and closed to the doctor, and nobody else says that the patient is here.
        case restricted
        /// A patient arrived after a cancellation or a no-show, and the freed time was given to somebody else.
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(_, let status): .wrongStatus(status)
            case .notToday(let date): Problem(.notToday).with("date", date, .date)
            case .inUse(let other): other.problem
            case .overrideNotAllowed: Problem(.overrideNotAllowed)
            case .restricted: Problem(.restrictedRecord)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    let target: AppointmentTarget
    let step: Step
    /// Whether the command permits the step on a day before the appointment's day, because the patient came early.
    let early: Bool
    /// Whether the command permits that the step begins a second visit in the chair, or with the doctor or hygienist,
    /// while another visit is under way there.
    let allowsSecondVisit: Bool
    /// The wish to break rules of booking, for a check-in after a cancellation or a no-show whose freed time was given
    /// to somebody else.
    let override: OverrideWish?
    /// The member of staff who starts the treatment; `nil` for other steps.
    let reader: RecordReader?

    public init(
        _ step: Step, _ target: AppointmentTarget, early: Bool = false, allowsSecondVisit: Bool = false,
        override: OverrideWish? = nil, by reader: RecordReader? = nil
    ) {
        self.reader = reader
        self.target = target
        self.step = step
        self.early = early
        self.allowsSecondVisit = allowsSecondVisit
        self.override = override
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        if course.status == step.target { return [] }
        guard step.isPossible(from: course.status) else { throw .impossible(step, course.status) }
        // Patients cannot confirm an appointment before the clinic has approved it.
        if course.status == .requested, target.side == .patient { throw .impossible(step, course.status) }
        if [.checkIn, .seat, .start].contains(step) {
            let today = model[.basics].zone.date(of: now)
            if !course.status.isPresent { try check(course, comesOn: today) }
            if step == .start { try check(course, mayBeginOn: today, &model, at: now) }
            if !course.status.holdsTime {
                return [.appointment(.arrivedAfterAll(try arrival(course, &model, at: now)))]
                    + model.lostOffers(at: [course.visit.place], at: now)
            }
            if !allowsSecondVisit, let other = course.visit.underWayBeside(step, on: today, &model, at: now) {
                throw .inUse(other)
            }
        }
        // The step that approves a provisional patient's first appointment accepts the patient too. Such an appointment
        // has the status `requested`, so the patient's registration is read for that status only.
        let patient = course.visit.patient
        let accepted =
            course.status == .requested ? model[.registration(of: patient)].acceptance(of: patient) : []
        return [.appointment(step.event(course, by: target.guardian(of: course, &model), at: now))] + accepted
    }

    private func check(_ course: Appointment.Course, comesOn today: CivilDate) throws(Rejection) {
        let date = course.visit.place.date
        guard date <= today || early else { throw .notToday(date) }
        // A cancelled or missed appointment can be checked in on its day, but not on a later day.
        guard date >= today || course.status.holdsTime else { throw .impossible(step, course.status) }
    }

    /// Checks that a doctor does not open a restricted record by starting a visit that does not take place now.
    ///
    /// A treatment that has begun opens the record to its doctor, without an entry in the list of emergency accesses. So
    /// the visit must be today's, or somebody else has checked the patient in. Otherwise the doctor needs access first.
    private func check(
        _ course: Appointment.Course, mayBeginOn today: CivilDate, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) throws(Rejection) {
        guard let reader, course.visit.place.date != today else { return }
        if let account = course.arrivalAccount, account != reader.account { return }
        if reader.access(to: course.visit.patient, &model, at: now) == .refused { throw .restricted }
    }

    /// The event of a check-in after a cancellation or a no-show. The appointment occupies its time again.
    private func arrival(
        _ course: Appointment.Course, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> PatientArrivedAfterAll {
        guard let obstacle = course.obstacle(toTakingAgain: nil, &model, at: now) else {
            return PatientArrivedAfterAll(visit: course.visit, override: nil)
        }
        guard let breakable = model[.basics].rules.breakable(by: override) else { throw .overrideNotAllowed }
        let place = course.visit.place
        guard let broken = course.broken(byTakingAgain: obstacle, &model, at: now), broken.isSubset(of: breakable),
            let override
        else { throw .placement(.notFree(obstacle, alternatives: [])) }
        let moving = course.visit.appointment
        let group = broken.contains(.groupFull) ? nil : course.visit.group
        var beside: [ID<Appointment>] = []
        for member in place.staff {
            let day = model[.doctorDay(member, place.date)]
            let others = day.overlapping(place.times(of: member), except: moving, joining: group)
            beside += others.filter { !beside.contains($0) }
        }
        let inChair = model[.chairDay(place.chair, place.date)]
            .overlapping([place.chairSlot], except: moving, joining: group)
        return PatientArrivedAfterAll(
            visit: course.visit,
            override: BookingOverride(
                reason: override.reason, rules: BookingRule.allCases.filter(broken.contains),
                overlaps: beside + inChair.filter { !beside.contains($0) }))
    }
}

extension AdvanceAppointment.Step {
    /// Whether the step is possible from a status. Some steps may be skipped, since staff may record what happened in
    /// the room afterwards: a doctor may start a visit without a check-in or a seat, and complete it without a
    /// checkout. But a patient must have arrived before being seated, and treatment must have begun before it is
    /// finished. A patient who was marked as a no-show, or whose appointment was cancelled, can still arrive.
    public func isPossible(from status: AppointmentStatus) -> Bool {
        switch self {
        case .approve: status == .requested
        case .confirm: [.requested, .booked].contains(status)
        case .checkIn: [.requested, .booked, .confirmed, .cancelled, .noShow].contains(status)
        case .seat: status == .arrived
        case .start: [.booked, .confirmed, .arrived, .seated].contains(status)
        case .finish: status == .inTreatment
        case .complete: [.inTreatment, .readyForCheckout].contains(status)
        }
    }

    /// The status of an appointment after the step.
    public var target: AppointmentStatus {
        switch self {
        case .approve: AppointmentApproved.reached
        case .confirm: AppointmentConfirmed.reached
        case .checkIn: PatientArrived.reached
        case .seat: PatientSeated.reached
        case .start: TreatmentStarted.reached
        case .finish: TreatmentFinished.reached
        case .complete: AppointmentCompleted.reached
        }
    }

    fileprivate func event(
        _ course: Appointment.Course, by guardian: ID<Patient>?, at now: Instant
    ) -> AppointmentEvent {
        let visit = course.visit
        // A treatment that ends early frees the rest of the appointment's time.
        let ends = course.status == .inTreatment ? visit.place.ending(by: now) : nil
        let ended = ends.map { visit.moved(to: $0) } ?? visit
        let from = ends == nil ? nil : visit.place
        return switch self {
        case .approve: .approved(AppointmentApproved(visit: visit))
        case .confirm: .confirmed(AppointmentConfirmed(visit: visit, guardian: guardian))
        case .checkIn: .arrived(PatientArrived(visit: visit))
        case .seat: .seated(PatientSeated(visit: visit))
        case .start: .started(TreatmentStarted(visit: visit))
        case .finish: .finished(TreatmentFinished(visit: ended, from: from))
        case .complete: .completed(AppointmentCompleted(visit: ended, from: from))
        }
    }
}

extension Place {
    /// A copy of an appointment's place that ends at `now`, rounded up to a multiple of five minutes after the start;
    /// `nil` if the place ends by then anyway.
    ///
    /// At least the first five minutes are left, since a visit takes some time.
    fileprivate func ending(by now: Instant) -> Place? {
        let seconds = max(1, now.seconds(since: slot.start))
        let atoms = (seconds + DayFrame.atomSeconds - 1) / DayFrame.atomSeconds
        let end = slot.start.adding(seconds: atoms * DayFrame.atomSeconds)
        guard end < slot.end, let shorter = Slot(start: slot.start, end: end) else { return nil }
        return Place(
            doctor: doctor, chair: chair, date: date, slot: shorter, buffers: buffers,
            segments: segments?.cut(to: shorter.minutes), capacity: capacity)
    }
}
