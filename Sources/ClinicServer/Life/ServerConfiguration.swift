/// What `chairside serve` is told.
public struct ServerConfiguration: Sendable {
    /// An address, not a name; loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// 0 for any free port.
    public var port: UInt16 = 8080
    /// Loops, each with its own listener and its own PostgreSQL connections.
    public var loops = 2
    /// A libpq URI.
    public var database: String
    /// The folder with pepper and signing keys.
    public var keys: String
    /// Connections for reading per loop; each loop has one more for writing.
    public var readers = 2

    public init(database: String, keys: String) {
        self.database = database
        self.keys = keys
    }
}

/// The role that serving connections take: it can append to the log but not alter it.
let servingRole = "chairside_server"
