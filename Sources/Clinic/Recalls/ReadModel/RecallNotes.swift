public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The reminders and the pause of a patient's recalls for a service.
public struct RecallNotesDocument: Sendable {
    public let patient: ID<Patient>
    public let service: ID<Service>
    public internal(set) var version: Int64
    public internal(set) var pausedUntil: CivilDate?
    public internal(set) var reminders: [Reminder]
    /// The last reminder that the servers gave by themselves; `nil` if they gave none.
    public internal(set) var notice: RecallNotice?

    /// A reminder of a recall: its time, and whether it was a call, an e-mail, a message or a letter.
    public struct Reminder: Sendable {
        public let at: Instant
        public let channel: RecallReminded.Channel
    }

    /// The maximum number of reminders that the document of a patient's recalls keeps. Older ones are dropped.
    static let mostReminders = 50

    public static let codec = object(
        RecallNotesDocument.init(patient:service:version:pausedUntil:reminders:notice:),
        field("patient_id", \.patient, .patientID), field("service_id", \.service, .serviceID),
        field("version", \.version, .version),
        optionalField("paused_until", \.pausedUntil, .pausedUntil),
        field("reminders", \.reminders, .array(Reminder.codec).described("The latest reminders, the oldest first.")),
        optionalField(
            "notice", \.notice,
            RecallNotice.codec.described("The last reminder that the servers gave by themselves; absent: none."))
    ).described("The reminders and the pause of a patient's recalls for a service.").named("RecallNotes")
}

extension RecallNotesDocument.Reminder {
    static let codec = object(
        RecallNotesDocument.Reminder.init(at:channel:),
        field("at", \.at, .instant.described("When it was sent, in UTC.")),
        field("channel", \.channel, .recallChannel)
    ).described("A reminder that a visit is due.").named("RecallReminder")
}

/// The read model of reminders and pauses of recalls: one row for each patient and service with a reminder or a pause.
public enum RecallNotes: ClinicReadModel {
    public static let table = DocumentTable("recall_notes", key: "recall", .text)
    public static let audience = DocumentAudience.allStaff
    public static let codec = RecallNotesDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<RecallNotesDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<RecallNotesDocument>("paused_until", .date) { $0.pausedUntil?.bind ?? .null(.date) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .recall(let event) = event { [event.key] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { RecallKey.patient(key).map { [.recalls(of: $0)] } ?? [] }

    public static func fold(
        _ document: RecallNotesDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> RecallNotesDocument? {
        guard case .recall(let event) = recorded.event else { return document }
        func notes(_ patient: ID<Patient>, _ service: ID<Service>) -> RecallNotesDocument {
            var notes =
                document
                ?? RecallNotesDocument(
                    patient: patient, service: service, version: 0, pausedUntil: nil, reminders: [], notice: nil)
            notes.version = recorded.position
            return notes
        }
        switch event {
        case .reminded(let reminded):
            var notes = notes(reminded.patient, reminded.service)
            notes.reminders.append(.init(at: recorded.recordedAt, channel: reminded.channel))
            if let notice = reminded.notice { notes.notice = notice }
            notes.reminders.removeFirst(max(0, notes.reminders.count - RecallNotesDocument.mostReminders))
            return notes
        case .paused(let paused):
            var notes = notes(paused.patient, paused.service)
            notes.pausedUntil = paused.until
            return notes
        }
    }
}

extension Codec where Value == CivilDate {
    static var pausedUntil: Codec {
        .date.described(
            "The first day on which the patient can be due again, by the clinic's calendar; absent: no pause.")
    }
}

extension Codec where Value == RecallReminded.Channel {
    static var recallChannel: Codec {
        .stringEnum.described("How the patient was reminded: `phone`, `email`, `message` or `letter`.")
    }
}
