public import EventSourcing
public import Identifiers

/// The state that tells which patient a claim belongs to.
public struct ClaimOwner: EventSourced {
    public private(set) var patient: ID<Patient>?

    public static let initial = ClaimOwner()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .insurance(.claimMade(let made)) = recorded.event { patient = made.patient }
    }
}

/// The state that tells which patient a coverage belongs to.
public struct CoverageOwner: EventSourced {
    public private(set) var patient: ID<Patient>?

    public static let initial = CoverageOwner()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .insurance(.coverageRecorded(let event)) = recorded.event { patient = event.patient }
    }
}

extension Subject<ClaimOwner> {
    static func claimOwner(_ id: ID<InsuranceClaim>) -> Subject<ClaimOwner> { Subject(.insuranceClaim(id)) }
}

extension Subject<CoverageOwner> {
    static func coverageOwner(_ id: ID<Coverage>) -> Subject<CoverageOwner> { Subject(.coverage(id)) }
}

extension DecisionModel<ClinicEvent> {
    /// The patient of a claim, the patient's account, and the claim; `nil` if the clinic has no such claim.
    mutating func claim(
        _ id: ID<InsuranceClaim>
    ) -> (patient: ID<Patient>, account: PatientAccount, claim: InsuranceClaim)? {
        guard let patient = self[.claimOwner(id)].patient else { return nil }
        let account = self[.patientAccount(patient)]
        return account.insurance[id].map { (patient, account, $0) }
    }
}
