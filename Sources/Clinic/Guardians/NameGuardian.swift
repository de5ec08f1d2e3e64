public import EventSourcing
public import Identifiers

/// Appoints a patient as guardian of another.
public struct NameGuardian: Decision {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>
    /// The caller's access to restricted records; `nil` for a caller to whom every record is open.
    public let reader: RecordReader?

    /// The maximum number of dependants, more than any guardian has.
    static let limit = 50

    public init(_ guardian: ID<Patient>, of dependant: ID<Patient>, by reader: RecordReader? = nil) {
        self.guardian = guardian
        self.dependant = dependant
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(GuardianRejection)
        -> [ClinicEvent]
    {
        guard model[.registration(of: guardian)].isCurrent, model[.registration(of: dependant)].isCurrent else {
            throw .noSuchPatient
        }
        // A caller cannot give others access to a record that is closed to the caller.
        if let reader, reader.access(to: dependant, &model, at: now) == .refused { throw .restricted }
        guard guardian != dependant else { throw .ownGuardian }
        let known = model[.guardian(guardian)].dependants
        guard !known.contains(dependant) else { return [] }
        guard known.count < NameGuardian.limit else { throw .tooMany }
        return [.guardian(.guardianNamed(GuardianNamed(guardian: guardian, dependant: dependant)))]
    }
}
