public import EventSourcing
public import Identifiers

/// Who a patient is, is forgotten: by their own wish, or because there is no reason left to know it.
///
/// What is still to come stands in the way, since somebody has to be reached for it: appointments, and money on either
/// side. What was done and paid stays, under the patient's number.
public struct ErasePatient: Decision {
    public let patient: ID<Patient>
    public let reason: ErasureReason
    /// They were erased before, in a past that was undone by a restore. Appointments and debts that it brought back do not
    /// stand in the way.
    public let isRepeated: Bool

    public init(_ patient: ID<Patient>, reason: ErasureReason, isRepeated: Bool = false) {
        self.patient = patient
        self.reason = reason
        self.isRepeated = isRepeated
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let known = facts[.patient(patient)]
        let agenda = facts[.patientYears(patient)]
        let account = facts[.patientAccount(patient)]
        guard !known.isErased else { return [] }
        guard known.details != nil, let identity = known.identity else { throw .noSuchPatient }
        if !isRepeated { try checkNothingIsLeft(agenda, account, &facts, at: now) }
        return [.patient(.patientErased(PatientErased(patient: patient, identity: identity, reason: reason)))]
    }

    private func checkNothingIsLeft(
        _ agenda: PatientAgenda, _ account: PatientAccount, _ facts: inout Facts<ClinicEvent>, at now: Instant
    ) throws(PatientRejection) {
        for entry in agenda.taken where entry.slot.end > now {
            // Who came early has been there.
            guard case .made(let course) = facts[.appointment(entry.appointment)], course.status == .completed else {
                throw .appointmentsAhead
            }
        }
        guard account.open == 0, account.credit == 0 else { throw .accountNotSettled }
    }
}
