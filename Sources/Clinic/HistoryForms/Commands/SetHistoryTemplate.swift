public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which an admin changes the questions of the medical history form. Forms that were filled in before
/// keep their questions.
public struct SetHistoryTemplate: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case keyTwice(index: Int)
        case tooMany

        public var problem: Problem {
            switch self {
            case .keyTwice(let index):
                .malformed(body: "/questions/\(index)/key", code: "repeated", detail: "each key at most once")
            case .tooMany:
                Problem(
                    .limitReached,
                    "The questions cannot be changed more than 1,000,000 times.")
            }
        }
    }

    public let id: ID<HistoryTemplate>
    public let questions: [HistoryQuestion]

    public init(_ id: ID<HistoryTemplate>, _ questions: [HistoryQuestion]) {
        self.id = id
        self.questions = questions
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let number = model[.historyTemplate].template.number + 1
        guard number <= 1_000_000 else { throw .tooMany }
        for (index, question) in questions.enumerated()
        where questions[..<index].contains(where: { $0.key == question.key }) {
            throw .keyTwice(index: index)
        }
        guard let template = try? HistoryTemplate(number: number, questions: questions) else { throw .tooMany }
        return [.historyForm(.templateSet(HistoryTemplateSet(id: id, template: template)))]
    }
}

struct HistoryTemplateBody: Sendable {
    let questions: [HistoryQuestion]

    static let codec = object(
        HistoryTemplateBody.init(questions:), field("questions", \.questions, .historyQuestions)
    ).described("The questions of the medical history form.").named("HistoryTemplateDraft")
}

extension HistoryFormsAPI {
    static let setTemplate = Endpoint<ClinicAction>(
        .post, "/api/v1/history-forms/templates", id: "setHistoryTemplate",
        summary: "Change the questions of the medical history form",
        details: "The new questions get the next number. Forms that were filled in before keep their questions.",
        tag: tag, for: AdminOnly.self, takes: .body(HistoryTemplateBody.codec),
        answers: [.made(HistoryTemplates.codec, "The template")], problems: [.limitReached], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<HistoryTemplate> = ids()
            return ClinicCommand(
                SetHistoryTemplate(id, body.questions), answer: DocumentAnswer(HistoryTemplates.self, DocumentKey(id)))
        }
    }
}
