public import EventSourcing
public import Identifiers
public import JSON

/// The clinic reminded a patient of a recall: that a service is due again.
public struct RecallReminded: EventPayload, Hashable {
    /// The way in which the patient was reminded of a recall: by a call, an e-mail, a message or a letter.
    public enum Channel: String, Hashable, Sendable, CaseIterable { case phone, email, message, letter }

    public let patient: ID<Patient>
    public let service: ID<Service>
    public let channel: Channel
    /// The reminder that the servers gave by themselves; `nil` if staff recorded the reminder.
    public let notice: RecallNotice?

    public static let stored = StoredType("recall-reminded")
    public static let codec = object(
        RecallReminded.init(patient:service:channel:notice:), field("patient_id", \.patient, .id()),
        field("service_id", \.service, .id()), field("channel", \.channel, .stringEnum),
        optionalField("notice", \.notice, RecallNotice.codec))
    public var tags: [Tag] {
        [.recalls(of: patient)] + (notice.map { [.recallNotices(after: $0.visit)] } ?? [])
    }
}
