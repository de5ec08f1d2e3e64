/// What a request can be about: each has an id that a client sends.
enum Subject: Hashable {
    case patient, guardian, appointment, invoice, payment, hold
    case doctor, staffMember, timeOff
    case service, retiringService, chair, retiringChair, closure
    case session, device, tablet
    /// Not an id but what somebody types to find a patient.
    case question

    /// What stands in a place of a request; `nil` where it is no subject of ours.
    init?(_ name: String, inPath: Bool) {
        switch name {
        case "patient_id": self = .patient
        case "guardian_id": self = .guardian
        case "appointment_id": self = .appointment
        case "invoice_id": self = .invoice
        case "payment_id": self = .payment
        case "hold_id": self = .hold
        case "doctor_id": self = .doctor
        case "staff_id": self = .staffMember
        case "time_off_id": self = .timeOff
        // What the path names may be retired by the request; what a body names is still needed.
        case "service_id": self = inPath ? .retiringService : .service
        case "chair_id": self = inPath ? .retiringChair : .chair
        case "closure_id": self = .closure
        case "session_id": self = .session
        case "user_device_id": self = .device
        case "tablet_id": self = .tablet
        case "q": self = .question
        default: return nil
        }
    }

    /// Whether somebody else's is to a patient as if it were not there.
    var isPrivate: Bool {
        switch self {
        case .patient, .guardian, .appointment, .invoice, .payment, .hold, .session, .device: true
        case .doctor, .staffMember, .timeOff, .service, .retiringService, .chair, .retiringChair, .closure, .tablet:
            false
        case .question: false
        }
    }

    /// Whether somebody else's is to everybody as if it were not there.
    var isTheAccounts: Bool { self == .session || self == .device }
}

/// Whose the subject of a request is, seen from the caller.
enum Belonging: Hashable, CaseIterable {
    case own, sameClinic, otherClinic, missing
}
