public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a medical history form that the patient or a guardian signed, or that a member of staff
/// enters.
public struct FillHistoryForm: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        /// The clinic does not let guardians act for their dependants.
        case guardianMayNotWrite
        case tooMany
        /// An admin changed the questions of the medical history form after the form was shown.
        case otherTemplate(current: Int)
        case unknownQuestion(index: Int)
        case answeredTwice(index: Int)
        case badAnswer(index: Int)
        /// The answer to the required question with the given key is missing.
        case unanswered(key: String)
        case unknownFile
        case inFuture

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .guardianMayNotWrite: Problem(.forbidden)
            case .tooMany:
                Problem(.limitReached, "A patient fills in at most \(FillHistoryForm.limit) forms in a year.")
            case .otherTemplate(let current):
                Problem(.historyTemplateChanged).with("number", current, .int(0...1_000_000))
            case .unknownQuestion(let index): Self.answer(index, "unknown_question", "must be a question of the form")
            case .answeredTwice(let index): Self.answer(index, "repeated", "each question at most once")
            case .badAnswer(let index): Self.answer(index, "bad_answer", "must fit the question")
            case .unanswered: .malformed(body: "/answers", code: "missing", detail: "must answer required questions")
            case .unknownFile:
                .malformed(body: "/file_id", code: "unknown_file", detail: "must be a file of the patient")
            case .inFuture: .malformed(body: "/filled_on", code: "bad_range", detail: "must not be after today")
            }
        }

        private static func answer(_ index: Int, _ code: String, _ detail: String) -> Problem {
            .malformed(body: "/answers/\(index)", code: code, detail: detail)
        }
    }

    /// The way in which the medical history form was filled in, and its content.
    public enum Sheet: Hashable, Sendable {
        case signed(HistoryDraft)
        case paper(on: CivilDate?, file: ID<PatientFile>?)
    }

    /// The maximum number of medical history forms that are filled in for one patient's record in a calendar year.
    public static let limit = 50

    public let id: ID<HistoryForm>
    public let patient: ID<Patient>
    public let signer: FormSigner
    public let sheet: Sheet

    public init(_ id: ID<HistoryForm>, of patient: ID<Patient>, by signer: FormSigner, _ sheet: Sheet) {
        self.id = id
        self.patient = patient
        self.signer = signer
        self.sheet = sheet
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let today = model[.basics].zone.date(of: now)
        let template = model[.historyTemplate].template
        switch signer.access(to: patient, &model, at: now) {
        case .unknown: throw .unknownPatient
        case .restricted: throw .restricted
        case .readOnly: throw .guardianMayNotWrite
        case .granted: break
        }
        let filled: HistoryFormFilled
        switch sheet {
        case .signed(let draft):
            guard draft.template == template.number else { throw .otherTemplate(current: template.number) }
            let content = HistoryContent(entries: try draft.entries(of: template), signedName: draft.signedName)
            filled = HistoryFormFilled(
                form: id, patient: patient, source: signer.isStaff ? .tablet : .app, filledOn: today,
                template: template.number, guardian: signer.guardian(of: patient), content: Personal(content), file: nil
            )
        case .paper(let day, let file):
            guard day ?? today <= today else { throw .inFuture }
            if let file, !FormSigner.canName(file, for: patient, &model) { throw .unknownFile }
            filled = HistoryFormFilled(
                form: id, patient: patient, source: .paper, filledOn: day ?? today, template: nil, guardian: nil,
                content: nil, file: file)
        }
        guard model[.forms(of: patient, inYearOf: filled.filledOn)].count < FillHistoryForm.limit else {
            throw .tooMany
        }
        return [.historyForm(.filled(filled))]
    }
}

extension HistoryDraft {
    /// The questions of the template, each with its answer.
    ///
    /// - Throws: a rejection if an answer does not fit its question, or if a required answer is missing.
    fileprivate func entries(of template: HistoryTemplate) throws(FillHistoryForm.Rejection) -> [HistoryContent.Entry] {
        var given: [String: HistoryAnswer] = [:]
        for (index, answer) in answers.enumerated() {
            guard let question = template.questions.first(where: { $0.key == answer.key }) else {
                throw .unknownQuestion(index: index)
            }
            guard given[answer.key] == nil else { throw .answeredTwice(index: index) }
            guard question.accepts(answer.answer) else { throw .badAnswer(index: index) }
            given[answer.key] = answer.answer
        }
        for question in template.questions where question.isRequired && given[question.key] == nil {
            throw .unanswered(key: question.key)
        }
        return template.questions.map { HistoryContent.Entry(question: $0, answer: given[$0.key]) }
    }
}

extension Problem.Kind {
    public static let historyTemplateChanged = Problem.Kind(
        "history-template-changed", 409, "The questions of the form have changed",
        means: "The answers are for an earlier template. The present template has the number `number`.",
        remedy: "Read the template again, and show the new questions.",
        members: [
            .member(
                "number", Codec<Int>.int(0...1_000_000).described("The number of the present template."), example: 2)
        ])
}
