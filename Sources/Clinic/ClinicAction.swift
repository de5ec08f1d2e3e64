public import Endpoints
public import EventSourcing
public import Identifiers
public import SQL

/// What a clinic endpoint asks for, as a value: the server decides, reads and answers; nothing here does I/O.
public enum ClinicAction: Sendable {
    /// Append events, then answer with the document that the command is about.
    case command(ClinicCommand)
    /// The same for something new: the server makes its id.
    case creation(@Sendable (NewIDs) throws(Problem) -> ClinicCommand)
    /// Read documents; the facts (settings, mostly) are those at hand.
    case query(@Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery)
    /// Compute JSON from facts that are brought up to date first, such as free slots.
    case computed(@Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> [UInt8])
}

/// Ids for new things, made at the server's edge: nothing in here is random.
public struct NewIDs {
    private let next: () -> UUIDBytes

    /// - Parameter next: a version 7 UUID, another one each time.
    public init(_ next: @escaping () -> UUIDBytes) { self.next = next }

    public func callAsFunction<Entity>() -> ID<Entity> { ID(next()) }
}

/// A feature's rejection, with the problem that tells a client of it.
public protocol Refusal: Error {
    var problem: Problem { get }
}

/// A decision whose rejections are problems, and where its answer is found.
///
/// Every command changes the entity that it is answered with, and can be put under conditions on that entity's version. The
/// version is read as a fact, so that the conditions hold in the moment of the append.
public struct ClinicCommand: Decision {
    private let decideOrRefuse: @Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> [ClinicEvent]
    public let answer: DocumentAnswer
    /// What the operator is told once it is done; who did it in which clinic is said with it.
    public let notice: StaticString?
    private var preconditions = Preconditions.none

    public init<D: Decision>(_ decision: D, answer: DocumentAnswer, notice: StaticString? = nil)
    where D.Event == ClinicEvent, D.Rejection: Refusal {
        decideOrRefuse = { (facts, now) throws(Problem) in
            do throws(D.Rejection) { return try decision.decide(&facts, at: now) } catch { throw error.problem }
        }
        self.answer = answer
        self.notice = notice
    }

    /// The same command, carried out only where the entity's version is as the client says (RFC 9110 §13).
    public func under(_ preconditions: Preconditions) -> ClinicCommand {
        var command = self
        command.preconditions = preconditions
        return command
    }

    /// - Throws: 412 where the conditions do not hold; but what the caller may not do, or what is not there, is refused as it is
    ///   without conditions (§13.2.1).
    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(Problem) -> [ClinicEvent] {
        guard !preconditions.isEmpty else { return try decideOrRefuse(&facts, now) }
        let version = answer.version(&facts)
        let events: [ClinicEvent]
        do throws(Problem) { events = try decideOrRefuse(&facts, now) } catch {
            // That somebody was faster says more than what follows from it.
            if error.status == 409 { try preconditions.check(version: version) }
            throw error
        }
        try preconditions.check(version: version)
        return events
    }
}

/// Rows of documents that become the answer byte for byte.
public struct DocumentQuery: Sendable {
    public enum Shape: Sendable {
        /// One row, or 404.
        case one
        /// `{"items":[…],"next_cursor":…,"has_more":…}` of at most `limit`; the statement asks for one row more. The
        /// `cursorColumns` last columns of a row are text: together they say where the next page begins.
        case page(limit: Int, cursorColumns: Int)
    }

    public let statement: Statement
    /// How a row becomes JSON: empty for the first column alone, else an object with each named member from the column
    /// at the same index (`NULL` is `null`).
    public let members: [StaticString]
    public let shape: Shape
    /// Whose data the answer holds.
    public let shows: PatientsShown
    /// What changes the answer; a client that has it unchanged is told so (304) without a query.
    public let view: View?
    /// Those of the read models it reads that are written behind the appends.
    public let behind: [StaticName]

    public init(
        _ statement: Statement, members: [StaticString] = [], shape: Shape, shows: PatientsShown, view: View? = nil,
        behind: [StaticName] = []
    ) {
        self.statement = statement
        self.members = members
        self.shape = shape
        self.shows = shows
        self.view = view
        self.behind = behind
    }
}

/// Whose data an answer shows: who looks at them is written down.
public enum PatientsShown: Sendable {
    case nobodys
    case only(ID<Patient>)
    /// The last column of each row says whose, or NULL for nobody's; it is not shown itself.
    case inLastColumn
}

/// Something that clients poll, such as a day's queue. Its version is the position of the last event that names it.
public enum View: Hashable, Sendable {
    /// For what may change any view: its version counts for all of them.
    case everything
    /// Everything that happens on a day of the clinic's calendar.
    case day(CivilDate)
}
