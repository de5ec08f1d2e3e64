public import EventSourcing
public import Identifiers
public import JSON

/// The plan of check-ins of a patient or of a person without a clinic, for that person and for the clinic's staff.
public struct CheckInPlanDocument: Sendable {
    /// Whether check-ins are expected, and whether one was missed: `active` from the plan's start or a check-in on,
    /// `missed` from a missed check-in on.
    public enum Status: String, Hashable, Sendable, CaseIterable { case active, missed, ended }

    public let id: ID<CheckInPlan>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public internal(set) var doctor: ID<StaffMember>?
    public internal(set) var status: Status
    public internal(set) var checkInInterval: Int64
    public internal(set) var reminderInterval: Int64
    public let startedAt: Instant
    public let endsAt: Instant
    public internal(set) var lastCheckIn: Instant?
    public internal(set) var due: Instant?
    public internal(set) var reminder: Instant?
    /// Whether the person was reminded of the next check-in of the plan.
    public internal(set) var isReminded: Bool
    public internal(set) var contact: CheckInContact?
    public internal(set) var contactDue: Instant?

    /// The instant of the next timed step of the plan of check-ins; `nil` if the plan has ended.
    var nextStep: Instant? { due.map { contactDue ?? min($0, endsAt) } }

    /// The instant at which the person is to be reminded of a check-in; `nil` if there is nothing to remind of.
    var nextReminder: Instant? {
        guard let due, due <= endsAt, !isReminded else { return nil }
        return reminder
    }

    public static let codec = object(
        CheckInPlanDocument.init(
            id:version:patient:doctor:status:checkInInterval:reminderInterval:startedAt:endsAt:lastCheckIn:due:reminder:
            isReminded:contact:contactDue:),
        field("id", \.id, .checkInPlanID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "doctor_id", \.doctor,
            .id().described("The doctor who prescribed the check-ins; absent: the patient chose them.")),
        field(
            "status", \.status,
            .stringEnum.described(
                "`active`, `missed` (the last one that was due was missed) or `ended` (none is expected any more).")),
        field("check_in_interval", \.checkInInterval, .checkInInterval),
        field("reminder_interval", \.reminderInterval, .reminderInterval),
        field("started_at", \.startedAt, .instant.described("When the check-ins began, in UTC.")),
        field("ends_at", \.endsAt, .instant.described("When the check-ins end, in UTC.")),
        optionalField(
            "last_check_in_at", \.lastCheckIn,
            .instant.described("When the patient last checked in, in UTC; absent: not yet.")),
        optionalField(
            "due_at", \.due,
            .instant.described("When the next check-in is due, in UTC; absent: none is expected any more.")),
        optionalField(
            "reminder_at", \.reminder,
            .instant.described("When to remind the patient of it, in UTC; absent: there is no reminder.")),
        field(
            "reminded", \.isReminded, .bool.described("Whether the patient was reminded of the next check-in."),
            default: false),
        optionalField(
            "contact", \.contact,
            CheckInContact.codec.described("The person who is told of missed check-ins; absent if nobody is told.")),
        optionalField(
            "contact_due_at", \.contactDue,
            .instant.described(
                "When the contact is to be told of the missed check-in, in UTC; absent: it need not be told."))
    ).described("The check-ins that are expected of a patient.").named("CheckInPlan")
}

extension CheckInPlanDocument {
    /// Makes the document of a new plan of check-ins.
    init(_ started: CheckInsStarted, version: Int64) {
        let plan = started.plan
        self.init(
            id: plan.id, version: version, patient: plan.patient, doctor: plan.doctor, status: .active,
            checkInInterval: plan.intervals.checkIn, reminderInterval: plan.intervals.reminder, startedAt: plan.since,
            endsAt: plan.endsAt, lastCheckIn: nil, due: nil, reminder: nil, isReminded: false, contact: started.contact,
            contactDue: nil)
        show(plan)
    }

    /// Updates the progress that the document shows of a running plan of check-ins.
    mutating func show(_ plan: CheckInPlan) {
        checkInInterval = plan.intervals.checkIn
        reminderInterval = plan.intervals.reminder
        due = plan.due
        reminder = plan.intervals.reminder(before: plan.due)
        isReminded = plan.remindedDue == plan.due
        contactDue = plan.contactDue
    }

    /// Shows that no check-in is expected any more. The contact is forgotten, since there is nothing to tell the
    /// contact any more. But if the plan's end was reached and the contact has an e-mail address, the contact is kept,
    /// since a mail about the last check-in may still wait to be sent.
    mutating func end(_ cause: CheckInsEnded.Cause) {
        status = .ended
        due = nil
        reminder = nil
        isReminded = false
        contactDue = nil
        if cause == .stopped || contact?.email == nil { contact = nil }
    }
}
