public import EventSourcing
public import Identifiers
public import JSON

/// The document of a medical history form that was filled in.
public struct HistoryFormDocument: Hashable, Sendable {
    public let id: ID<HistoryForm>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public let source: HistoryFormFilled.Source
    public let filledAt: Instant
    public let filledOn: CivilDate
    public let validUntil: CivilDate
    public let template: Int?
    public let guardian: ID<Patient>?
    public let file: ID<PatientFile>?
    /// The content of the medical history form; `nil` for a form on paper, in an outline, and after the clinical
    /// records were erased.
    public internal(set) var content: Personal<HistoryContent>?

    /// A copy of the medical history form without its content, for receptionists.
    var withoutContent: HistoryFormDocument {
        var document = self
        document.content = nil
        return document
    }

    public static let codec = object(
        HistoryFormDocument.init(
            id:version:patient:source:filledAt:filledOn:validUntil:template:guardian:file:content:),
        field("id", \.id, .historyFormID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field(
            "source", \.source,
            .stringEnum.described(
                """
                `app`: the patient or a guardian filled in the form in the app. `tablet`: on the clinic's tablet. \
                `paper`: on paper.
                """
            )
        ),
        field("filled_at", \.filledAt, .instant.described("When the form was signed or recorded, in UTC.")),
        field(
            "filled_on", \.filledOn,
            .date.described("The day on which the form was filled in, by the clinic's calendar.")),
        field("valid_until", \.validUntil, .date.described("The last day on which the form is valid.")),
        optionalField(
            "template", \.template,
            .int(0...1_000_000).described("The number of the template whose questions were asked; absent for paper.")),
        optionalField(
            "guardian_id", \.guardian,
            Codec<ID<Patient>>.id().described("The guardian who signed; absent if no guardian signed.")),
        optionalField(
            "file_id", \.file, Codec<ID<PatientFile>>.id().described("The file with the scanned sheet of paper.")),
        optionalField(
            "content", \.content,
            .personal(.clinical, HistoryContent.codec).described(
                "Questions, answers and signature; absent for a form on paper, for receptionists, and after an erasure."
            ))
    ).described("A medical history form that was filled in.").named("HistoryForm")
}

extension Codec where Value == ID<HistoryForm> {
    public static var historyFormID: Codec { .id().described("The form's id.") }
}

extension CivilDate {
    /// The same day of the next year; 28 February if this date is 29 February.
    var aYearLater: CivilDate {
        CivilDate(year: year + 1, month: month, day: day) ?? CivilDate(year: year + 1, month: month, day: 28) ?? self
    }
}
