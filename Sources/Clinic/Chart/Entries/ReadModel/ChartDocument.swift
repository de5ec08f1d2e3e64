public import EventSourcing
public import Identifiers
import JSON

/// The document of an entry of a patient's chart.
public struct ChartDocument<Facts: Hashable & Sendable>: Hashable, Sendable {
    public let id: UUIDBytes
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public internal(set) var facts: Facts
    public internal(set) var status: ChartEntryStatus
    public let recordedAt: Instant
    /// The account that recorded the entry of the patient's chart; `nil` if a program recorded it.
    public let recordedBy: UUIDBytes?
    /// The reason why the entry of the patient's chart has ended; `nil` for a current entry, and after the patient's
    /// records were erased.
    public internal(set) var endReason: Personal<String>?
}

extension ChartDocument where Facts: ChartFacts {
    /// The alert that staff see because of this entry; `nil` if the entry is no alert, has ended, or was erased.
    func alert(_ kind: ChartEntryKind) -> PatientAlert? {
        guard status == .current, let text = facts.alert?.unlessErased else { return nil }
        return PatientAlert(kind: kind, entry: id, text: text)
    }

    mutating func erase() {
        facts = facts.erased
        endReason = nil
    }
}

extension Codec where Value == ChartEntryStatus {
    static var chartEntryStatus: Codec {
        .stringEnum.described(
            """
            `current`: the entry is valid. `resolved`: the condition or allergy is over, or the medication is no \
            longer taken. `entered_in_error`: the entry was never true.
            """
        )
    }
}

extension Codec where Value == Instant {
    static var entryRecordedAt: Codec { .instant.described("When the entry was recorded first, in UTC.") }
}

extension Codec where Value == UUIDBytes {
    static var entryRecordedBy: Codec {
        .uuid.described("The account that recorded the entry first; absent if a program recorded it.")
    }
}

extension Codec where Value == Personal<String> {
    static var entryEndReason: Codec {
        .personal(.clinical, .prose(max: 500)).described(
            "Why the entry has ended; absent while it is current, and after an erasure.")
    }
}
