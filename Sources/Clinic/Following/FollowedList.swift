import Endpoints
import EventSourcing
import Identifiers
import JSON
public import SQL

/// A list of appointments or messages of which a client can get only the changes since an earlier version: the entries
/// that have changed, and the ids of entries that may have left the list.
public struct FollowedList: Sendable {
    /// The entries that a followed list contains.
    enum Scope: Hashable, Sendable {
        /// The followed list contains the appointments of a day.
        case day(CivilDate)
        /// The followed list contains the appointments of some days.
        case days(ClosedRange<CivilDate>)
        /// The followed list contains the appointments of a day, with the accounts of their patients.
        case reception(CivilDate)
        /// The followed list contains the appointments of a patient whom the client's user may see.
        case patient(VisiblePatient)
        /// The followed list contains the messages of a thread.
        case thread(ID<MessageThread>)
        /// The followed list contains no appointments: it is that of a patient whom the client's user may not see. The
        /// list reveals nothing about the patient, not even that something has changed.
        case nothing
    }

    /// The version that the client sends as `since`; `nil` if the request has no `since`.
    public let since: String?
    /// The maximum number of entries in an answer to a client that follows the list.
    public let limit: Int
    let scope: Scope
    private let select: @Sendable (Statement) -> Statement

    /// Makes a list that clients can follow.
    ///
    /// - Parameter select: returns the statement that selects the list's entries. Its argument is empty, or SQL that
    ///   begins with `AND` and limits the rows `a` of `appointment` or the rows `said` of `message`.
    init(_ scope: Scope, since: String?, limit: Int, _ select: @escaping @Sendable (Statement) -> Statement) {
        self.scope = scope
        self.since = since
        self.limit = limit
        self.select = select
    }

    /// The statement that selects the whole followed list, up to the limit. It does not depend on the page that a
    /// client asks for.
    public var whole: Statement { select("") }

    /// The statement that selects those entries of the followed list that belong to the touched appointments, messages
    /// and patients.
    public func statement(_ touched: TouchedEntries) -> Statement {
        if case .thread = scope { return select("AND said.message_id = ANY (\(touched.messages)::uuid[])") }
        return select(touched.condition)
    }

    /// The view whose version increases with every change of the followed list.
    public var view: View {
        switch scope {
        case .day(let date): .day(date)
        case .days(let days): .days(days.lowerBound, days.upperBound)
        case .reception(let date): .reception(date)
        case .patient(let patient): .ofPerson(patient.id, merged: patient.merged)
        case .thread: .messages
        case .nothing: .everything
        }
    }

    /// The appointments, messages and patients whose entries in the followed list may be changed by the given touches;
    /// `nil` if the touches may change every entry.
    public func entries(touchedBy touches: [Touch]) -> TouchedEntries? {
        var touched = TouchedEntries()
        for touch in touches {
            switch (touch, scope) {
            case (.everything, _): return nil
            case (.appointment(let id, _, let days), .day(let day)),
                (.appointment(let id, _, let days), .reception(let day)):
                if days.contains(day) { touched.add(id) }
            case (.appointment(let id, _, let days), .days(let followed)):
                if days.contains(where: followed.contains) { touched.add(id) }
            case (_, .nothing): break
            case (.appointment(let id, let patient, _), .patient(let own)): if own.has(patient) { touched.add(id) }
            case (.patient(let patient), .patient(let own)): if own.has(patient) { touched.add(patient) }
            case (.patient(let patient), .day), (.patient(let patient), .days), (.patient(let patient), .reception),
                (.account(let patient), .reception):
                touched.add(patient)
            case (.message(let id, let thread), .thread(let own)): if thread == own { touched.add(id) }
            case (.account, .day), (.account, .days), (.account, .patient), (.messages, _), (.message, _), (_, .thread):
                break
            }
        }
        return touched
    }
}

extension TouchedEntries {
    /// The SQL, beginning with `AND`, that limits rows `a` of `appointment` to the touched appointments and those of
    /// the touched patients. Appointments of a record that is merged with a touched record are included, because their
    /// entries show the alerts of both records.
    var condition: Statement {
        if patients.isEmpty { return "AND a.appointment_id = ANY (\(appointments)::uuid[])" }
        return """
            AND (a.appointment_id = ANY (\(appointments)::uuid[]) OR a.patient_id = ANY (\(patients)::uuid[])
                OR EXISTS (
                    SELECT FROM patient AS own
                    WHERE own.clinic_id = a.clinic_id AND own.patient_id = a.patient_id
                        AND own.merged_into = ANY (\(patients)::uuid[]))
                OR EXISTS (
                    SELECT FROM patient AS other
                    WHERE other.clinic_id = a.clinic_id AND other.patient_id = ANY (\(patients)::uuid[])
                        AND other.merged_into = a.patient_id))
            """
    }
}

/// The description, for the API, of an answer with the changes of a followed list. The server writes the answer from
/// rows.
enum ListChanges {
    static func schema(of item: Schema) -> Schema {
        // The member `items` of an answer with a followed list's changes is the same as in a page, so that one
        // description fits both answers.
        let items = (Page.schema(of: item).properties ?? []).filter { $0.name == "items" }
        return .object(
            items + [
                Schema.Property(
                    name: "version",
                    schema: Schema(.string).described(
                        "Give it as `since`, or as `Last-Event-ID`, to get what changes next."),
                    isRequired: true),
                Schema.Property(
                    name: "complete",
                    schema: Schema(.boolean).described(
                        "`true`: `items` is the whole list, in order; forget earlier entries. Of a patient's own appointments these "
                            + "are the first \(OwnAppointments.followedLimit) at most. `false`: `items` has the entries that are new "
                            + "or may have changed."), isRequired: true),
                Schema.Property(
                    name: "removed",
                    schema: Schema(.array).with { $0.items = [Codec<UUIDBytes>.uuid.schema] }.described(
                        "The ids of entries (appointments or messages) that are not in the list now. Some may not have been in it "
                            + "before."),
                    isRequired: true),
            ])
    }
}

extension Answer {
    /// An answer with status 200: a page of a list, the changes of a followed list, or a stream of these changes.
    static func followed<Value>(of codec: Codec<Value>, _ text: String) -> Answer {
        let changes = ListChanges.schema(of: codec.schema)
        return .ok(Page.schema(of: codec.schema).either(changes), text).alternatively(Operation.eventStream)
    }
}

extension Input where Value == String? {
    /// The query parameter `since`: the version of a followed list that the client already has.
    static var since: Input {
        .optionalQuery(
            "since",
            .string(1...80).described(
                """
                The `version` of the last answer to the same request, or `0` at first: the answer has only the changes since \
                then.
                """))
    }
}

extension FollowedList {
    /// The text in an endpoint's description that says how to follow its list.
    static let text = """
        With `since` the answer is `version`, `complete`, `items` and `removed`; with `Prefer: wait=25` it comes when \
        something has changed. With `Accept: text/event-stream` the same JSON comes as a stream of server-sent events, for \
        ten minutes at most, beginning with the whole list or with what changed since `Last-Event-ID`. An event `end` tells why \
        the server ends a stream.
        """
}
