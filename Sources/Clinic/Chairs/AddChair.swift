public import EventSourcing
public import Identifiers

/// Adds a treatment chair to the clinic.
public struct AddChair: Decision {
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
        guard settings.chairs[chair] == nil else { return [] }
        try settings.check(chairName: name, of: chair)
        return [.chair(.chairAdded(ChairAdded(chair: chair, name: name)))]
    }
}
