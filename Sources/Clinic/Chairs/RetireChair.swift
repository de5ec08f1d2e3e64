public import EventSourcing
public import Identifiers

/// Retires a chair, which then takes no more appointments. Its present appointments stay, for people to move.
public struct RetireChair: Decision {
    public let chair: ID<Chair>

    public init(_ chair: ID<Chair>) { self.chair = chair }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ChairRejection)
        -> [ClinicEvent]
    {
        guard let known = model[.settings].chairs[chair] else { throw .noSuchChair }
        return known.isActive ? [.chair(.chairRetired(ChairRetired(chair: chair)))] : []
    }
}
