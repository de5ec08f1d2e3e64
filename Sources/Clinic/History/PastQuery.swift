public import Endpoints
public import EventSourcing
import Identifiers
import SQL

/// A query for a document or a day as it was at an earlier time. The answer is folded from events.
public struct PastQuery: Sendable {
    /// A function that makes the query for the present state of the document or day for which an earlier state is
    /// requested.
    public typealias Now = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

    /// The answer as of the earlier time: one document, or the appointments of a day.
    public enum Answer: Sendable {
        case one(PastDocument)
        case day(@Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> PastDay)
    }

    /// The past time for which the requested document or day is shown.
    public let time: PastTime
    /// The query for the present answer, which checks that the caller may see it; `nil` if every caller with the
    /// endpoint's roles may see it.
    public let now: Now?
    /// The result of folding the events up to the requested time in the past: a document, or the appointments of a day.
    public let answer: Answer

    init(_ time: PastTime, now: Now? = nil, _ answer: Answer) {
        self.time = time
        self.now = now
        self.answer = answer
    }
}

/// One document of a read model as it was at an earlier time, in the rendering for a role.
public struct PastDocument: Sendable {
    /// The projection that folds the past document from events.
    public let projection: AnyProjection<ClinicEvent>
    /// The key of the past document in the read model.
    public let key: DocumentKey
    /// The form in which the past document is sent; `nil` if it is sent as it is stored.
    public let form: AnswerForm?
    private let column: Int?

    /// Makes the query for a document of the read model `model` as it was at an earlier time.
    ///
    /// - Parameter column: the column with the rendering for another role; `nil` for the document itself. The read
    ///   model must have this column.
    public init<P: Projection>(_ model: P.Type, _ key: DocumentKey, column: StaticName? = nil, form: AnswerForm? = nil)
    where P.Event == ClinicEvent {
        projection = AnyProjection(P.self)
        self.key = key
        self.form = form
        self.column = column.map { name in
            guard let index = P.columns.firstIndex(where: { $0.name == name }) else {
                preconditionFailure("the read model has no column with this rendering")
            }
            return index
        }
    }

    /// The JSON of a past document's row in the rendering that the query asks for; `nil` if the row has no such
    /// rendering.
    public func json(of row: DocumentRow) -> [UInt8]? {
        guard let column else { return row.document }
        guard case .json(let bytes) = row.columns[column] else { return nil }
        return bytes
    }
}
