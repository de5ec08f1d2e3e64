public import Catalogue
public import Endpoints
public import EventSourcing
public import Identifiers
public import SQL

/// The action that an endpoint of the clinic asks the server to perform. It is only a value. The server performs it, so
/// this module does no I/O.
public enum ClinicAction: Sendable {
    /// The server runs a command, which may append events. It then answers with the command's document.
    case command(ClinicCommand)
    /// The server runs a command that creates an entity, and generates the entity's id. It then answers with the
    /// command's document.
    case creation(@Sendable (NewIDs) throws(Problem) -> ClinicCommand)
    /// The server runs a statement on tables that no state of a decision is folded from. It then runs the command that is
    /// made from the result: the id in the first row, or `nil` if the statement returned no row.
    case informed(by: Statement, @Sendable (UUIDBytes?) -> ClinicCommand)
    /// The server takes the drugs of its catalogue and generates the id of a prescription. It then runs the command
    /// that is made from them.
    case prescription(@Sendable (Formulary, NewIDs) -> ClinicCommand)
    /// The server computes an answer as for `computed`, with the drugs of its catalogue. The answer shows the data of the
    /// given patient, which the access log records.
    case computedAbout(ID<Patient>, @Sendable (Formulary) -> Computation)
    /// The server reads documents. Their query is made from cached states, mostly settings.
    case query(@Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery)
    /// The server folds documents from events, as they were at an earlier time.
    case past(PastQuery)
    /// The server computes an answer, such as the free slots, from states that it first brings up to date.
    case computed(Computation)
}

/// Generates ids for new entities. The server supplies the generator, since this module uses no random numbers.
public struct NewIDs {
    private let next: () -> UUIDBytes

    /// Wraps the function that generates ids for new entities.
    ///
    /// - Parameter next: returns a new version 7 UUID on each call.
    public init(_ next: @escaping () -> UUIDBytes) { self.next = next }

    public func callAsFunction<Entity>() -> ID<Entity> { ID(next()) }
}

/// A feature's rejection, with the problem that is sent to the client.
public protocol ClinicRejection: Error {
    var problem: Problem { get }
}

/// A command of the clinic: its decision, and the document that answers it. A rejection of the decision is converted to
/// the problem that the client gets.
///
/// Every command changes the entity that its answer shows, so a request can have preconditions on that entity's
/// version. The decision reads the version as a state. So if another event changes the entity before the append, the
/// preconditions are checked again.
public struct ClinicCommand: Decision {
    private var decideOrRefuse: @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [ClinicEvent]
    /// Throws a problem if the caller may not send the command.
    typealias AccessCheck = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> Void

    public let answer: DocumentAnswer
    /// A message that is logged for the operator when the command has appended events, with clinic, account and role;
    /// `nil` for none.
    public let notice: StaticString?
    /// Whether the transaction of the command's events may end sessions. The server then answers only when the sessions
    /// have ended on every server.
    public let endsSessions: Bool
    /// The checks of the caller's access, which are also made before a stored answer is sent again.
    private var accessChecks: [AccessCheck] = []
    private var preconditions = Preconditions.none
    /// Whether a refusal because of a merged record names the surviving record. Patients are not told the id of the
    /// surviving record.
    private var namesSurvivor = true
    private let named: [ID<Patient>]
    /// The kind of problem that shows a patient's data, and the patient; `nil` if no refusal of the command shows a
    /// patient's data.
    public private(set) var told: (kind: Problem.Kind, patient: ID<Patient>)?

    public init<D: Decision>(
        _ decision: D, answer: DocumentAnswer, notice: StaticString? = nil, endsSessions: Bool = false
    )
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        decideOrRefuse = { (model, now) throws(Problem) in
            do throws(D.Rejection) { return try decision.decide(&model, at: now) } catch { throw error.problem }
        }
        self.answer = answer
        self.notice = notice
        self.endsSessions = endsSessions
        named = (decision as? any NamesPatients)?.namedPatients ?? []
    }

    /// A copy of the command that is rejected unless the entity's version satisfies the client's preconditions (RFC
    /// 9110 §13).
    ///
    /// - Parameter role: the role in which the client sends the command.
    public func under(_ preconditions: Preconditions, from role: Role) -> ClinicCommand {
        var command = self
        command.preconditions = preconditions
        command.namesSurvivor = role != .patient
        return command
    }

    /// A copy of a command that is rejected if the record of its patient is restricted and the caller may not open it.
    ///
    /// - Parameter patient: returns the command's patient; `nil` if the entity does not exist, so that the decision
    ///   rejects the command.
    func opening(
        for reader: RecordReader, _ patient: @escaping @Sendable (inout DecisionModel<ClinicEvent>) -> ID<Patient>?
    ) -> ClinicCommand {
        requiring { (model, now) throws(Problem) in
            if let patient = patient(&model), reader.access(to: patient, &model, at: now) == .refused {
                throw Problem(.restrictedRecord)
            }
        }
    }

    /// A copy of a command that is rejected with the problem that a check of the caller's access throws. The check is
    /// made before the decision, and before a stored answer is sent again.
    func requiring(_ check: @escaping AccessCheck) -> ClinicCommand {
        var command = self
        command.accessChecks.append(check)
        return command
    }

    /// The problem with which the command would be refused to a caller who sends it now for the first time, if the
    /// reason is the caller's access; `nil` if the caller may still send it.
    ///
    /// A stored answer is only sent again if this is `nil`. The decision itself is asked too, since it knows the
    /// caller's rights. Its other rejections are ignored: after a command was carried out, it often cannot be carried
    /// out a second time.
    public func accessProblem(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) -> Problem? {
        do throws(Problem) { for check in accessChecks { try check(&model, now) } } catch { return error }
        do throws(Problem) {
            _ = try decideOrRefuse(&model, now)
        } catch {
            if error.kind == .forbidden || error.kind == .restrictedRecord { return error }
        }
        return nil
    }

    /// A copy of this command, with the note that problems of the given kind show data of the patient. If the command
    /// is refused with such a problem, the access log records that this patient's data was shown.
    func telling(_ patient: ID<Patient>, in kind: Problem.Kind) -> ClinicCommand {
        var command = self
        command.told = (kind, patient)
        return command
    }

    /// Decides the command, if its preconditions hold.
    ///
    /// - Throws: a problem with status 412 if the preconditions do not hold. A command that is forbidden, or whose
    ///   entity does not exist, is rejected with the same problem as without preconditions (RFC 9110 §13.2.1).
    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Problem) -> [ClinicEvent] {
        guard !preconditions.isEmpty else { return try decideUnlessMerged(&model, now) }
        let version = answer.version(&model)
        let events: [ClinicEvent]
        do throws(Problem) { events = try decideUnlessMerged(&model, now) } catch {
            // If the entity's version has changed, the decision may be rejected with 409 because of that change. The
            // client gets 412 instead, since 412 names the cause.
            if error.status == 409 { try preconditions.check(version: version) }
            throw error
        }
        try preconditions.check(version: version)
        return events
    }

    /// Runs the command's decision. If the command names a merged record, it is refused with the problem
    /// `patientMerged`, and its decision does not run.
    private func decideUnlessMerged(
        _ model: inout DecisionModel<ClinicEvent>, _ now: Instant
    ) throws(Problem) -> [ClinicEvent] {
        if let survivor = model.survivor(ofOneOf: named) {
            throw namesSurvivor ? .patientMerged(into: survivor) : Problem(.patientMerged)
        }
        for check in accessChecks { try check(&model, now) }
        return try decideOrRefuse(&model, now)
    }
}

/// A query for documents of a clinic, and the form of its answer.
public struct DocumentQuery: Sendable {
    public enum Shape: Sendable {
        /// The answer is the JSON of the first row, or 404 if there is no row. Further rows only tell the access log
        /// that the answer shows the data of further patients.
        case one
        /// The answer is `{"items":[…],"next_cursor":…,"has_more":…}` with at most `limit` items. A statement of a list
        /// with several pages asks for one row more. The last `cursorColumns` columns of a row are text, and are the
        /// cursor of the next page; a column with a patient's id for the access log may follow them.
        case page(limit: Int, cursorColumns: Int)
    }

    public let statement: Statement
    /// The names of the members of the JSON object that a row becomes. The column at the same index has the member's
    /// value (`NULL` is `null`). If the list is empty, a row becomes the JSON in its first column.
    public let members: [StaticString]
    public let shape: Shape
    /// The form in which the documents are sent; `nil` if they are sent as they are stored.
    public let form: AnswerForm?
    /// The patients whose data the answer contains.
    public let shows: PatientsShown
    /// The view that the query's answer depends on; `nil` for none. A client that has the view's present version gets
    /// 304 without a query.
    public let view: View?
    /// The asynchronous read models that the query reads.
    public let asyncProjections: [StaticName]
    /// The way to find and correct documents that are outdated although no event changed them; `nil` if only events
    /// change the documents.
    public let outdated: Outdated?
    /// The way in which clients get only the changes of the query's list; `nil` if they cannot.
    public let followed: FollowedList?
    /// Whether PostgreSQL plans the statement only once, for all values of its parameters. This is usual for a query
    /// with a view. It is also useful if PostgreSQL estimates too few rows for a statement when it knows the values.
    public let isPlannedOnce: Bool

    /// Finds and corrects documents in which a JSON member becomes wrong as time passes, without an event. An example
    /// is the member that says whether the patient can still cancel.
    public struct Outdated: Sendable {
        /// The index of the boolean column that says whether a row's document is outdated. The column is not sent.
        public let mark: Int
        /// Returns a corrected copy of an outdated document. The document is the first column of its row.
        public let renewed: @Sendable ([UInt8]) -> [UInt8]
    }

    public init(
        _ statement: Statement, members: [StaticString] = [], shape: Shape, shows: PatientsShown,
        form: AnswerForm? = nil, view: View? = nil, asyncProjections: [StaticName] = [], outdated: Outdated? = nil,
        followed: FollowedList? = nil, isPlannedOnce: Bool? = nil
    ) {
        self.isPlannedOnce = isPlannedOnce ?? (view != nil)
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
    /// The last column of each row is the id of the patient in that row, or NULL if there is none. The column is not
    /// sent to the client.
    case inLastColumn
    /// The answer shows the data of the given patient, even if it has no rows. It also shows the data of each patient
    /// whose id is in the last column of a row. That column is not sent to the client.
    case withLastColumn(ID<Patient>)
}
