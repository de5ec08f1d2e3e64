import Endpoints
public import EventSourcing
public import Identifiers

/// A type that only distinguishes the ids of messages, `ID<Message>`, from other ids.
public enum Message {}

/// A type that only distinguishes the ids of read marks, `ID<ReadMark>`, from other ids.
public enum ReadMark {}

/// The state of a thread of messages between a patient and the clinic, without the texts.
public struct MessageThread: EventSourced {
    /// The patient whom the thread is about; `nil` before the thread is opened.
    public private(set) var patient: ID<Patient>?
    /// The staff to whom the thread is assigned; `nil` for all staff.
    public private(set) var assignee: MessageAssignee?
    public private(set) var isClosed = false
    /// The thread's messages, the oldest first.
    public private(set) var messages: [ID<Message>] = []
    /// For each side of a thread that has written, the number of that side's last message.
    private(set) var lastNumbers: [MessageSide: Int] = [:]
    /// The guardians, and the patient, who have written in the thread.
    private(set) var patientWriters: [ID<Patient>] = []
    /// The members of staff who have written in the thread, each with the role in which they wrote their last message.
    private(set) var staffWriters: [RecordReader] = []
    /// The number of events of a thread of messages: its opening, messages, withdrawals, assignments, closings and
    /// reopenings.
    public private(set) var length = 0

    /// The state of a thread that is being opened.
    init(assignee: MessageAssignee?) { self.assignee = assignee }

    public static let initial = MessageThread(assignee: nil)
    public static let readsPersonal = false

    /// The maximum number of events of a thread, so that a decision about a thread reads a limited number of events.
    /// The last event is reserved for closing the thread.
    static let longest = 500

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .message(let event) = recorded.event else { return }
        length += 1
        switch event {
        case .opened(let opened):
            patient = opened.patient
            assignee = opened.assignee
        case .sent(let sent):
            messages.append(sent.message)
            lastNumbers[sent.side] = sent.number
            isClosed = false
            note(sent, by: recorded.actor)
        case .assigned(let assigned): assignee = assigned.assignee
        case .closed: isClosed = true
        case .reopened: isClosed = false
        case .withdrawn, .read, .erased: break
        }
    }

    /// Stores the author of a message, for the notifications of later messages.
    private mutating func note(_ sent: MessageSent, by actor: Actor) {
        switch sent.side {
        case .patient:
            let writer = ID<Patient>(sent.author)
            if !patientWriters.contains(writer) { patientWriters.append(writer) }
        case .clinic:
            guard let account = actor.account, let role = Role(rawValue: actor.role) else { return }
            staffWriters.removeAll { $0.staff.uuid == sent.author }
            staffWriters.append(RecordReader(account: account, staff: ID(sent.author), role: role))
        }
    }

    /// Whether the thread can have this number of further events, and one more event that closes the thread.
    func hasRoom(for events: Int = 1) -> Bool { length + events < Self.longest }
}

/// The threads of one patient, open and closed ones.
public struct PatientThreads: EventSourced {
    public private(set) var threads: [ID<MessageThread>] = []
    /// The times at which the patient's last `most` threads of messages were opened, the oldest first.
    private var openings: [Instant] = []

    public static let initial = PatientThreads()
    public static let readsPersonal = false

    /// The maximum number of threads of one patient's record that are opened within `days` days. The erasure of a
    /// patient reads all threads of the record.
    static let most = 100
    static let days: Int64 = 365

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .message(.opened(let opened)) = recorded.event else { return }
        threads.append(opened.thread)
        openings.append(recorded.recordedAt)
        if openings.count > Self.most { openings.removeFirst() }
    }

    /// Whether another thread of messages can be opened.
    func hasRoom(at now: Instant) -> Bool {
        guard openings.count == Self.most, let oldest = openings.first else { return true }
        return oldest <= now.adding(days: -Self.days)
    }
}

/// The number of messages that a patient and the patient's guardians sent about one record on one day.
public struct PatientMessageDay: EventSourced {
    public private(set) var sent = 0

    public static let initial = PatientMessageDay()
    public static let readsPersonal = false

    /// The maximum number of messages that a patient and the patient's guardians can send about one record on one day.
    static let most = 100

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .message(.sent) = recorded.event { sent += 1 }
    }
}

/// The number of the last message of a thread that one reader has read.
public struct MessageReading: EventSourced {
    public private(set) var upTo = 0

    public static let initial = MessageReading()
    public static let readsPersonal = false
    /// A read mark never moves back to an earlier message, so the last event has the highest number.
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .message(.read(let read)) = recorded.event { upTo = read.upTo }
    }
}

/// The number of the last message of a thread that any reader of one side has read.
public struct SideReading: EventSourced {
    public private(set) var upTo = 0

    public static let initial = SideReading()
    public static let readsPersonal = false
    /// Each event with this state's tag says that the side has read further than before, so only the last event is
    /// read.
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .message(.read(let read)) = recorded.event { upTo = read.upTo }
    }
}

/// The state of a message for decisions, without text and files: the facts that never change, and whether the author
/// withdrew the message.
public struct KnownMessage: EventSourced {
    /// The facts of a sent message that never change.
    struct Sent: Sendable {
        let thread: ID<MessageThread>
        let number: Int
        let side: MessageSide
        let author: UUIDBytes
        let recipients: [UUIDBytes]
        let at: Instant
    }

    /// The message of a thread; `nil` before it is sent.
    private(set) var sent: Sent?
    private(set) var isWithdrawn = false

    public static let initial = KnownMessage()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .message(.sent(let event)):
            sent = Sent(
                thread: event.thread, number: event.number, side: event.side, author: event.author,
                recipients: event.recipients, at: recorded.recordedAt)
        case .message(.withdrawn): isWithdrawn = true
        default: break
        }
    }
}

extension Subject<MessageThread> {
    public static func messageThread(_ id: ID<MessageThread>) -> Subject { Subject(.messageThread(id)) }
}

extension Subject<PatientThreads> {
    static func messageThreads(of patient: ID<Patient>) -> Subject { Subject(.messageThreads(of: patient)) }
}

extension Subject<PatientMessageDay> {
    static func messages(from patient: ID<Patient>, on date: CivilDate) -> Subject {
        Subject(.messageDay(patient, date))
    }
}

extension Subject<MessageReading> {
    static func reading(_ mark: ID<ReadMark>) -> Subject { Subject(.readMark(mark)) }
}

extension Subject<SideReading> {
    static func reading(of side: MessageSide, in thread: ID<MessageThread>) -> Subject {
        Subject(.messagesRead(in: thread, by: side))
    }
}

extension Subject<KnownMessage> {
    static func message(_ id: ID<Message>) -> Subject { Subject(.message(id)) }
}

extension ID<ReadMark> {
    /// The id of a reader's read mark in a thread. The id is computed from the reader's id and the thread's id, so each
    /// reader has one read mark in a thread.
    public init(of reader: UUIDBytes, in thread: ID<MessageThread>) {
        let random: UInt64 = 0x3fff_ffff_ffff_ffff
        let (high, low) = (thread.uuid.high, thread.uuid.low)
        let mixed = low ^ reader.low ^ reader.high &* 0x9e37_79b9_7f4a_7c15
        self.init(UUIDBytes(high: high, low: low & ~random | mixed & random))
    }
}
