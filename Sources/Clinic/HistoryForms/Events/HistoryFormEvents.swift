public import EventSourcing
public import Identifiers
public import JSON

/// An admin changed the questions of the clinic's medical history form.
public struct HistoryTemplateSet: EventPayload, Hashable {
    public let id: ID<HistoryTemplate>
    public let template: HistoryTemplate

    public init(id: ID<HistoryTemplate>, template: HistoryTemplate) {
        self.id = id
        self.template = template
    }

    public static let stored = StoredType("history-template-set")
    public static let codec = object(
        HistoryTemplateSet.init(id:template:), field("template_id", \.id, .id()),
        field("template", \.template, HistoryTemplate.codec))
    public var tags: [Tag] { [.historyTemplate] }
}

/// A patient's medical history form was filled in. Earlier forms of the patient are kept.
public struct HistoryFormFilled: EventPayload, Hashable {
    /// The way in which a medical history form was filled in.
    public enum Source: String, CaseIterable, Hashable, Sendable {
        /// The patient or a guardian filled in the form in the app.
        case app
        /// The patient filled in the form on the clinic's tablet, which a member of staff handed out.
        case tablet
        /// The patient filled in a sheet of paper. The event has no answers.
        case paper
    }

    public let form: ID<HistoryForm>
    public let patient: ID<Patient>
    public let source: Source
    /// The day on which the medical history form was filled in, by the clinic's calendar. The form is valid for a year
    /// from that day.
    public let filledOn: CivilDate
    /// The number of the template whose questions the medical history form asks; `nil` for a form on paper.
    public let template: Int?
    /// The guardian who signed the medical history form in the app; `nil` if no guardian signed.
    public let guardian: ID<Patient>?
    /// The questions and answers of the medical history form; `nil` for a form on paper.
    public let content: Personal<HistoryContent>?
    /// The file with the scan of a medical history form that was filled in on paper; `nil` if there is none.
    public let file: ID<PatientFile>?

    public init(
        form: ID<HistoryForm>, patient: ID<Patient>, source: Source, filledOn: CivilDate, template: Int?,
        guardian: ID<Patient>?, content: Personal<HistoryContent>?, file: ID<PatientFile>?
    ) {
        self.form = form
        self.patient = patient
        self.source = source
        self.filledOn = filledOn
        self.template = template
        self.guardian = guardian
        self.content = content
        self.file = file
    }

    public static let stored = StoredType("history-form-filled")
    public static let codec = object(
        HistoryFormFilled.init(form:patient:source:filledOn:template:guardian:content:file:),
        field("form_id", \.form, .id()), field("patient_id", \.patient, .id()),
        field("source", \.source, .stringEnum), field("filled_on", \.filledOn, .date),
        optionalField("template", \.template, .int(0...1_000_000)),
        optionalField("guardian_id", \.guardian, .id()),
        optionalField("content", \.content, .personal(.clinical, HistoryContent.codec)),
        optionalField("file_id", \.file, .id()))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.historyForm(form), .historyForms(of: patient, filledOn)] }
}

/// A type that only distinguishes the ids of filled medical history forms, `ID<HistoryForm>`, from other ids.
public enum HistoryForm {}
