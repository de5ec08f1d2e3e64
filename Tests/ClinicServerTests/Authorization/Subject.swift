/// The kinds of entities that a request can name by an id.
enum Subject: Hashable {
    case patient, guardian, appointment, invoice, payment, creditNote, draft, hold, waitlistEntry
    case payer, coverage, claim, missedCheckIn, file, treatmentPlan, treatmentItem, finding, examination
    case allergy, condition, medication, vitals, note, noteTemplate, prescription, historyForm, consent, thread,
        message,
        notification, delivery
    case doctor, staffMember, timeOff, staffHours, block, series
    case consentTemplate, retiringConsentTemplate
    case service, retiringService, chair, retiringChair, closure, specialHours
    case session, device, tablet, vaultEntity, pairedClient, webhook
    /// An entry of the catalogue, which all clinics share.
    case drug
    /// The text that a patient search looks for. It is not an id.
    case question

    /// The kind of entity that a placeholder stands for; `nil` if the placeholder stands for something else.
    init?(_ name: String, inPath: Bool) {
        switch name {
        case "patient_id": self = .patient
        case "guardian_id": self = .guardian
        case "appointment_id": self = .appointment
        case "invoice_id": self = .invoice
        case "payment_id": self = .payment
        case "credit_note_id": self = .creditNote
        case "draft_id": self = .draft
        case "payer_id": self = .payer
        case "coverage_id": self = .coverage
        case "claim_id": self = .claim
        case "missed_check_in_id": self = .missedCheckIn
        case "file_id": self = .file
        case "treatment_plan_id": self = .treatmentPlan
        case "item_id": self = .treatmentItem
        case "finding_id": self = .finding
        case "examination_id": self = .examination
        case "allergy_id": self = .allergy
        case "condition_id": self = .condition
        case "medication_id": self = .medication
        case "vitals_id": self = .vitals
        case "note_id": self = .note
        case "note_template_id": self = .noteTemplate
        case "prescription_id": self = .prescription
        case "form_id": self = .historyForm
        case "consent_id": self = .consent
        case "template_id": self = inPath ? .retiringConsentTemplate : .consentTemplate
        case "thread_id": self = .thread
        case "message_id": self = .message
        case "notification_id", "up_to": self = .notification
        case "delivery_id": self = .delivery
        case "hold_id": self = .hold
        case "doctor_id": self = .doctor
        case "staff_id": self = .staffMember
        case "time_off_id": self = .timeOff
        case "staff_hours_id": self = .staffHours
        // A path may name a service or chair in order to retire it. A body must name an active one, so paths and bodies
        // get the ids of different entities.
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
        case "webhook_id": self = .webhook
        case "entity_id": self = .vaultEntity
        case "paired_client_id": self = .pairedClient
        case "drug_id": self = .drug
        case "q": self = .question
        default: return nil
        }
    }

    /// Whether a patient who requests another patient's entity of this kind gets 404.
    var isPrivate: Bool {
        switch self {
        case .patient, .guardian, .appointment, .invoice, .payment, .creditNote, .draft, .hold, .waitlistEntry,
            .coverage, .claim, .missedCheckIn, .file, .treatmentPlan,
            .treatmentItem, .notification, .thread, .message, .finding, .examination, .allergy, .condition, .medication,
            .vitals,
            .note,
            .prescription,
            .historyForm, .consent, .session,
            .device,
            .vaultEntity, .pairedClient:
            true
        case .doctor, .staffMember, .timeOff, .staffHours, .block, .series, .service, .retiringService,
            .consentTemplate,
            .retiringConsentTemplate, .chair, .payer,
            .retiringChair, .closure, .specialHours, .tablet, .drug, .noteTemplate, .delivery, .webhook:
            false
        case .question: false
        }
    }

    /// Whether every caller who requests another account's entity of this kind gets 404.
    var isTheAccounts: Bool {
        [.session, .device, .vaultEntity, .pairedClient].contains(self) || self == .notification
    }
}

/// The owner of a requested entity, relative to the caller; `missing` if no entity has the requested id.
enum Belonging: Hashable, CaseIterable {
    case own, sameClinic, otherClinic, missing
}
