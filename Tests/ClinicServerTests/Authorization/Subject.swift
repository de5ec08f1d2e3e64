/// The possible subjects of a request: each has an id that a client sends.
enum Subject: Hashable {
    case patient, guardian, appointment, invoice, payment, hold, waitlistEntry
    case doctor, staffMember, timeOff, staffHours, block, series
    case service, retiringService, chair, retiringChair, closure, specialHours
    case session, device, tablet
    /// Not an id, but the text of a patient search.
    case question

    /// The subject of a placeholder; `nil` if it is none.
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
        case "staff_hours_id": self = .staffHours
        // The request may retire the entity in its path; an entity in its body is still needed.
        case "service_id": self = inPath ? .retiringService : .service
        case "chair_id": self = inPath ? .retiringChair : .chair
        case "closure_id": self = .closure
        case "special_hours_id": self = .specialHours
        case "block_id": self = .block
        case "waitlist_entry_id": self = .waitlistEntry
        case "series_id": self = .series
        case "session_id": self = .session
        case "user_device_id": self = .device
        case "tablet_id": self = .tablet
        case "q": self = .question
        default: return nil
        }
    }

    /// Whether another patient's entity looks missing to a patient.
    var isPrivate: Bool {
        switch self {
        case .patient, .guardian, .appointment, .invoice, .payment, .hold, .waitlistEntry, .session, .device: true
        case .doctor, .staffMember, .timeOff, .staffHours, .block, .series, .service, .retiringService, .chair,
            .retiringChair,
            .closure,
            .specialHours, .tablet:
            false
        case .question: false
        }
    }

    /// Whether another account's entity looks missing to everybody.
    var isTheAccounts: Bool { self == .session || self == .device }
}

/// The owner of a request's subject, relative to the caller.
enum Belonging: Hashable, CaseIterable {
    case own, sameClinic, otherClinic, missing
}
