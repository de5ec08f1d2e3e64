import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// An entry of a patient's list of threads: the thread, and the number of messages that the caller has not read.
struct OwnListedThread: Sendable {
    let thread: MessageThreadDocument
    let unread: Int

    static let codec = object(
        OwnListedThread.init(thread:unread:),
        field("thread", \.thread, MessageThreads.codec.described("The thread.")),
        field("unread", \.unread, .unreadOfThread)
    ).described("A thread of messages with the clinic.").named("OwnListedThread")
}

extension MessagesAPI {
    static let listOwnMessageThreads = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/messages", id: "listOwnMessageThreads",
        summary: "List one's own threads of messages, the latest message first",
        details: "Lists the caller's own threads, or those of a dependant.",
        tag: tag, for: PatientOnly.self, takes: .dependant, .page(key: [.second, .uuid]),
        .optionalQuery("status", Codec<MessageThreadStatus>.stringEnum.described("Only threads with this status.")),
        answers: [.page(of: OwnListedThread.codec, "A page of threads")]
    ) { caller, dependant, page, status throws(Problem) in
        let (viewer, patient) = (Viewer(caller), dependant ?? ID<Patient>(caller.patient))
        let query = DocumentQuery(
            """
            SELECT t.document, to_json(\(MessageRows.unread(by: caller.patient, from: .clinic))),
                extract(epoch FROM t.last_message_at)::bigint::text, t.thread_id::text, t.patient_id
            FROM message_thread AS t
            WHERE t.clinic_id = \(caller.clinic) AND \(PersonRecords.has("t.patient_id", of: patient, in: caller.clinic))
                AND \(viewer.maySee(patient)) \(MessageRows.of(status)) \(MessageRows.after(page))
            ORDER BY t.last_message_at DESC, t.thread_id DESC LIMIT \(Int64(page.limit + 1))
            """, members: ["thread", "unread"], shape: .page(limit: page.limit, cursorColumns: 2),
            shows: .inLastColumn)
        return .query { _, _ in query }
    }

    static let countOwnUnreadMessages = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/messages/unread", id: "countOwnUnreadMessages",
        summary: "Count unread messages of the clinic",
        details: """
            Counts the messages to the caller and to all dependants that the caller has not read, closed threads \
            included. With `Prefer: wait` the server answers when a number may have changed.
            """,
        tag: tag, for: PatientOnly.self, answers: [.ok(UnreadCount.codec, "The numbers")], caching: .polled
    ) { caller throws(Problem) in
        let query = MessageRows.total(
            MessageRows.unread(by: caller.patient, from: .clinic), in: caller.clinic,
            where: Viewer(caller).owns("t.patient_id"))
        return .query { _, _ in query }
    }

    static let getOwnMessageThread = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/messages/{thread_id}", id: "getOwnMessageThread",
        summary: "Show one's own thread of messages",
        details: "A dependant's thread is shown too. The answer does not have the messages.",
        tag: tag, for: PatientOnly.self, takes: .path("thread_id", .threadID),
        answers: [.ok(MessageThreads.codec, "The thread")], problems: [.notFound]
    ) { caller, thread throws(Problem) in
        let query = MessageRows.one(thread, in: caller.clinic, where: Viewer(caller).maySee("t.patient_id"))
        return .query { _, _ in query }
    }

    static let listOwnMessages = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/messages/{thread_id}/messages", id: "listOwnMessages",
        summary: "List the messages of one's own thread, the latest first",
        details: "A dependant's messages are listed too. \(MessageRows.following)", tag: tag, for: PatientOnly.self,
        takes: .path("thread_id", .threadID), .since, .page(key: [.messageNumber]),
        answers: [.followed(of: Messages.codec, "A page of messages, or what changed")], problems: [.notFound]
    ) { caller, thread, since, page throws(Problem) in
        let own = MessageAuthor.patient(ID(caller.patient))
        let query = MessageRows.messages(
            of: thread, in: caller.clinic, where: Viewer(caller).maySee("t.patient_id"), page, since: since)
        return .query { model, now throws(Problem) in
            _ = try model.patient(of: thread, for: own, at: now)
            return query
        }
    }
}
