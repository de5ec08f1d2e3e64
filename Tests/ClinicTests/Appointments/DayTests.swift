import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

private let sunday: Instant = "2026-11-22T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"

/// A clinic with one appointment, which was taken to the given status by the steps that lead there.
private func desk(at status: AppointmentStatus) throws -> (Desk, ID<Appointment>) {
    let rules = standardRules(approvesPatientBookings: true)
    var desk = try Desk(Practice(rules: rules))
    let id = try desk.book(nine, by: status == .requested ? .patient : .staff, at: "2026-11-20T08:00:00Z")
    let late: Instant = "2026-11-23T08:20:00Z"
    let steps: [AdvanceAppointment.Step]
    switch status {
    case .requested, .booked: steps = []
    case .confirmed: steps = [.confirm]
    case .arrived: steps = [.checkIn]
    case .seated: steps = [.checkIn, .seat]
    case .inTreatment: steps = [.start]
    case .readyForCheckout: steps = [.start, .finish]
    case .completed: steps = [.start, .complete]
    case .cancelled:
        steps = []
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Flood")), at: sunday)
    case .noShow:
        steps = []
        try desk.run(MarkNoShow(AppointmentTarget(id)), at: late)
    case .enteredInError:
        steps = []
        try desk.run(EnterInError(AppointmentTarget(id), reason: Personal("Twice")), at: sunday)
    }
    for step in steps { try desk.advance(step, id, at: nine) }
    #expect(desk.status(id) == status)
    return (desk, id)
}

@Suite struct DayTests {
    @Test(arguments: AppointmentStatus.allCases)
    func `an allowed or repeated step of an appointment succeeds, and any other step is rejected`(
        status: AppointmentStatus
    ) throws {
        let (start, id) = try desk(at: status)
        let late: Instant = "2026-11-23T08:20:00Z"
        for step in AppointmentStep.allCases {
            var desk = start
            let rejection = desk.tries(step, id, at: late)
            if status == step.target || step.isAllowed(from: status) {
                #expect(rejection == nil, "\(step.rawValue)")
                #expect(desk.status(id) == step.target, "\(step.rawValue)")
            } else {
                #expect(rejection?.problem.kind.name == "appointment-status", "\(step.rawValue)")
                let shown = rejection?.problem.members.map { String(decoding: $0.value.bytes, as: UTF8.self) }
                #expect(shown == ["\"\(status.rawValue)\""], "\(step.rawValue)")
                #expect(desk.status(id) == status, "\(step.rawValue)")
            }
        }
    }

    @Test func `O19 a doctor starts a waiting patient's visit, adds a note and completes the visit`() throws {
        var (desk, id) = try desk(at: .confirmed)
        try desk.advance(.checkIn, id, at: "2026-11-23T07:52:00Z")
        try desk.advance(.start, id, at: "2026-11-23T08:01:00Z")
        try desk.run(NoteAppointment(AppointmentTarget(id), note: Personal("Sealant 36")), at: "2026-11-23T08:10:00Z")
        try desk.advance(.complete, id, at: "2026-11-23T08:25:00Z")
        let document = try #require(desk.given.document(Appointments.self, DocumentKey(id)))
        #expect(document.contains(#""status":"completed""#))
        #expect(document.contains(#""note":"Sealant 36""#))
        #expect(document.contains(#""arrived_at":"2026-11-23T07:52:00Z","started_at":"2026-11-23T08:01:00Z""#))
        #expect(document.contains(#""completed_at":"2026-11-23T08:25:00Z""#))
        #expect(!document.contains("waiting_since"))
    }

    @Test func `the wait of a patient who checks in before the appointment's start counts from the check-in`() throws {
        let (booked, id) = try desk(at: .booked)
        var desk = booked
        try desk.advance(.checkIn, id, at: "2026-11-23T07:52:00Z")
        let document = try #require(desk.given.document(Appointments.self, DocumentKey(id)))
        #expect(document.contains(#""waiting_since":"2026-11-23T07:52:00Z""#))
    }

    @Test func `before the appointment's day a check-in or start is rejected unless the request marks it as early`()
        throws
    {
        var (desk, id) = try desk(at: .booked)
        for step in [AdvanceAppointment.Step.checkIn, .start] {
            let advance = AdvanceAppointment(step, AppointmentTarget(id))
            // In winter, Berlin is one hour ahead of UTC, so 23:00Z belongs to the next day there.
            #expect(desk.rejection(advance, at: "2026-11-22T22:59:59Z") == .notToday("2026-11-23"))
            #expect(desk.rejection(advance, at: "2026-11-22T23:00:00Z") == nil)
            #expect(desk.rejection(advance, at: "2026-11-24T10:00:00Z") == nil)
        }
        try desk.advance(.checkIn, id, early: true, at: sunday)
        #expect(desk.status(id) == .arrived)
    }

    @Test func `an appointment can be marked as a no-show fifteen minutes after its start, which frees its time`()
        throws
    {
        var (desk, id) = try desk(at: .booked)
        let mark = MarkNoShow(AppointmentTarget(id))
        #expect(desk.rejection(mark, at: "2026-11-23T08:14:59Z") == .tooSoon("2026-11-23T08:15:00Z"))
        #expect(desk.obstacle("2026-11-23T08:15:00Z", patient: 2, by: .staff, at: nine) == .doctorBusy)
        try desk.run(mark, at: "2026-11-23T08:15:00Z")
        #expect(desk.status(id) == .noShow)
        #expect(desk.obstacle("2026-11-23T08:15:00Z", patient: 2, by: .staff, at: "2026-11-23T08:15:00Z") == nil)
    }

    @Test func `the reception can undo a check-in, and an admin can undo any appointment step, one at a time`() throws {
        var (desk, id) = try desk(at: .confirmed)
        func undo(_ right: UndoStep.Right) -> UndoStep {
            UndoStep(AppointmentTarget(id), right: right, reason: Personal("Wrong patient"))
        }
        let stranger = UUIDBytes(high: 1, low: 1)
        #expect(desk.rejection(undo(.ownStep(stranger, isDesk: true)), at: nine) == .notYours)
        try desk.advance(.checkIn, id, at: nine)
        try desk.run(undo(.ownStep(stranger, isDesk: true)), at: nine)
        #expect(desk.status(id) == .confirmed)
        try desk.advance(.start, id, at: nine)
        #expect(desk.rejection(undo(.ownStep(stranger, isDesk: true)), at: nine) == .notYours)
        try desk.run(undo(.anyStep), at: nine)
        #expect(desk.status(id) == .confirmed)
        try desk.run(undo(.anyStep), at: nine)
        #expect(desk.status(id) == .booked)
        #expect(desk.rejection(undo(.anyStep), at: nine) == .nothingToUndo)
        let document = try #require(desk.given.document(Appointments.self, DocumentKey(id)))
        #expect(
            !document.contains("started_at") && !document.contains("arrived_at") && !document.contains("confirmed_at"))
    }

    @Test func `a cancellation can be undone only while the appointment's time is still free`() throws {
        var (desk, id) = try desk(at: .cancelled)
        let undo = UndoStep(AppointmentTarget(id), right: .anyStep, reason: Personal("Misheard"))
        var other = desk
        try other.book(nine, patient: 2, by: .staff, at: sunday)
        #expect(other.rejection(undo, at: sunday) == .placement(.notFree(.doctorBusy, alternatives: [])))
        try desk.run(undo, at: sunday)
        #expect(desk.status(id) == .booked)
        #expect(desk.obstacle(nine, patient: 2, by: .staff, at: sunday) == .doctorBusy)
    }

    @Test func `marking an appointment as entered in error frees its time and cannot be undone`() throws {
        let (desk, id) = try desk(at: .enteredInError)
        #expect(desk.obstacle(nine, patient: 2, by: .staff, at: sunday) == nil)
        let undo = UndoStep(AppointmentTarget(id), right: .anyStep, reason: Personal("Oh"))
        #expect(desk.rejection(undo, at: sunday) == .nothingToUndo)
    }

    @Test func `a patient's command for another patient's appointment is rejected as unknown`() throws {
        let (desk, id) = try desk(at: .booked)
        let foreign = AppointmentTarget(id, for: Practice.patient(2))
        #expect(desk.rejection(CancelAppointment(foreign), at: "2026-11-20T08:00:00Z") == .unknown)
        #expect(desk.rejection(AdvanceAppointment(.confirm, foreign), at: sunday) == .unknown)
        #expect(desk.rejection(RescheduleAppointment(foreign, start: nine), at: sunday) == .unknown)
        #expect(desk.rejection(CancelAppointment(AppointmentTarget(77)), at: sunday) == .unknown)
    }
}

extension Desk {
    /// Runs the command of an appointment step, and returns the rejection if there is one.
    fileprivate mutating func tries(_ step: AppointmentStep, _ id: ID<Appointment>, at now: Instant)
        -> (any ClinicRejection)?
    {
        let target = AppointmentTarget(id)
        do {
            switch step {
            case .approve: try run(AdvanceAppointment(.approve, target), at: now)
            case .confirm: try run(AdvanceAppointment(.confirm, target), at: now)
            case .checkIn: try run(AdvanceAppointment(.checkIn, target), at: now)
            case .seat: try run(AdvanceAppointment(.seat, target), at: now)
            case .start: try run(AdvanceAppointment(.start, target), at: now)
            case .finish: try run(AdvanceAppointment(.finish, target), at: now)
            case .complete: try run(AdvanceAppointment(.complete, target), at: now)
            case .markNoShow: try run(MarkNoShow(target), at: now)
            case .cancel: try run(CancelAppointment(target, reason: Personal("Asked")), at: now)
            case .enterInError: try run(EnterInError(target, reason: Personal("Twice")), at: now)
            }
            return nil
        } catch { return error as? any ClinicRejection }
    }
}
