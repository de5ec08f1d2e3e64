public import JSON

/// The content of a medical history form that was filled in: the questions as they were asked, the answers, and the
/// typed name of the person who signed.
public struct HistoryContent: Hashable, Sendable {
    /// A question as it was asked, with its answer. The answer is `nil` if the person did not answer.
    public struct Entry: Hashable, Sendable {
        public let question: HistoryQuestion
        public let answer: HistoryAnswer?

        public init(question: HistoryQuestion, answer: HistoryAnswer?) {
            self.question = question
            self.answer = answer
        }

        static let codec = object(
            Entry.init(question:answer:),
            field("question", \.question, HistoryQuestion.codec.described("The question, as it was asked.")),
            optionalField(
                "answer", \.answer,
                HistoryAnswer.codec.described("The answer; absent if the question was not answered."))
        ).described("A question of a form that was filled in, with its answer.").named("HistoryEntry")
    }

    public let entries: [Entry]
    public let signedName: String

    public init(entries: [Entry], signedName: String) {
        self.entries = entries
        self.signedName = signedName
    }

    public static let codec = object(
        HistoryContent.init(entries:signedName:),
        field("entries", \.entries, .array(Entry.codec, 0...100).described("The questions with their answers.")),
        field("signed_name", \.signedName, .signedName)
    ).described("The questions and answers of a form that was filled in.").named("HistoryContent")
}

extension Codec where Value == String {
    static var signedName: Codec { .name().described("The typed name of the person who signs.") }
}
