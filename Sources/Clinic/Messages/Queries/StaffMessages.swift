import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// An entry of the staff's list of threads: the thread, its patient, and the number of messages that the caller has not
/// read.
struct ListedThread: Sendable {
    let thread: MessageThreadDocument
    let patient: PatientCard
    let unread: Int

    static let codec = object(
        ListedThread.init(thread:patient:unread:),
        field("thread", \.thread, MessageThreads.codec.described("The thread.")),
        field("patient", \.patient, PatientCard.codec.described("The patient that the thread is about.")),
        field("unread", \.unread, .unreadOfThread)
    ).described("A thread of messages with its patient.").named("ListedThread")
}

extension Codec where Value == Int {
    static var unreadOfThread: Codec { .int.described("The number of messages that the caller has not read.") }
}

extension MessagesAPI {
    static let listMessageThreads = Endpoint<ClinicAction>(
        .get, "/api/v1/messages", id: "listMessageThreads",
        summary: "List threads of messages, the latest message first",
        details: """
            \(MessagesAPI.reach) Threads about a restricted record are listed only with `patient_id`, and only for \
            callers who may open the record.
            """,
        tag: tag, for: Staff.self, takes: .page(key: [.second, .uuid]),
        .optionalQuery("status", Codec<MessageThreadStatus>.stringEnum.described("Only threads with this status.")),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only threads about this patient.")),
        answers: [.page(of: ListedThread.codec, "A page of threads")], problems: [.restrictedRecord]
    ) { caller, page, status, patient throws(Problem) in
        let (reader, clinic) = (RecordReader(caller), caller.clinic)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "t.patient_id", in: clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT t.document, p.card, to_json(\(MessageRows.unread(by: caller.staff, from: .patient))),
                    extract(epoch FROM t.last_message_at)::bigint::text, t.thread_id::text, t.patient_id
                FROM message_thread AS t JOIN patient AS p USING (clinic_id, patient_id)
                WHERE t.clinic_id = \(clinic) AND \(MessageRows.reached(by: reader)) AND \(open)
                    \(PersonRecords.filter("t.patient_id", of: patient, in: clinic)) \(MessageRows.of(status))
                    \(MessageRows.after(page))
                ORDER BY t.last_message_at DESC, t.thread_id DESC LIMIT \(Int64(page.limit + 1))
                """, members: ["thread", "patient", "unread"], shape: .page(limit: page.limit, cursorColumns: 2),
                shows: .inLastColumn)
        }
    }

    static let countUnreadMessages = Endpoint<ClinicAction>(
        .get, "/api/v1/messages/unread", id: "countUnreadMessages", summary: "Count unread messages of patients",
        details: """
            Counts the messages that the caller has not read, in the open threads that `GET /api/v1/messages` lists. \
            At most \(MessageRows.mostCounted) threads are counted, the latest ones. With `Prefer: wait` the server \
            answers when a number may have changed.
            """,
        tag: tag, for: Staff.self, answers: [.ok(UnreadCount.codec, "The numbers")], caching: .polled
    ) { caller throws(Problem) in
        let (reader, clinic) = (RecordReader(caller), caller.clinic)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: nil, "t.patient_id", in: clinic, &model, at: now)
            return MessageRows.total(
                MessageRows.unread(by: caller.staff, from: .patient), in: clinic,
                where: "t.status = 'open' AND \(MessageRows.reached(by: reader)) AND \(open)")
        }
    }

    static let getMessageThread = Endpoint<ClinicAction>(
        .get, "/api/v1/messages/{thread_id}", id: "getMessageThread", summary: "Show a thread of messages",
        details: "The answer does not have the messages.", tag: tag, for: Staff.self,
        takes: .path("thread_id", .threadID),
        answers: [.ok(MessageThreads.codec, "The thread")], problems: [.notFound, .restrictedRecord]
    ) { caller, thread throws(Problem) in
        let (reader, clinic) = (RecordReader(caller), caller.clinic)
        return .query { model, now throws(Problem) in
            MessageRows.one(
                thread, in: clinic, where: try rows(of: thread, reader, in: clinic, &model, at: now))
        }
    }

    static let listMessages = Endpoint<ClinicAction>(
        .get, "/api/v1/messages/{thread_id}/messages", id: "listMessages",
        summary: "List the messages of a thread, the latest first",
        details: "\(MessagesAPI.reach) \(MessageRows.following)", tag: tag, for: Staff.self,
        takes: .path("thread_id", .threadID), .since, .page(key: [.messageNumber]),
        answers: [.followed(of: Messages.codec, "A page of messages, or what changed")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, thread, since, page throws(Problem) in
        let (reader, clinic) = (RecordReader(caller), caller.clinic)
        return .query { model, now throws(Problem) in
            MessageRows.messages(
                of: thread, in: clinic, where: try rows(of: thread, reader, in: clinic, &model, at: now), page,
                since: since)
        }
    }

    /// The SQL condition for a thread `t` that a member of staff may read. The condition repeats the check of the
    /// thread's assignee and of the record's restriction, because both may change after the first check and before the
    /// query.
    private static func rows(
        of thread: ID<MessageThread>, _ reader: RecordReader, in clinic: UUIDBytes,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> Statement {
        let patient = try model.patient(of: thread, for: .staff(reader), at: now)
        let open = try reader.openRows(of: patient, "t.patient_id", in: clinic, &model, at: now)
        return "\(MessageRows.reached(by: reader)) AND \(open)"
    }
}
