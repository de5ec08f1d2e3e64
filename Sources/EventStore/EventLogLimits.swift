public struct EventLogLimits: Sendable {
    /// The maximum number of commands in one transaction.
    public var commandsPerBatch = 200
    /// The number of events at which a batch accepts no further command.
    public var eventsPerBatch = 2_000
    /// The maximum number of times that a command is decided again because other appends changed the states that its
    /// decision had read.
    public var races = 20
    /// The maximum number of fetches of states for one command.
    public var fetchesPerCommand = 50
    /// The maximum time for which the log tries to find out whether a command was done, after PostgreSQL's answer was
    /// lost.
    public var unknownOutcomeDeadline = Duration.seconds(10)
    /// The pause before commands with an unknown outcome are sent to the database again.
    public var pauseBeforeRetry = Duration.milliseconds(50)
    public var cachedClinics = 500
    /// The approximate maximum number of tags with cached states, for all clinics of one loop together. The states of
    /// one tag take about a kilobyte.
    public var cachedStates = 100_000

    public init() {}
}
