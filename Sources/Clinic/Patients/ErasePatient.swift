public import EventSourcing
public import Identifiers

/// Who a patient is, is forgotten: by their own wish, or because there is no reason left to know it.
///
/// What is still to come stands in the way, since somebody has to be reached for it: appointments, and money on either
/// side. What was done and paid stays, under the patient's number.
public struct ErasePatient: Decision {
    public let patient: ID<Patient>
    public let reason: ErasureReason

    public init(_ patient: ID<Patient>, reason: ErasureReason) {
        self.patient = patient
        self.reason = reason
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let known = facts[.patient(patient)]
        let agenda = facts[.patientYears(patient)]
        let account = facts[.patientAccount(patient)]
        guard !known.isErased else { return [] }
        guard known.details != nil, let identity = known.identity else { throw .noSuchPatient }
        for entry in agenda.taken where entry.slot.end > now {
            // Who came early has been there.
            guard case .made(let course) = facts[.appointment(entry.appointment)], course.status == .completed else {
                throw .appointmentsAhead
            }
        }
        guard account.open == 0, account.credit == 0 else { throw .accountNotSettled }
        return [.patient(.patientErased(PatientErased(patient: patient, identity: identity, reason: reason)))]
    }
}
