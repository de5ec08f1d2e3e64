public import EventSourcing
public import Logging
public import PostgresClient
public import TimeZones

/// The state of the event log that all loops of a process share.
public struct SharedLog<Event: DomainEvent>: Sendable {
    public let announcements: Announcements<Event>
    let ownPositions = OwnPositions()
    /// The proof that this process hears what other processes append.
    public let hearing = Hearing()
    package let catchUpSignal = CatchUpSignal()
    package let keys: PersonalKeys
    /// The time zone rules that decisions use.
    public let zones: ZoneSource
    /// The events that this process could not read and that are not quarantined yet.
    public let unreadable: UnreadableEvents
    /// Whether PostgreSQL could store the last append of this process.
    public let storage: StorageHealth

    /// Creates the state of the event log that all loops of a process share.
    ///
    /// - Parameter keys: the person keys that seal personal values.
    public init(
        keys: PersonalKeys, zones: ZoneSource = ZoneSource(.onlyUTC), logger: Logger = Logger(label: "chairside.log")
    ) {
        self.keys = keys
        self.zones = zones
        unreadable = UnreadableEvents(logger)
        storage = StorageHealth(logger)
        announcements = Announcements(keys: keys, unreadable)
    }
}
