public import EventSourcing
public import Identifiers

/// The merge of a patient's record with another record of the same person, as seen from the patient's record.
public enum RecordMerge: Hashable, Sendable {
    /// The patient's record was merged into another record of the same person.
    case into(ID<Patient>)
    /// Another record of the same person was merged into the patient's record.
    case with(ID<Patient>)

    /// The other record in a merge of two records of the same person.
    public var other: ID<Patient> {
        switch self {
        case .into(let other), .with(let other): other
        }
    }
}

extension Registration {
    /// The record into which the patient's record was merged; `nil` if it was not merged.
    public var mergedInto: ID<Patient>? { if case .into(let survivor) = merge { survivor } else { nil } }
    /// The record that was merged into the patient's record; `nil` if there is none.
    public var mergedRecord: ID<Patient>? { if case .with(let merged) = merge { merged } else { nil } }
}

extension DecisionModel<ClinicEvent> {
    /// A patient's record and, if it is merged with another record of the same person, that record too. An appointment
    /// or a hold on either record takes the person's time.
    mutating func records(ofPersonWith patient: ID<Patient>) -> [ID<Patient>] {
        [patient] + (self[.registration(of: patient)].merge.map { [$0.other] } ?? [])
    }

    /// The record that stands for the person: the patient's own, or the one into which it was merged.
    public mutating func survivor(of patient: ID<Patient>) -> ID<Patient> {
        self[.registration(of: patient)].mergedInto ?? patient
    }

    /// Whether a record is shown for a patient: it is the patient's own, or was merged into the patient's.
    mutating func isShown(_ record: ID<Patient>, for patient: ID<Patient>) -> Bool {
        record == patient || self[.registration(of: record)].mergedInto == patient
    }

    /// The records that are shown for a patient: the patient's own, and the one that was merged into it.
    public mutating func records(shownFor patient: ID<Patient>) -> [ID<Patient>] {
        [patient] + (self[.registration(of: patient)].mergedRecord.map { [$0] } ?? [])
    }

    /// The histories of the patient's account and of the account of the record that was merged into the patient's
    /// record.
    mutating func accountHistories(shownFor patient: ID<Patient>) -> [AccountHistory] {
        records(shownFor: patient).map { self[.accountHistory($0)] }
    }

    /// The agendas of all records of a person in the calendar year of the given date. The agenda of `patient` is the
    /// first.
    mutating func agendas(ofPersonWith patient: ID<Patient>, _ date: CivilDate) -> [PatientYear] {
        records(ofPersonWith: patient).map { self[.patientYear($0, date)] }
    }

    /// The first conflict of `slot` with the appointments and holds of a person, on all records of the person.
    mutating func conflict(
        with slot: Slot, ofPersonWith patient: ID<Patient>, on date: CivilDate, for visitor: Visitor, at now: Instant
    ) -> Conflict? {
        agendas(ofPersonWith: patient, date).lazy.compactMap { $0.conflict(with: slot, for: visitor, at: now) }.first
    }
}
