import Clinic
import EventSourcing
import JSON

/// The types of events that webhooks can name, each with the stored events that it stands for.
///
/// The stored names of events are internal and can change. The outside names never change.
package struct WebhookEventType: Hashable, Sendable {
    /// The type of a webhook's test message.
    package static let test = "webhook.test"

    package let name: String
    package let stored: [String]

    private init(_ name: String, _ stored: String...) {
        self.name = name
        self.stored = stored
    }

    package static let all = appointments + patients + billing + insurance + offers + settings

    private static let appointments = [
        WebhookEventType("appointment.booked", "appointment-booked"),
        WebhookEventType("appointment.confirmed", "appointment-approved", "appointment-confirmed"),
        WebhookEventType("appointment.rescheduled", "appointment-rescheduled"),
        WebhookEventType("appointment.reassigned", "appointment-reassigned"),
        WebhookEventType("appointment.cancelled", "appointment-cancelled", "appointment-entered-in-error"),
        WebhookEventType("appointment.arrived", "patient-arrived", "patient-arrived-after-all"),
        WebhookEventType("appointment.seated", "patient-seated"),
        WebhookEventType("appointment.started", "treatment-started"),
        WebhookEventType("appointment.treated", "treatment-finished"),
        WebhookEventType("appointment.completed", "appointment-completed"),
        WebhookEventType("appointment.missed", "appointment-missed"),
        WebhookEventType("appointment.step_undone", "appointment-step-undone"),
        WebhookEventType("series.planned", "series-planned"),
        WebhookEventType("series.moved", "series-moved"),
        WebhookEventType("series.cancelled", "series-cancelled"),
    ]
    private static let patients = [
        WebhookEventType("patient.registered", "patient-registered", "public-booking-confirmed"),
        WebhookEventType("patient.accepted", "provisional-patient-accepted"),
        WebhookEventType("patient.changed", "patient-details-changed", "patient-contact-changed"),
        WebhookEventType("patient.merged", "patient-merged"),
        WebhookEventType("patient.unmerged", "patient-unmerged"),
        WebhookEventType("patient.erased", "patient-erased", "patient-records-erased", "patient-records-sealed"),
        WebhookEventType("guardian.named", "guardian-named"),
        WebhookEventType("guardian.released", "guardian-released"),
    ]
    private static let billing = [
        WebhookEventType("invoice.issued", "invoice-issued"),
        WebhookEventType("invoice.voided", "invoice-voided"),
        WebhookEventType("invoice.written_off", "invoice-written-off"),
        WebhookEventType("invoice.instalments_agreed", "instalments-agreed"),
        WebhookEventType("credit_note.issued", "credit-note-issued"),
        WebhookEventType("credit.applied", "credit-applied"),
        WebhookEventType("payment.recorded", "payment-recorded"),
        WebhookEventType("payment.refunded", "payment-refunded"),
        WebhookEventType("payment.released", "payment-released"),
        WebhookEventType("payment.entered_in_error", "payment-entered-in-error"),
        WebhookEventType("drawer_day.closed", "drawer-day-closed"),
        WebhookEventType("drawer_day.reopened", "drawer-day-reopened"),
    ]
    private static let insurance = [
        WebhookEventType("coverage.recorded", "coverage-recorded"),
        WebhookEventType("coverage.removed", "coverage-removed"),
        WebhookEventType("claim.made", "claim-made"),
        WebhookEventType("claim.submitted", "claim-submitted"),
        WebhookEventType("claim.answered", "claim-answered"),
        WebhookEventType("claim.closed", "claim-closed"),
    ]
    private static let offers = [
        WebhookEventType("waitlist.joined", "waitlist-joined"),
        WebhookEventType("waitlist.left", "waitlist-left"),
        WebhookEventType("waitlist.offered", "waitlist-offered"),
        WebhookEventType("waitlist.offer_accepted", "waitlist-offer-accepted"),
        WebhookEventType("waitlist.offer_closed", "waitlist-offer-closed"),
        WebhookEventType("recall.reminded", "recall-reminded"),
        WebhookEventType("recall.paused", "recall-paused"),
    ]
    private static let settings = [
        WebhookEventType(
            "clinic.changed", "clinic-profile-changed", "opening-hours-set", "closure-added", "closure-removed",
            "special-hours-added", "special-hours-removed", "clinic-closed"),
        WebhookEventType("service.changed", "service-created", "service-changed", "service-retired"),
        WebhookEventType("chair.changed", "chair-added", "chair-renamed", "chair-retired", "chair-equipped"),
        WebhookEventType(
            "staff.changed", "staff-hired", "staff-details-changed", "staff-deactivated", "staff-erased",
            "staff-hours-added", "staff-hours-removed", "time-off-added", "time-off-removed"),
        WebhookEventType("block.added", "time-blocked"),
        WebhookEventType("block.removed", "block-removed"),
    ]

    /// The stored events of which no webhook is told: inner steps, settings of the program, and events that are too
    /// private even without their content, such as an emergency access, a check-in after a treatment, a patient's file,
    /// and the clinical records.
    package static let excluded: Set<String> = [
        "appointment-noted", "slot-held", "slot-released", "invoice-draft-saved", "invoice-draft-discarded",
        "family-account-set", "glass-broken", "patient-restriction-set", "file-added", "file-removed",
        "billing-terms-set", "clinic-founded", "logo-changed", "mobile-access-set", "public-booking-set",
        "scheduling-rules-set", "wait-limits-set", "recall-rule-set", "recall-rule-removed", "payer-added",
        "payer-renamed", "payer-retired", "check-in-contact-due", "check-in-intervals-set", "check-in-missed",
        "check-ins-ended", "check-ins-erased", "check-ins-started", "checked-in", "missed-check-in-seen", quarantined,
        "allergy-recorded", "chart-entry-ended", "check-in-reminded", "condition-recorded", "consent-presented",
        "consent-signed", "consent-template-retired", "consent-template-set", "consent-withdrawn",
        "history-form-filled", "history-template-set", "medication-recorded", "message-sent",
        "message-thread-assigned", "message-thread-closed", "message-thread-opened", "message-thread-reopened",
        "message-withdrawn", "messages-erased", "messages-read", "note-draft-changed", "note-draft-discarded",
        "note-drafted",
        "note-sharing-set", "note-signed", "note-template-retired", "note-template-saved",
        "notification-settings-set", "perio-examination-entered-in-error", "perio-examined", "prescription-dispensed",
        "prescription-ended", "prescription-issued", "tooth-finding-done", "tooth-finding-entered-in-error",
        "tooth-finding-recorded", "tooth-finding-resolved", "treatment-item-done", "treatment-item-not-done",
        "treatment-plan-accepted", "treatment-plan-cancelled", "treatment-plan-declined", "treatment-plan-proposed",
        "visit-reminded", "vitals-entered-in-error", "vitals-recorded",
    ]

    private static let quarantined = Quarantined.stored.name

    private static let names = Dictionary(
        all.flatMap { type in type.stored.map { ($0, type.name) } }, uniquingKeysWith: { first, _ in first })

    /// The outside name of a stored event's type; `nil` if no webhook is told of it.
    package static func name(ofStored stored: String) -> String? { names[stored] }

    static let codec = Codec<WebhookEventType>.stringEnum
}

extension WebhookEventType: RawRepresentable, CaseIterable {
    package static var allCases: [WebhookEventType] { all }

    package var rawValue: String { name }

    package init?(rawValue: String) {
        guard let type = Self.all.first(where: { $0.name == rawValue }) else { return nil }
        self = type
    }
}
