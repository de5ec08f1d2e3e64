public import Endpoints
public import EventSourcing
public import Identifiers
public import SQL

/// The result of a clinic endpoint, as a value: the server decides, reads and answers; nothing in this module does I/O.
public enum ClinicAction: Sendable {
    /// Append events, then answer with the document of the command.
    case command(ClinicCommand)
    /// Append events for a new entity, whose id the server makes, then answer with its document.
    case creation(@Sendable (NewIDs) throws(Problem) -> ClinicCommand)
    /// Read documents; states (mostly settings) come from the cache.
    case query(@Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery)
    /// Fold documents from events, as they were at an earlier time.
    case past(PastQuery)
    /// Compute JSON from states that are brought up to date first, such as free slots.
    case computed(@Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [UInt8])
}

/// Ids for new entities, made at the server's edge: this module uses no randomness.
public struct NewIDs {
    private let next: () -> UUIDBytes

    /// - Parameter next: a new version 7 UUID on each call.
    public init(_ next: @escaping () -> UUIDBytes) { self.next = next }

    public func callAsFunction<Entity>() -> ID<Entity> { ID(next()) }
}

/// A feature's rejection, with the problem that is sent to the client.
public protocol ClinicRejection: Error {
    var problem: Problem { get }
}

/// A decision whose rejections are problems, and the place of its answer.
///
/// Every command changes the entity that it is answered with, and can have preconditions on that entity's version. The
/// version is read as a state, so that the preconditions hold at the moment of the append.
public struct ClinicCommand: Decision {
    private let decideOrRefuse: @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [ClinicEvent]
    public let answer: DocumentAnswer
    /// Logged for the operator once the command is done, with account and clinic.
    public let notice: StaticString?
    private var preconditions = Preconditions.none

    public init<D: Decision>(_ decision: D, answer: DocumentAnswer, notice: StaticString? = nil)
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        decideOrRefuse = { (model, now) throws(Problem) in
            do throws(D.Rejection) { return try decision.decide(&model, at: now) } catch { throw error.problem }
        }
        self.answer = answer
        self.notice = notice
    }

    /// The same command, done only if the entity's version satisfies the client's preconditions (RFC 9110 §13).
    public func under(_ preconditions: Preconditions) -> ClinicCommand {
        var command = self
        command.preconditions = preconditions
        return command
    }

    /// Decides the command, if its preconditions hold.
    ///
    /// - Throws: 412 if the preconditions do not hold. A command that is forbidden, or whose entity does not exist, is
    ///   rejected as without preconditions (§13.2.1).
    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Problem) -> [ClinicEvent] {
        guard !preconditions.isEmpty else { return try decideOrRefuse(&model, now) }
        let version = answer.version(&model)
        let events: [ClinicEvent]
        do throws(Problem) { events = try decideOrRefuse(&model, now) } catch {
            // The failed precondition says more than the conflict that follows from it.
            if error.status == 409 { try preconditions.check(version: version) }
            throw error
        }
        try preconditions.check(version: version)
        return events
    }
}

/// A query whose rows of documents become the answer byte for byte.
public struct DocumentQuery: Sendable {
    public enum Shape: Sendable {
        /// The answer is one row, or 404.
        case one
        /// The answer is `{"items":[…],"next_cursor":…,"has_more":…}` with at most `limit` items; the statement asks
        /// for one row more. The `cursorColumns` last columns of a row are text: together they give the start of the
        /// next page.
        case page(limit: Int, cursorColumns: Int)
    }

    public let statement: Statement
    /// How a row becomes JSON: empty for only the first column, else an object with each named member from the column
    /// at the same index (`NULL` is `null`).
    public let members: [StaticString]
    public let shape: Shape
    /// The form in which the documents are sent; `nil`: as they are stored.
    public let form: AnswerForm?
    /// The patients whose data the answer contains.
    public let shows: PatientsShown
    /// The view that the answer depends on; a client that has its present version gets 304 without a query.
    public let view: View?
    /// The asynchronous read models among those that the query reads.
    public let asyncProjections: [StaticName]
    /// `nil`: the documents change by events only.
    public let outdated: Outdated?
    /// How clients get only the changes of the list; `nil` if they cannot.
    public let followed: FollowedList?

    /// Documents with a member that time alone makes untrue, without an event.
    public struct Outdated: Sendable {
        /// The boolean column that marks such rows. It is not sent.
        public let mark: Int
        /// The document of a marked row's first column, as it is now.
        public let renewed: @Sendable ([UInt8]) -> [UInt8]
    }

    public init(
        _ statement: Statement, members: [StaticString] = [], shape: Shape, shows: PatientsShown,
        form: AnswerForm? = nil, view: View? = nil, asyncProjections: [StaticName] = [], outdated: Outdated? = nil,
        followed: FollowedList? = nil
    ) {
        self.statement = statement
        self.members = members
        self.shape = shape
        self.form = form
        self.shows = shows
        self.view = view
        self.asyncProjections = asyncProjections
        self.outdated = outdated
        self.followed = followed
    }
}

/// The patients whose data an answer shows, for the access log.
public enum PatientsShown: Sendable {
    case nobodys
    case only(ID<Patient>)
    /// The last column of each row is the patient, or NULL for none. The column itself is not shown.
    case inLastColumn
}
