/// The address of PostgreSQL, and the timeouts and limits of connections to it.
public struct PostgresConfiguration: Sendable {
    /// A libpq URI or keyword string, such as `postgresql://server/chairside` or
    /// `host=/run/postgresql dbname=chairside`.
    public var conninfo: String
    /// The role that every new connection switches to with `SET ROLE`.
    public var role: String?
    /// Where the connection finds what its statements name without a schema; `nil` for the settings of the database.
    public var searchPath: SearchPath?
    /// The application's name, which is shown in `pg_stat_activity`.
    public var applicationName: String
    /// The time limit for opening a session: from the start of the attempt until statements can be sent.
    public var connectTimeout: Duration
    /// The time after which PostgreSQL stops a statement with an error.
    public var statementTimeout: Duration
    /// The time after which PostgreSQL ends a session whose transaction is open while the client sends nothing.
    public var idleInTransactionTimeout: Duration
    /// The time limit for the answer to a database call, including waiting, sending and running. It should be longer
    /// than `statementTimeout`, so that it matters only if PostgreSQL or the network no longer answers, or the queue is
    /// long.
    public var deadline: Duration
    /// The time in which PostgreSQL must answer after a cancel request. After it, the connection is treated as lost.
    public var cancelGrace: Duration
    /// The maximum number of database calls in flight on one connection. Further calls wait in the pool, so that
    /// another connection can take them.
    public var window: Int
    /// The maximum number of database calls that may wait to be sent; a further call is refused with the error `busy`.
    public var queueLimit: Int
    /// The maximum number of prepared statements per connection. If a further statement must be prepared, the least
    /// recently used one is closed.
    public var preparedLimit: Int

    public init(
        conninfo: String, role: String? = nil, searchPath: SearchPath? = nil, applicationName: String = "chairside",
        connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(10),
        idleInTransactionTimeout: Duration = .seconds(30), deadline: Duration = .seconds(15),
        cancelGrace: Duration = .seconds(8), window: Int = 32, queueLimit: Int = 4096, preparedLimit: Int = 256
    ) {
        self.conninfo = conninfo
        self.role = role
        self.searchPath = searchPath
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
