public import EventSourcing
public import Identifiers

/// Ends a guardianship: the child has come of age, or another person has custody.
public struct ReleaseGuardian: Decision {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>

    public init(_ guardian: ID<Patient>, of dependant: ID<Patient>) {
        self.guardian = guardian
        self.dependant = dependant
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(GuardianRejection)
        -> [ClinicEvent]
    {
        guard model[.registration(of: guardian)].isCurrent, model[.registration(of: dependant)].isCurrent else {
            throw .noSuchPatient
        }
        guard model[.guardian(guardian)].dependants.contains(dependant) else { return [] }
        return [.guardian(.guardianReleased(GuardianReleased(guardian: guardian, dependant: dependant)))]
    }
}
