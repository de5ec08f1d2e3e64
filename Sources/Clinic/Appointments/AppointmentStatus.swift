public import JSON

/// The status of an appointment. The raw value is stored in events and shown to clients.
public enum AppointmentStatus: String, Hashable, Sendable, CaseIterable {
    /// A patient has asked for the appointment, and the clinic has not approved it yet. The time is already reserved
    /// for it.
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

    /// Whether the patient has checked in, or is being treated, and the visit is not completed.
    public var isPresent: Bool {
        switch self {
        case .arrived, .seated, .inTreatment, .readyForCheckout: true
        case .requested, .booked, .confirmed, .completed, .cancelled, .noShow, .enteredInError: false
        }
    }

    /// Whether the appointment is still to come: it is requested, booked or confirmed.
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
        The status of an appointment: `requested` while the clinic has to approve it, `booked`, `confirmed` (the patient will \
        come), `arrived` (the patient waits), `seated` (in the chair), `in_treatment`, `ready_for_checkout` (the treatment is \
        over), `completed`. Steps may be left out. `cancelled`, `no_show` (the patient did not come) and `entered_in_error` \
        (it should never have existed) free the time.
        """
    ).named("AppointmentStatus")
}
