public import JSON

/// The status of an appointment. The raw value is stored in events and shown to clients.
public enum AppointmentStatus: String, Hashable, Sendable, CaseIterable {
    /// A patient asked for the appointment and the clinic has not approved it yet. Its time is taken meanwhile.
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

    /// Whether the appointment takes the time of its doctor, chair and patient.
    public var holdsTime: Bool {
        switch self {
        case .requested, .booked, .confirmed, .arrived, .seated, .inTreatment, .readyForCheckout, .completed: true
        case .cancelled, .noShow, .enteredInError: false
        }
    }

    /// Whether the patient has not come yet and may still come.
    public var isAhead: Bool {
        switch self {
        case .requested, .booked, .confirmed: true
        case .arrived, .seated, .inTreatment, .readyForCheckout, .completed, .cancelled, .noShow, .enteredInError: false
        }
    }
}

extension AppointmentStatus {
    public static let codec = Codec<AppointmentStatus>.stringEnum.described(
        """
        Where an appointment stands. `requested` waits for the clinic's approval; \
        `ready_for_checkout`: the treatment is over; `no_show`: the patient did not come.
        """
    ).named("AppointmentStatus")
}
