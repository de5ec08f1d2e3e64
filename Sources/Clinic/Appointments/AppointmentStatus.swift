/// Where an appointment stands. The raw value is what the log and the clients see.
public enum AppointmentStatus: String, Hashable, Sendable, CaseIterable {
    /// A patient asked for it and the clinic has not said yes; the time is kept meanwhile.
    case requested
    case booked
    case confirmed
    case arrived
    case seated
    case inTreatment = "in_treatment"
    case readyForCheckout = "ready_for_checkout"
    case completed
    case cancelled
    case noShow = "no_show"
    case enteredInError = "entered_in_error"

    /// Doctor, chair and patient are taken for its time.
    public var holdsTime: Bool {
        switch self {
        case .requested, .booked, .confirmed, .arrived, .seated, .inTreatment, .readyForCheckout, .completed: true
        case .cancelled, .noShow, .enteredInError: false
        }
    }

    /// The patient has not come yet, and may still.
    public var isAhead: Bool {
        switch self {
        case .requested, .booked, .confirmed: true
        case .arrived, .seated, .inTreatment, .readyForCheckout, .completed, .cancelled, .noShow, .enteredInError: false
        }
    }
}
