import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for threads `t` and messages.
enum MessageRows {
    /// The SQL condition that the member of staff may read a thread `t`, by its assignee.
    static func reached(by reader: RecordReader) -> Statement {
        if reader.role == .admin { return "true" }
        return """
            (t.assigned_role IS NULL AND t.assigned_staff_id IS NULL
                OR t.assigned_role = \(reader.role.rawValue) OR t.assigned_staff_id = \(reader.staff))
            """
    }

    /// An SQL expression for the number of messages of a thread `t` that the other side sent after the reader's read
    /// mark and did not withdraw.
    static func unread(by reader: UUIDBytes, from side: MessageSide) -> Statement {
        """
        (SELECT count(*) FROM message AS m
            WHERE m.clinic_id = t.clinic_id AND m.thread_id = t.thread_id AND m.side = \(side.rawValue)
                AND NOT m.withdrawn AND m.number > coalesce((
                    SELECT r.up_to FROM read_mark AS r
                    WHERE r.clinic_id = t.clinic_id AND r.thread_id = t.thread_id AND r.reader_id = \(reader)), 0))
        """
    }

    /// The SQL condition for the threads `t` after the last thread of the previous page, beginning with `AND`.
    static func after(_ page: Page) -> Statement {
        guard let values = page.after?.values, values.count == 2, let second = Int64(values[0]),
            let id = UUIDBytes(values[1])
        else { return "" }
        return "AND (t.last_message_at, t.thread_id) < (\(Instant(secondsSince1970: second)), \(id))"
    }

    /// The SQL condition for threads `t` of a status, beginning with `AND`; empty for all threads.
    static func of(_ status: MessageThreadStatus?) -> Statement {
        status.map { "AND t.status = \($0.rawValue)" as Statement } ?? ""
    }

    static func one(_ thread: ID<MessageThread>, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT t.document, t.patient_id FROM message_thread AS t
            WHERE t.clinic_id = \(clinic) AND t.thread_id = \(thread) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }

    /// The query for a page of the messages of a thread, the latest first, or for the changes since a version of the
    /// thread.
    static func messages(
        of thread: ID<MessageThread>, in clinic: UUIDBytes, where filter: Statement, _ page: Page, since: String?
    ) -> DocumentQuery {
        let before: Statement =
            page.after.flatMap { Int64($0.values[0]) }.map { "AND said.number < \($0)" as Statement } ?? ""
        let select: @Sendable (Statement, Int) -> Statement = { more, limit in
            """
            SELECT said.document, said.number::text, said.patient_id
            FROM message AS said JOIN message_thread AS t USING (clinic_id, thread_id)
            WHERE said.clinic_id = \(clinic) AND said.thread_id = \(thread) AND \(filter) \(more)
            ORDER BY said.number DESC LIMIT \(Int64(limit))
            """
        }
        return DocumentQuery(
            select(before, page.limit + 1), shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn,
            followed: FollowedList(.thread(thread), since: since, limit: MessageThread.longest) {
                select($0, MessageThread.longest)
            })
    }

    /// The text in an endpoint's description that says how to follow a thread.
    static let following = """
        Listing messages does not mark them as read. \(FollowedList.text) The pages do not limit what a follower gets.
        """

    /// The query for the number of unread messages and the number of threads with unread messages.
    ///
    /// - Parameter unread: an SQL expression for the number of unread messages of a thread `t`.
    static func total(_ unread: Statement, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT json_build_object('messages', coalesce(sum(counted.unread), 0)::bigint,
                'threads', count(*) FILTER (WHERE counted.unread > 0))
            FROM (
                SELECT \(unread) AS unread FROM message_thread AS t
                WHERE t.clinic_id = \(clinic) AND \(filter)
                ORDER BY t.last_message_at DESC, t.thread_id DESC LIMIT \(mostCounted)) AS counted
            """, shape: .one, shows: .nobodys, view: .messages)
    }

    /// The maximum number of threads in which unread messages are counted. The threads with the latest messages are
    /// counted.
    static let mostCounted: Int64 = 1_000
}

/// The numbers for an app's badge: unread messages, and threads with unread messages.
struct UnreadCount: Sendable {
    let messages: Int64
    let threads: Int64

    static let codec = object(
        UnreadCount.init(messages:threads:),
        field("messages", \.messages, .int64.described("The number of messages that the caller has not read.")),
        field("threads", \.threads, .int64.described("The number of threads with unread messages."))
    ).described("Numbers of unread messages, for a badge.").named("UnreadMessages")
}

extension CursorKey {
    /// The form of a message's number in a cursor.
    static let messageNumber = CursorKey { Int64($0) != nil }
}

extension DecisionModel<ClinicEvent> {
    /// The patient of a thread that a person may read.
    ///
    /// - Throws: 404 or `restrictedRecord` if the person may not read the thread.
    mutating func patient(
        of id: ID<MessageThread>, for person: MessageAuthor, at now: Instant
    ) throws(Problem) -> ID<Patient> {
        do throws(MessageRejection) { return try thread(id, for: person, at: now).patient } catch {
            throw error.problem
        }
    }
}
