public import EventSourcing
public import Logging
public import TimeZones

/// The part of the log that a process's loops share.
public struct SharedLog<Event: DomainEvent>: Sendable {
    public let announcements: Announcements<Event>
    let ownPositions = OwnPositions()
    package let catchUpSignal = CatchUpSignal()
    package let keys: PersonalKeys
    /// The zone rules for decisions.
    public let zones: ZoneSource
    /// Events that could not be read in this process.
    public let unreadable: UnreadableEvents

    /// The part of the event log that the loops of one process share.
    ///
    /// - Parameter keys: the person keys that seal personal values.
    public init(
        keys: PersonalKeys, zones: ZoneSource = ZoneSource(.onlyUTC), logger: Logger = Logger(label: "chairside.log")
    ) {
        self.keys = keys
        self.zones = zones
        unreadable = UnreadableEvents(logger)
        announcements = Announcements(keys: keys, unreadable)
    }
}
