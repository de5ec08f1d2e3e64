import EventSourcing
import Identifiers

/// A decision about patients whom its request names. If the request names a merged record, `ClinicCommand` refuses the
/// decision with the problem `patientMerged`, since the request must name the surviving record instead.
///
/// A decision that names an appointment, an invoice or another entity of a merged record is not refused for this
/// reason, since that entity stays with the merged record.
protocol NamesPatients: Decision where Event == ClinicEvent {
    var namedPatients: [ID<Patient>] { get }
}

extension DecisionModel<ClinicEvent> {
    /// The surviving record of the first of the given patients whose record is merged into another one; `nil` if there
    /// is none.
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
extension ProposePlan: NamesPatients {
    var namedPatients: [ID<Patient>] { newPatient.map { [$0] } ?? [] }
}
extension RecordFinding: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension ChangeFinding: NamesPatients {
    var namedPatients: [ID<Patient>] { [named] }
}
extension RecordPerioExamination: NamesPatients {
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
    var namedPatients: [ID<Patient>] { isOwn ? [] : [guardian, dependant] }
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
extension PrescribeDrug: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension FillHistoryForm: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension PresentConsent: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension StartCheckIns: NamesPatients {
    var namedPatients: [ID<Patient>] { owner.patients }
}
extension RecordChartEntry: NamesPatients {
    var namedPatients: [ID<Patient>] { newPatient.map { [$0] } ?? [] }
}
extension RecordVitals: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension DraftNote: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension OpenMessageThread: NamesPatients {
    var namedPatients: [ID<Patient>] { [patient] }
}
extension EndCheckIns: NamesPatients {
    var namedPatients: [ID<Patient>] { owner.patients }
}
