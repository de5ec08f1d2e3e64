public import JSON

/// Converts a stored document to the JSON of an answer, for read models whose answers differ from the stored JSON.
///
/// The stored JSON must not change, since servers of the previous release read and write it too (decision 0213). The
/// conversion adds members that only clients need, such as the currency of each amount and the version of each embedded
/// entity.
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

    /// Converts a stored document to the JSON of an answer.
    ///
    /// - Parameter document: the stored JSON.
    /// - Throws: a problem if the stored document cannot be read. Then the projection cannot fold the next event into
    ///   the document either.
    public func answer(_ document: [UInt8]) throws(DecodingProblem) -> [UInt8] { try convert(document) }

    /// Converts each of the stored documents in a JSON array to the JSON of an answer.
    public func answers(_ documents: [UInt8]) throws(DecodingProblem) -> [UInt8] { try convertList(documents) }
}
