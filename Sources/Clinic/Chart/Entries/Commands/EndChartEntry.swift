public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that resolves an entry of a patient's chart, or marks it as entered in error.
public struct EndChartEntry: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownEntry
        /// An entry of a patient's chart that was entered in error cannot be resolved.
        case enteredInError

        public var problem: Problem {
            switch self {
            case .unknownEntry: .notFound
            case .enteredInError: .chartEntryEnded(.enteredInError)
            }
        }
    }

    public let entry: ChartEntryID
    public let end: ChartEntryEnd
    public let reason: Personal<String>

    public init(_ entry: ChartEntryID, _ end: ChartEntryEnd, reason: Personal<String>) {
        self.entry = entry
        self.end = end
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.chartEntry(entry)]
        // The reason why an entry of a chart ends is a text about the patient, so none is stored after the patient's
        // erasure.
        guard let patient = known.patient, model[.registration(of: patient)].isCurrent else { throw .unknownEntry }
        if known.status == end.status { return [] }
        if known.status == .enteredInError { throw .enteredInError }
        return [.chart(.ended(ChartEntryEnded(entry: entry, patient: patient, end: end, reason: reason)))]
    }
}

extension Problem.Kind {
    static let chartEntryEnded = Problem.Kind(
        "chart-entry-ended", 409, "The entry has ended",
        means:
            """
            An entry that has ended cannot be changed. An entry that was entered in error cannot be resolved. \
            `entry_status` is the entry's status.
            """,
        remedy: "Record a new entry.",
        members: [
            .member(
                "entry_status", Codec<ChartEntryStatus>.stringEnum.described("The entry's status."), example: .resolved)
        ])
}

extension Problem {
    static func chartEntryEnded(_ status: ChartEntryStatus) -> Problem {
        Problem(.chartEntryEnded).with("entry_status", status, .stringEnum)
    }
}
