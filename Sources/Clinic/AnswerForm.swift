public import JSON

/// How a stored document becomes the JSON of an answer, for read models whose answers have another form.
///
/// A stored document keeps its form, since servers of the release before read and write it too (decision 0213). What
/// only clients need is added here: the currency beside each amount, and the version of a document's parts.
public struct AnswerForm: Sendable {
    private let convert: @Sendable ([UInt8]) throws(DecodingProblem) -> [UInt8]
    private let convertList: @Sendable ([UInt8]) throws(DecodingProblem) -> [UInt8]

    init<Document: Sendable, Answer: Sendable>(
        of stored: Codec<Document>, as answer: Codec<Answer>, _ make: @escaping @Sendable (Document) -> Answer
    ) {
        convert = { bytes throws(DecodingProblem) in
            answer.bytes(make(try stored.decode(parsing: bytes, unknownMembers: .ignored)))
        }
        let (storedList, answers) = (Codec.array(stored, 0...Int.max), Codec.array(answer, 0...Int.max))
        convertList = { bytes throws(DecodingProblem) in
            answers.bytes(try storedList.decode(parsing: bytes, unknownMembers: .ignored).map(make))
        }
    }

    /// The answer's JSON.
    ///
    /// - Parameter document: JSON, as it is stored.
    /// - Throws: a problem if the stored document cannot be read, and so could not be folded either.
    public func answer(_ document: [UInt8]) throws(DecodingProblem) -> [UInt8] { try convert(document) }

    /// The same for a JSON array of documents.
    public func answers(_ documents: [UInt8]) throws(DecodingProblem) -> [UInt8] { try convertList(documents) }
}
