public import EventSourcing
public import Identifiers

public struct RenameChair: Decision {
    public let chair: ID<Chair>
    public let name: String

    public init(_ chair: ID<Chair>, name: String) {
        self.chair = chair
        self.name = name
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ChairRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard let known = settings.chairs[chair] else { throw .noSuchChair }
        guard known.isActive else { throw .retired }
        guard known.name != name else { return [] }
        try settings.check(chairName: name, of: chair)
        return [.chair(.chairRenamed(ChairRenamed(chair: chair, name: name)))]
    }
}
