/// The kinds of entities that a request can name by an id.
enum Subject: Hashable {
    case patient, guardian, appointment, invoice, payment, hold
    case doctor, staffMember, timeOff
    case service, retiringService, chair, retiringChair, closure
    case session, device, tablet
    /// The text of a patient search, which is not an id.
    case question

    /// The kind of entity for a placeholder; `nil` if the placeholder is not for an entity.
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
        // A request may retire the entity in its path. Other requests need the entity in their bodies, so it is a
        // different one.
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

    /// Whether a patient gets 404 for such an entity of another patient.
    var isPrivate: Bool {
        switch self {
        case .patient, .guardian, .appointment, .invoice, .payment, .hold, .session, .device: true
        case .doctor, .staffMember, .timeOff, .service, .retiringService, .chair, .retiringChair, .closure, .tablet:
            false
        case .question: false
        }
    }

    /// Whether every caller gets 404 for such an entity of another account.
    var isTheAccounts: Bool { self == .session || self == .device }
}

/// The owner of a requested entity, relative to the caller.
enum Belonging: Hashable, CaseIterable {
    case own, sameClinic, otherClinic, missing
}
