public import EventSourcing
public import Identifiers

/// The clinic knows that a patient looks after another.
public struct NameGuardian: Decision {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>
    /// `nil`: somebody to whom no record is closed.
    public let reader: RecordReader?

    /// More than anybody looks after.
    static let limit = 50

    public init(_ guardian: ID<Patient>, of dependant: ID<Patient>, by reader: RecordReader? = nil) {
        self.guardian = guardian
        self.dependant = dependant
        self.reader = reader
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(GuardianRejection) -> [ClinicEvent] {
        guard facts[.registration(of: guardian)].isCurrent, facts[.registration(of: dependant)].isCurrent else {
            throw .noSuchPatient
        }
        // What one may not see oneself, one does not show to others.
        if let reader, reader.access(to: dependant, &facts, at: now) == .refused { throw .restricted }
        guard guardian != dependant else { throw .ownGuardian }
        let known = facts[.guardian(guardian)].dependants
        guard !known.contains(dependant) else { return [] }
        guard known.count < NameGuardian.limit else { throw .tooMany }
        return [.guardian(.guardianNamed(GuardianNamed(guardian: guardian, dependant: dependant)))]
    }
}
