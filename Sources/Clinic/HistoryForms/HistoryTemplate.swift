public import EventSourcing
import Identifiers
public import JSON

/// The questions of a clinic's medical history form. Each change makes a template with the next number.
public struct HistoryTemplate: Hashable, Sendable {
    /// The number of the template of the medical history form; 0 for the built-in template.
    public let number: Int
    public let questions: [HistoryQuestion]

    public init(number: Int, questions: [HistoryQuestion]) throws(CheckFailure) {
        guard Set(questions.map(\.key)).count == questions.count else {
            throw CheckFailure("repeated", "each key at most once")
        }
        self.number = number
        self.questions = questions
    }

    public static let codec = object(
        HistoryTemplate.init(number:questions:),
        field(
            "number", \.number,
            .int(0...1_000_000).described("The template's number. The built-in template has the number 0.")),
        field("questions", \.questions, .historyQuestions)
    ).described("The questions of the medical history form.").named("HistoryTemplate")

    /// The built-in template, for a clinic that has set no questions. It has the usual questions before a dental
    /// treatment.
    public static let builtIn: HistoryTemplate = {
        let questions = (try? builtInQuestions()) ?? []
        return (try? HistoryTemplate(number: 0, questions: questions)) ?? .empty
    }()

    private static let empty = HistoryTemplate()

    private init() {
        number = 0
        questions = []
    }

    private static func builtInQuestions() throws(CheckFailure) -> [HistoryQuestion] {
        func ask(_ key: String, _ text: String) throws(CheckFailure) -> HistoryQuestion {
            try HistoryQuestion(key: key, text: text, kind: .yesNo, isRequired: true)
        }
        func tell(_ key: String, _ text: String) throws(CheckFailure) -> HistoryQuestion {
            try HistoryQuestion(key: key, text: text, kind: .text)
        }
        return [
            try ask("heart_disease", "Do you have a disease of the heart or of the circulation?"),
            try ask("pacemaker", "Do you have a pacemaker or an artificial heart valve?"),
            try ask("blood_pressure", "Do you have high or low blood pressure?"),
            try ask("bleeding", "Do you bleed for long after an injury, or take drugs that thin the blood?"),
            try ask("diabetes", "Do you have diabetes?"),
            try ask("lungs", "Do you have asthma or another disease of the lungs?"),
            try ask("infections", "Do you have an infectious disease, such as hepatitis, HIV or tuberculosis?"),
            try ask("epilepsy", "Do you have epilepsy?"),
            try ask("bone_drugs", "Do you take drugs against osteoporosis, or did you have radiation of the head?"),
            try ask("allergies", "Do you have an allergy, for example to a drug, an anaesthetic or latex?"),
            try tell("allergies_which", "To what are you allergic?"),
            try ask("drugs", "Do you take drugs regularly?"),
            try tell("drugs_which", "Which drugs do you take?"),
            try HistoryQuestion(
                key: "pregnant", text: "Are you pregnant?", kind: .choice, choices: ["yes", "no", "perhaps"]),
            try HistoryQuestion(
                key: "smoking", text: "Do you smoke?", kind: .choice, choices: ["never", "sometimes", "daily"]),
            try HistoryQuestion(key: "last_x_ray", text: "When was your last dental X-ray image taken?", kind: .date),
            try tell("other", "Is there anything else that we should know?"),
        ]
    }
}

/// The state of the template of a clinic's medical history form, for decisions.
public struct KnownHistoryTemplate: EventSourced {
    public private(set) var template = HistoryTemplate.builtIn

    public static let initial = KnownHistoryTemplate()
    public static let readsPersonal = false
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .historyForm(.templateSet(let set)) = recorded.event { template = set.template }
    }
}

extension Subject<KnownHistoryTemplate> {
    static var historyTemplate: Subject<KnownHistoryTemplate> { Subject(.historyTemplate) }
}

extension Codec where Value == [HistoryQuestion] {
    static var historyQuestions: Codec {
        .array(HistoryQuestion.codec, 1...100).described("The questions, in their order.")
    }
}
