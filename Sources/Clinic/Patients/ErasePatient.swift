public import EventSourcing
public import Identifiers

/// Erases a patient's identity: at their own request, or because there is no reason left to keep it.
///
/// Future appointments and an open balance in either direction prevent it, since the patient must be reachable for
/// them. Treatment and payments stay, under the patient's number.
public struct ErasePatient: Decision {
    public let patient: ID<Patient>
    public let reason: ErasureReason
    /// The erasure was done before, and a restore lost it. Appointments and debts that came back with the restore do
    /// not prevent it.
    public let isRepeated: Bool

    public init(_ patient: ID<Patient>, reason: ErasureReason, isRepeated: Bool = false) {
        self.patient = patient
        self.reason = reason
        self.isRepeated = isRepeated
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(PatientRejection)
        -> [ClinicEvent]
    {
        let known = model[.patient(patient)]
        let agenda = model[.patientYears(patient)]
        let account = model[.patientAccount(patient)]
        guard !known.isErased else { return [] }
        guard known.details != nil, let identity = known.identity else { throw .noSuchPatient }
        if !isRepeated { try checkNothingIsLeft(agenda, account, &model, at: now) }
        return [.patient(.patientErased(PatientErased(patient: patient, identity: identity, reason: reason)))]
    }

    private func checkNothingIsLeft(
        _ agenda: PatientAgenda, _ account: PatientAccount, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(PatientRejection) {
        for entry in agenda.taken where entry.slot.end > now {
            // A patient who came early counts as having come.
            guard case .made(let course) = model[.appointment(entry.appointment)], course.status == .completed else {
                throw .appointmentsAhead
            }
        }
        guard account.open == 0, account.credit == 0 else { throw .accountNotSettled }
    }
}
