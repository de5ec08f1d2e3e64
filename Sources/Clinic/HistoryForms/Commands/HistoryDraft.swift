import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The answers to a medical history form, with the typed name of the person who signs.
public struct HistoryDraft: Hashable, Sendable {
    public struct Answer: Hashable, Sendable {
        public let key: String
        public let answer: HistoryAnswer

        public init(key: String, answer: HistoryAnswer) {
            self.key = key
            self.answer = answer
        }

        static let codec = object(
            Answer.init(key:answer:), field("key", \.key, .questionKey),
            field("answer", \.answer, HistoryAnswer.codec.described("The patient's answer to the question."))
        ).described("An answer to a question of the form.").named("HistoryAnswerDraft")
    }

    /// The number of the template of the medical history form whose questions are answered.
    public let template: Int
    public let answers: [Answer]
    public let signedName: String

    public init(template: Int, answers: [Answer], signedName: String) {
        self.template = template
        self.answers = answers
        self.signedName = signedName
    }

    static let codec = object(
        HistoryDraft.init(template:answers:signedName:),
        field(
            "template", \.template,
            .int(0...1_000_000).described("The number of the template whose questions are answered.")),
        field("answers", \.answers, .array(Answer.codec, 0...100).described("The answers, in any order.")),
        field("signed_name", \.signedName, .signedName)
    ).described("The answers and the signature of a medical history form.").named("HistoryFormDraft")
}

struct PaperForm: Sendable {
    let filledOn: CivilDate?
    let file: ID<PatientFile>?

    static let codec = object(
        PaperForm.init(filledOn:file:),
        optionalField(
            "filled_on", \.filledOn,
            .date.described("The day on which the form was filled in, by the clinic's calendar; absent: today.")),
        optionalField(
            "file_id", \.file, Codec<ID<PatientFile>>.id().described("The file of the patient with the scanned sheet."))
    ).described("A medical history form on paper.").named("PaperHistoryForm")
}

extension HistoryFormsAPI {
    static let fillOwn = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/history-forms", id: "fillOwnHistoryForm",
        summary: "Sign one's own medical history form",
        details: """
            The caller answers for themselves or for a dependant, and signs with their typed name. Earlier forms are \
            kept. A form is valid for a year.
            """,
        tag: tag, for: PatientOnly.self, takes: .dependant, .body(HistoryDraft.codec),
        answers: [.created(HistoryForms.codec, "The form")],
        problems: [.historyTemplateChanged, .limitReached, .patientMerged, .notFound], idempotency: .accepted
    ) { caller, dependant, body throws(Problem) in
        let own = ID<Patient>(caller.patient)
        return .creation { ids in
            let id: ID<HistoryForm> = ids()
            return ClinicCommand(
                FillHistoryForm(id, of: dependant ?? own, by: .patient(own), .signed(body)),
                answer: DocumentAnswer(
                    HistoryForms.self, DocumentKey(id), location: "/api/v1/patient/history-forms/\(id)"))
        }
    }

    static let fillOnTablet = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/history-forms", id: "fillHistoryForm",
        summary: "Record a medical history form that a patient signed on the clinic's tablet",
        details: "The response does not contain the patient's answers, because receptionists may not see them.",
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(HistoryDraft.codec), answers: [.created(HistoryForms.outline, "The form, without its content")],
        problems: [.historyTemplateChanged, .limitReached, .patientMerged, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let signer = FormSigner.staff(RecordReader(caller))
        return .creation { ids in recorded(FillHistoryForm(ids(), of: patient, by: signer, .signed(body))) }
    }

    static let fileOnPaper = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/history-forms/paper", id: "fileHistoryForm",
        summary: "Record a medical history form on paper",
        details: "Records that a sheet of paper was filled in. The request can name the file of the scanned sheet.",
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(PaperForm.codec), answers: [.created(HistoryForms.outline, "The form, without its content")],
        problems: [.limitReached, .patientMerged, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let signer = FormSigner.staff(RecordReader(caller))
        let sheet = FillHistoryForm.Sheet.paper(on: body.filledOn, file: body.file)
        return .creation { ids in recorded(FillHistoryForm(ids(), of: patient, by: signer, sheet)) }
    }

    /// The command for a medical history form that staff record. The command's answer does not have the form's content.
    private static func recorded(_ decision: FillHistoryForm) -> ClinicCommand {
        ClinicCommand(
            decision,
            answer: DocumentAnswer(
                HistoryForms.self, DocumentKey(decision.id), column: Identifier("outline"),
                location: "/api/v1/history-forms/\(decision.id)"))
    }
}
