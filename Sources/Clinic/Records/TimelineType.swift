import EventSourcing
import JSON

/// The kinds of records in a patient's timeline.
enum TimelineType: String, CaseIterable, Hashable, Sendable {
    case visit, note, vitals, prescription, file
    case treatmentPlan = "treatment_plan"
    case historyForm = "history_form"
    case consent
    case toothFinding = "tooth_finding"
    case perioExamination = "perio_examination"

    /// Whether the reception may read records of this kind in a patient's timeline.
    var isForReception: Bool {
        switch self {
        case .visit, .file, .treatmentPlan, .consent: true
        case .note, .vitals, .prescription, .historyForm, .toothFinding, .perioExamination: false
        }
    }

    /// Whether patients may read their own records of this kind in the timeline.
    var isForPatients: Bool {
        switch self {
        case .visit, .note, .vitals, .prescription, .file, .treatmentPlan, .historyForm, .consent: true
        case .toothFinding, .perioExamination: false
        }
    }
}

/// An entry of a patient's timeline: a record, its kind, and its time.
struct TimelineEntry: Sendable {
    let record: RawJSON
    let type: TimelineType
    let at: Instant

    static let codec = object(
        TimelineEntry.init(record:type:at:),
        field(
            "record", \.record,
            .raw(Schema(.object)).described("The record, in the form in which the list of its kind shows it.")),
        field("type", \.type, .stringEnum.described("The kind of the record.")),
        field(
            "at", \.at,
            .instant.described(
                "When a visit begins, when vital signs were measured, or else when the record was made, in UTC."))
    ).described("A record of a patient, with its kind and time.").named("TimelineEntry")
}
