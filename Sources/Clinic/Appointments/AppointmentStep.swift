/// What can be done with an appointment that changes where it stands.
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

    /// Where it leads.
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

    /// Where it may be taken from. Forward only, and the record follows what happened in the room: a doctor may start
    /// with a patient whom nobody checked in or seated, and complete without a checkout; nobody is seated who has not
    /// come, and nothing is finished that has not begun.
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
