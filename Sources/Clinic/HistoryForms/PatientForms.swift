public import EventSourcing
public import Identifiers

/// The number of a patient's medical history forms that were filled in within one calendar year. The number is limited.
public struct PatientForms: EventSourced {
    public private(set) var count = 0

    public static let initial = PatientForms()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .historyForm(.filled) = recorded.event { count += 1 }
    }
}

/// The patient of a medical history form; `nil` if there is no such form.
public struct HistoryFormOwner: EventSourced {
    public private(set) var patient: ID<Patient>?

    public static let initial = HistoryFormOwner()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .historyForm(.filled(let filled)) = recorded.event { patient = filled.patient }
    }
}

extension Subject<PatientForms> {
    /// The medical history forms that were filled in for a patient in the calendar year of the given date.
    static func forms(of patient: ID<Patient>, inYearOf date: CivilDate) -> Subject<PatientForms> {
        Subject(.historyForms(of: patient, date))
    }
}

extension Subject<HistoryFormOwner> {
    static func historyFormOwner(_ id: ID<HistoryForm>) -> Subject<HistoryFormOwner> { Subject(.historyForm(id)) }
}
