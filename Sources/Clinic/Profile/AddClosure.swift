public import EventSourcing

/// Closes the clinic for some days. Appointments on them stay, for people to move.
public struct AddClosure: Decision {
    public let closure: Closure

    public init(_ closure: Closure) { self.closure = closure }

    /// More are a mistake, and every booking reads them all.
    static let limit = 500

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(ProfileRejection) -> [ClinicEvent] {
        let settings = facts[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard !settings.closures.contains(where: { $0.id == closure.id }) else { return [] }
        guard settings.closures.count < AddClosure.limit else { throw .tooManyClosures }
        return [.profile(.closureAdded(ClosureAdded(closure: closure)))]
    }
}
