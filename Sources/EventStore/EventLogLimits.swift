public struct EventLogLimits: Sendable {
    /// The maximum number of commands in one transaction.
    public var commandsPerBatch = 200
    /// A batch takes no further command beyond this many events.
    public var eventsPerBatch = 2_000
    /// How often a command is decided again after losing to other appends.
    public var races = 20
    /// How often states are fetched for one command.
    public var fetchesPerCommand = 50
    /// How long the lost answer of a command is looked up.
    public var unknownOutcomeDeadline = Duration.seconds(10)
    /// The pause before such commands are sent to the database again.
    public var pauseBeforeRetry = Duration.milliseconds(50)
    public var cachedClinics = 500
    /// For all clinics of one loop together; about a kilobyte each.
    public var cachedStates = 100_000

    public init() {}
}
