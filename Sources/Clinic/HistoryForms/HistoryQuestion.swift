public import EventSourcing
public import JSON

/// A question of a clinic's medical history form.
public struct HistoryQuestion: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case yesNo = "yes_no"
        case choice, text, number, date
    }

    /// The key of the question within its form, by which answers name it.
    public let key: String
    public let text: String
    public let kind: Kind
    /// The possible answers to a question of the kind `choice`; empty for other kinds.
    public let choices: [String]
    public let isRequired: Bool

    public init(
        key: String, text: String, kind: Kind, choices: [String] = [], isRequired: Bool = false
    ) throws(CheckFailure) {
        guard (kind == .choice) == !choices.isEmpty else {
            throw CheckFailure("choices_do_not_fit", "only a question of the kind choice has choices")
        }
        guard Set(choices).count == choices.count else {
            throw CheckFailure("repeated", "each choice at most once")
        }
        self.key = key
        self.text = text
        self.kind = kind
        self.choices = choices
        self.isRequired = isRequired
    }

    public static let codec = object(
        HistoryQuestion.init(key:text:kind:choices:isRequired:),
        field("key", \.key, .questionKey),
        field("text", \.text, .string(1...500).described("The question, as the patient reads it.")),
        field("kind", \.kind, .stringEnum.described("The kind of the answer.")),
        field(
            "choices", \.choices,
            .array(.string(1...200), 0...30).described("The possible answers to a question of the kind `choice`."),
            default: []),
        field(
            "required", \.isRequired,
            .bool.described("Whether the form can only be signed with an answer to this question."),
            default: false)
    ).described("A question of the medical history form.").named("HistoryQuestion")

    /// Whether an answer has the kind of the question. An answer to a question with choices must be one of the choices.
    func accepts(_ answer: HistoryAnswer) -> Bool {
        switch (kind, answer) {
        case (.yesNo, .yesNo), (.text, .text), (.number, .number), (.date, .date): true
        case (.choice, .choice(let choice)): choices.contains(choice)
        default: false
        }
    }
}

/// A patient's answer to a question of the medical history form.
public enum HistoryAnswer: Hashable, Sendable {
    case yesNo(Bool)
    case choice(String)
    case text(String)
    /// The number that the patient answered, in thousandths.
    case number(Int64)
    case date(CivilDate)

    public static let codec = object(
        HistoryAnswer.make(bool:option:prose:thousandths:day:),
        optionalField("yes_no", \.bool, .bool.described("The answer to a question of the kind `yes_no`.")),
        optionalField("choice", \.option, .string(1...200).described("The chosen answer.")),
        optionalField("text", \.prose, .prose(max: 2000).described("The answer to a question of the kind `text`.")),
        optionalField(
            "number", \.thousandths,
            .thousandths(-1_000_000_000...1_000_000_000).described("The number, with at most three decimals.")),
        optionalField("date", \.day, .date.described("The date."))
    ).described("An answer: exactly one member, which has the name of the question's kind.").named("HistoryAnswer")

    private var bool: Bool? { if case .yesNo(let value) = self { value } else { nil } }
    private var option: String? { if case .choice(let value) = self { value } else { nil } }
    private var prose: String? { if case .text(let value) = self { value } else { nil } }
    private var thousandths: Int64? { if case .number(let value) = self { value } else { nil } }
    private var day: CivilDate? { if case .date(let value) = self { value } else { nil } }

    private static func make(
        bool: Bool?, option: String?, prose: String?, thousandths: Int64?, day: CivilDate?
    ) throws(CheckFailure) -> HistoryAnswer {
        let given: [HistoryAnswer?] = [
            bool.map { .yesNo($0) }, option.map { .choice($0) }, prose.map { .text($0) },
            thousandths.map { .number($0) }, day.map { .date($0) },
        ]
        let answers = given.compactMap { $0 }
        guard answers.count == 1, let answer = answers.first else {
            throw CheckFailure("not_one_answer", "must have exactly one member")
        }
        return answer
    }
}

extension Codec where Value == String {
    static var questionKey: Codec {
        string(
            min: 1, max: 40, pattern: "^[a-z0-9_]{1,40}$", detail: "must have small letters, digits and underscores"
        ) { text in
            text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
        }.described("The key of the question within the form.")
    }
}
