import Clinic
import Testing

/// The allowed steps by status: rows are statuses, columns are steps, and `x` marks an allowed step.
private let table = """
                        approve confirm check_in seat start finish complete mark_no_show cancel enter_in_error
    requested           x       x       x        .    .     .      .        .            x      x
    booked              .       x       x        .    x     .      .        x            x      x
    confirmed           .       .       x        .    x     .      .        x            x      x
    arrived             .       .       .        x    x     .      .        .            x      x
    seated              .       .       .        .    x     .      .        .            x      x
    in_treatment        .       .       .        .    .     x      x        .            .      x
    ready_for_checkout  .       .       .        .    .     .      x        .            .      x
    completed           .       .       .        .    .     .      .        .            .      x
    cancelled           .       .       x        .    .     .      .        .            .      x
    no_show             .       .       x        .    .     .      .        .            .      x
    entered_in_error    .       .       .        .    .     .      .        .            .      .
    """

/// The steps of an appointment, by the names of the columns in the table of steps.
enum AppointmentStep: String, CaseIterable {
    case approve, confirm
    case checkIn = "check_in"
    case seat, start, finish, complete
    case markNoShow = "mark_no_show"
    case cancel
    case enterInError = "enter_in_error"

    /// The status of an appointment after a step, written out independently of the tested code.
    var target: AppointmentStatus {
        switch self {
        case .approve: .booked
        case .confirm: .confirmed
        case .checkIn: .arrived
        case .seat: .seated
        case .start: .inTreatment
        case .finish: .readyForCheckout
        case .complete: .completed
        case .markNoShow: .noShow
        case .cancel: .cancelled
        case .enterInError: .enteredInError
        }
    }

    /// Whether the table of steps allows the step from the given status.
    func isAllowed(from status: AppointmentStatus) -> Bool { AppointmentStep.allowed[status]?.contains(self) ?? false }

    private static let allowed: [AppointmentStatus: Set<AppointmentStep>] = {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let steps = rows[0].map { AppointmentStep(rawValue: $0) }
        var allowed: [AppointmentStatus: Set<AppointmentStep>] = [:]
        for row in rows.dropFirst() {
            guard let status = AppointmentStatus(rawValue: row[0]) else { continue }
            allowed[status] = Set(zip(steps, row.dropFirst()).filter { $1 == "x" }.compactMap { $0.0 })
        }
        return allowed
    }()
}

@Suite struct AppointmentStepTests {
    @Test func `the table of allowed appointment steps has a row for each status, and allows 33 steps`() {
        #expect(table.split(separator: "\n").count == AppointmentStatus.allCases.count + 1)
        #expect(
            AppointmentStatus.allCases.flatMap { status in
                AppointmentStep.allCases.filter { $0.isAllowed(from: status) }
            }.count == 33)
    }

    @Test(arguments: AdvanceAppointment.Step.allCases)
    func `each step that AdvanceAppointment takes is possible in exactly the statuses that the table allows`(
        step: AdvanceAppointment.Step
    ) throws {
        let known = try #require(AppointmentStep(rawValue: step.rawValue))
        #expect(step.target == known.target)
        for status in AppointmentStatus.allCases {
            #expect(step.isPossible(from: status) == known.isAllowed(from: status), "\(status.rawValue)")
        }
    }

    @Test(arguments: AppointmentStatus.allCases)
    func `a cancellation or a no-show is possible in exactly the statuses that the table of steps allows`(
        status: AppointmentStatus
    ) {
        #expect(CancelAppointment.isPossible(from: status) == AppointmentStep.cancel.isAllowed(from: status))
        #expect(MarkNoShow.isPossible(from: status) == AppointmentStep.markNoShow.isAllowed(from: status))
    }

    @Test(arguments: AppointmentStep.allCases)
    func `no step leads back to an earlier status, except the check-in for a cancelled or missed appointment`(
        step: AppointmentStep
    ) {
        let order = AppointmentStatus.allCases
        for status in order where step.isAllowed(from: status) && !(step == .checkIn && !status.holdsTime) {
            #expect(order.firstIndex(of: status) ?? 0 < order.firstIndex(of: step.target) ?? 0)
        }
    }
}
