/// The status of an entry of a patient's chart.
public enum ChartEntryStatus: String, CaseIterable, Hashable, Sendable {
    /// The entry of the patient's chart is valid now.
    case current
    /// The allergy or the condition is over, or the patient no longer takes the medication.
    case resolved
    case enteredInError = "entered_in_error"
}

/// The way in which an entry of a patient's chart ends.
public enum ChartEntryEnd: String, CaseIterable, Hashable, Sendable {
    case resolved
    case enteredInError = "entered_in_error"

    /// The status of an entry of a patient's chart that has ended in this way.
    var status: ChartEntryStatus {
        switch self {
        case .resolved: .resolved
        case .enteredInError: .enteredInError
        }
    }
}
