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
public struct ClinicCommand: Decision {
    private let decideOrRefuse: @Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> [ClinicEvent]
    public let answer: DocumentAnswer
    /// What the operator is told once it is done; who did it in which clinic is said with it.
    public let notice: StaticString?

    public init<D: Decision>(_ decision: D, answer: DocumentAnswer, notice: StaticString? = nil)
    where D.Event == ClinicEvent, D.Rejection: Refusal {
        decideOrRefuse = { (facts, now) throws(Problem) in
            do throws(D.Rejection) { return try decision.decide(&facts, at: now) } catch { throw error.problem }
        }
        self.answer = answer
        self.notice = notice
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(Problem) -> [ClinicEvent] {
        try decideOrRefuse(&facts, now)
    }
}

/// The document a command answers with, as its role sees it, after the command's events.
public struct DocumentAnswer: Sendable {
    public let table: DocumentTable
    public let key: DocumentKey
    /// `nil`: the document itself; else the column that holds another role's rendering.
    public let column: Identifier?
    /// The `Location` of what was made.
    public let location: String?
    private let showsPatient: @Sendable () -> Bool

    public init<P: Projection>(
        _ projection: P.Type, _ key: DocumentKey, column: Identifier? = nil, location: String? = nil
    )
    where P.Event == ClinicEvent {
        table = P.table
        self.key = key
        self.column = column
        self.location = location
        showsPatient = { P.table.keyColumn == Self.patient || P.columns.contains { $0.name == Self.patient } }
    }

    private static let patient = StaticName("patient_id")

    /// Asks for the patient whose document it is; `nil` where it is nobody's.
    public func whose(in clinic: UUIDBytes) -> Statement? {
        guard showsPatient() else { return nil }
        return """
            SELECT \(Identifier(Self.patient.text)) FROM \(Identifier(table.name.text))
            WHERE clinic_id = \(clinic) AND \(Identifier(table.keyColumn.text)) = \(key.bind)
            """
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
