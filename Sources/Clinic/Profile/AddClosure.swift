public import EventSourcing

/// Closes the clinic for some days. The appointments of those days stay, for people to move.
public struct AddClosure: Decision {
    public let closure: Closure

    public init(_ closure: Closure) { self.closure = closure }

    /// The maximum number of closures. More would be a mistake, and every booking reads all of them.
    static let limit = 500

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ProfileRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard !settings.closures.contains(where: { $0.id == closure.id }) else { return [] }
        guard settings.closures.count < AddClosure.limit else { throw .tooManyClosures }
        return [.profile(.closureAdded(ClosureAdded(closure: closure)))]
    }
}
