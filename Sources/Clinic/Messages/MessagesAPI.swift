public import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The endpoints for messages between patients and the clinic.
public enum MessagesAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listMessageThreads,
        openMessageThread,
        countUnreadMessages,
        getMessageThread,
        listMessages,
        sendMessage,
        withdrawMessage,
        readMessages,
        assignMessageThread,
        closeMessageThread,
        reopenMessageThread,
        listOwnMessageThreads,
        openOwnMessageThread,
        countOwnUnreadMessages,
        getOwnMessageThread,
        listOwnMessages,
        sendOwnMessage,
        withdrawOwnMessage,
        readOwnMessages,
    ]

    static let tag = "Messages"

    /// The sentence in API descriptions that says which threads a member of staff may read.
    static let reach = """
        Admins may read every thread. Doctors and receptionists may read the threads that are assigned to nobody, to \
        their role or to themselves.
        """
}

extension DocumentAnswer {
    static func messageThread(_ thread: ID<MessageThread>, at location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(MessageThreads.self, DocumentKey(thread), location: location)
    }
}

// JSON members of messages, in answers and requests.

extension Codec where Value == ID<MessageThread> {
    static var threadID: Codec { .id().described("The thread's id.") }
}

extension Codec where Value == ID<Message> {
    static var messageID: Codec { .id().described("The message's id.") }
}

extension Codec where Value == Personal<String> {
    static var messageSubject: Codec {
        .personal(.contact, .name(), placeholder: erasedText).described(
            "The subject of the thread, in one line.")
    }
    static var messageText: Codec {
        .personal(.contact, .prose(max: MessageDraft.longestText), placeholder: erasedText).described(
            "The message's text.")
    }
}

extension Codec where Value == Personal<String> {
    static var draftText: Codec {
        .personal(.contact, Codec<String>.text(max: MessageDraft.longestText).trimmedOrEmpty).described(
            "The message's text. Absent or empty: the files alone are the message, whose text is then a paperclip sign."
        )
    }
}

extension Codec where Value == [ID<PatientFile>] {
    static var messageFiles: Codec {
        .array(.id(), 0...MessageDraft.mostFiles).described("The ids of files that the message refers to.")
    }
}

extension Codec where Value == Int {
    static var readUpTo: Codec {
        .int(1...MessageThread.longest).described(
            """
            The number of the last message that was read. A number above that of the thread's last message marks all \
            messages as read.
            """
        )
    }
}

extension Codec where Value == MessageSide {
    static var messageSide: Codec {
        .stringEnum.described("The side that wrote the message: `patient` (the patient or a guardian) or `clinic`.")
    }
}
