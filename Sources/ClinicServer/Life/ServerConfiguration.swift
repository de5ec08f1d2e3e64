public import Identity
public import ZoneFiles

/// What `chairside serve` is told.
public struct ServerConfiguration: Sendable {
    /// The commit that the program is built from; `nil` where that is not known.
    public var commit: String?
    /// An address, or `localhost` for both loopback addresses; loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// The port for plain HTTP; 0 for any free one.
    public var port: UInt16 = 8080
    /// Whether plain HTTP may be served on an address that others can reach.
    public var allowsPlainHTTP = false
    /// Whether other servers may listen on the same addresses and ports; all of them must be told so, and the kernel deals
    /// connections out among them.
    public var sharesPorts = false
    /// The path of a socket in the Unix domain, for plain HTTP beside the port.
    public var unixSocket: String?
    /// What has started the server. Its sockets take the place of `host` and `port`; one named `https` that of HTTPS's port.
    public var serviceManager = ServiceManager()
    /// Whether connections from trusted proxies begin with a head of the PROXY protocol.
    public var proxyProtocol = false
    /// HTTPS beside it.
    public var https: HTTPSConfiguration?
    /// Loops, each with its own listener and its own PostgreSQL connections.
    public var loops = 2
    /// A libpq URI.
    public var database: String
    /// A libpq URI of a hot standby, which spares the primary reads of figures; `nil` for none.
    public var replica: String?
    /// The folder with pepper and signing keys.
    public var keys: String
    /// The compiled zone database.
    public var zones = ZoneFolder()
    /// The folder in which signed ends of the chains are kept, out of the database's reach; `nil` for nowhere.
    public var chainHeads: String?
    /// What mails are sent with; `nil`: none are.
    public var mail: MailConfiguration?
    /// Whether admins reach nothing of the clinic before they have set up a second factor.
    public var adminsNeedSecondFactor = false
    /// Connections per loop for reading documents, and as many for accounts, sessions and the log; each loop has one more
    /// for writing.
    public var readers = 2
    /// How long an answer waits for read models behind the appends to show what has happened before it was asked for.
    public var patienceForFigures = Duration.seconds(1)
    /// Documents a second that are folded anew and compared with what is stored; 0 for none.
    public var shadowRate = 1.0
    /// The port on loopback at which Prometheus finds metrics; 0 for any free one, `nil` for none.
    public var metricsPort: UInt16?
    /// Whether each request has a line in the log.
    public var logsRequests = false
    /// How fast clients may ask.
    public var rates = RateLimits()
    /// What clients call the server, such as `https://clinic.example`; none: what follows from addresses and ports.
    public var origins: [Origin] = []
    /// Whose pages may read the answers in a browser.
    public var allowedOrigins = AllowedOrigins.none
    /// Whose word counts on who asks.
    public var trustedProxies = TrustedProxies()

    public init(database: String, keys: String) {
        self.database = database
        self.keys = keys
    }
}

/// What mails are sent with.
public struct MailConfiguration: Sendable {
    /// A program's full path and its arguments; it mails the message on its standard input.
    public var command: String
    /// The sender's address.
    public var sender: String
    /// Where the clinic's app takes tokens that were mailed.
    public var link: String

    public init(command: String, sender: String, link: String) {
        self.command = command
        self.sender = sender
        self.link = link
    }
}

/// The role that serving connections take: it can append to the log but not alter it.
let servingRole = "chairside_server"

/// The role that chains: it reads events and writes their hashes.
let chainingRole = "chairside_chainer"

/// The role that reads documents: of each table it sees the rows of one clinic, the one that the transaction names.
let readingRole = "chairside_reader"

/// The program as operators tell it from an older one.
public enum ProgramVersion {
    public static let number = "1.0.0"
}
