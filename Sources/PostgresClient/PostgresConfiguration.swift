/// The server's address, and the timeouts and limits for using it.
public struct PostgresConfiguration: Sendable {
    /// A libpq URI or keyword string, as `postgresql://server/chairside` or `host=/run/postgresql dbname=chairside`.
    public var conninfo: String
    /// `SET ROLE` on every new connection.
    public var role: String?
    /// Shown in `pg_stat_activity`.
    public var applicationName: String
    /// From the first packet to a usable session.
    public var connectTimeout: Duration
    /// The server ends a statement after this.
    public var statementTimeout: Duration
    /// The server ends a session that holds a transaction open and sends nothing for this long.
    public var idleInTransactionTimeout: Duration
    /// The time limit of an answer, with waiting, sending and running. Longer than `statementTimeout`, so that it
    /// matters only when the server or the network no longer answers, or the queue is long.
    public var deadline: Duration
    /// How long the server has to answer a cancel request before the connection counts as lost.
    public var cancelGrace: Duration
    /// Segments in flight on one connection; more wait in the pool, where another connection can take them.
    public var window: Int
    /// Segments that may wait; the next is refused as `busy`.
    public var queueLimit: Int
    /// Prepared statements kept per connection; the least recently used is closed for a new one.
    public var preparedLimit: Int

    public init(
        conninfo: String, role: String? = nil, applicationName: String = "chairside",
        connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(10),
        idleInTransactionTimeout: Duration = .seconds(30), deadline: Duration = .seconds(15),
        cancelGrace: Duration = .seconds(8), window: Int = 32, queueLimit: Int = 4096, preparedLimit: Int = 256
    ) {
        self.conninfo = conninfo
        self.role = role
        self.applicationName = applicationName
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
        self.deadline = deadline
        self.cancelGrace = cancelGrace
        self.window = max(1, window)
        self.queueLimit = max(0, queueLimit)
        self.preparedLimit = max(1, preparedLimit)
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
