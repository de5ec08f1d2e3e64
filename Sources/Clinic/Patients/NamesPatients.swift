import EventSourcing
import Identifiers

/// A decision about patients whom its request names. It is refused if one of them is a merged record, since the request
/// must name the surviving record instead. `ClinicCommand` refuses it.
///
/// A decision that names an appointment, an invoice or another thing of a merged record goes on: that thing stays with
/// its record.
protocol NamesPatients: Decision where Event == ClinicEvent {
    var namedPatients: [ID<Patient>] { get }
}

extension DecisionModel<ClinicEvent> {
    /// The surviving record of the first of these patients who is a merged record; `nil` if none is.
    mutating func survivor(ofOneOf patients: [ID<Patient>]) -> ID<Patient>? {
        patients.compactMap { self[.registration(of: $0)].mergedInto }.first
    }
}

extension BookAppointment: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension HoldSlot: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension PlanSeries: NamesPatients {
    var namedPatients: [ID<Patient>] { [wish.patient] }
}
extension JoinWaitlist: NamesPatients {
    var namedPatients: [ID<Patient>] { [entry.patient] }
}
extension RemindPatient: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension PauseRecall: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension RecordCoverage: NamesPatients {
    var namedPatients: [ID<Patient>] { newPatient.map { [$0] } ?? [] }
}
extension IssueInvoice: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension SaveInvoiceDraft: NamesPatients {
    var namedPatients: [ID<Patient>] { [invoice.patient] }
}
extension RecordPayment: NamesPatients {
    var namedPatients: [ID<Patient>] { if case .patient(let patient) = payer { [patient] } else { [] } }
}
extension PayFamily: NamesPatients {
    var namedPatients: [ID<Patient>] { [guarantor] }
}
extension SetFamilyAccount: NamesPatients {
    var namedPatients: [ID<Patient>] { [guarantor] + members }
}
extension NameGuardian: NamesPatients {
    var namedPatients: [ID<Patient>] { [guardian, dependant] }
}
extension ReleaseGuardian: NamesPatients {
    var namedPatients: [ID<Patient>] { [guardian, dependant] }
}
extension RestrictRecord: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension BreakGlass: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension ErasePatient: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension ChangePatientDetails: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension ChangePatientContact: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension AcceptPatient: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension UnmergePatients: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension StartCheckIns: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension EndCheckIns: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
