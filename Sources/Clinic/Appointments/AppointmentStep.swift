/// A step that changes an appointment's status.
public enum AppointmentStep: String, Hashable, Sendable, CaseIterable {
    case approve
    case confirm
    case checkIn = "check_in"
    case seat
    case start
    case finish
    case complete
    case markNoShow = "mark_no_show"
    case cancel
    case enterInError = "enter_in_error"

    /// The status after the step.
    public var target: AppointmentStatus {
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

    /// The statuses from which the step is allowed; steps only go forward. The record follows what happened in the
    /// room: a doctor may start a visit without a check-in or a seat, and complete it without a checkout. A patient
    /// must have arrived before being seated, and treatment must have begun before it is finished.
    public func isAllowed(from status: AppointmentStatus) -> Bool {
        switch (self, status) {
        case (.approve, .requested),
            (.confirm, .requested), (.confirm, .booked),
            (.checkIn, .requested), (.checkIn, .booked), (.checkIn, .confirmed),
            (.seat, .arrived),
            (.start, .booked), (.start, .confirmed), (.start, .arrived), (.start, .seated),
            (.finish, .inTreatment),
            (.complete, .inTreatment), (.complete, .readyForCheckout),
            (.markNoShow, .booked), (.markNoShow, .confirmed),
            (.cancel, .requested), (.cancel, .booked), (.cancel, .confirmed), (.cancel, .arrived), (.cancel, .seated):
            true
        case (.enterInError, .enteredInError): false
        case (.enterInError, _): true
        case (.approve, _), (.confirm, _), (.checkIn, _), (.seat, _), (.start, _), (.finish, _), (.complete, _),
            (.markNoShow, _), (.cancel, _):
            false
        }
    }
}
