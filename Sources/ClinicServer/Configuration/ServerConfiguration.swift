import Identity
import Push
import ZoneFiles

/// The configuration of `chairside serve`.
package struct ServerConfiguration: Sendable {
    /// The commit that the program was built from; `nil` if unknown.
    package var commit: String?
    /// The address at which the server listens, or `localhost` for both loopback addresses. The default is a loopback
    /// address.
    package var host = "127.0.0.1"
    /// The port for plain HTTP; 0 for any free one.
    package var port: UInt16 = 8080
    /// Whether plain HTTP may be served on an address that other machines can reach.
    package var allowsPlainHTTP = false
    /// Whether other servers may listen on the same addresses and ports. All of them need this setting, and the kernel
    /// distributes connections among them.
    package var sharesPorts = false
    /// The path of a Unix socket at which the server also serves plain HTTP; `nil` for none.
    package var unixSocket: String?
    /// The service manager that started the server. Its sockets replace `host` and `port`; a socket named `https`
    /// replaces the port of HTTPS.
    package var serviceManager = ServiceManager()
    /// Whether connections from trusted proxies begin with a PROXY protocol header.
    package var proxyProtocol = false
    /// The configuration of HTTPS, which is served beside plain HTTP.
    package var https: HTTPSConfiguration?
    /// The number of loops, each with its own listener and its own PostgreSQL connections.
    package var loops = 2
    /// The maximum number of held polls on each loop.
    package var heldPolls = 1_000
    /// The libpq URI of the database.
    package var database: String
    /// The libpq URI of a hot standby from which figures are read instead of from the primary; `nil` for none.
    package var replica: String?
    /// The folder with pepper and signing keys.
    package var keys: String
    /// The folder of compiled time zone rules.
    package var zones = ZoneFolder()
    /// The file with the catalogue of drugs and studies; `nil` for the one that is built into the program.
    package var catalogue: CatalogueFile?
    /// The folder outside of the database for the signed ends of the hash chains and for the list of erasures; `nil`
    /// for none.
    package var chainHeads: String?
    /// The settings for patients' files; `nil` if the server stores no files.
    package var files: FileSettings?
    /// The configuration of the push services that deliver notifications to devices.
    package var push = PushConfiguration()
    /// The configuration for sending mails; `nil` if none are sent.
    package var mail: MailConfiguration?
    /// Whether admins must set up a second factor before they can use any operation of the clinic.
    package var adminsNeedSecondFactor = false
    /// The number of connections per loop for reading documents. A replica gets as many. Each loop also has as many
    /// connections for accounts, sessions and reads of the event log, and one more for appending events.
    package var readers = 2
    /// The longest time for which an answer waits until asynchronous read models include the events appended before the
    /// request.
    package var patienceForFigures = Duration.seconds(1)
    /// The number of documents per second that the projection audit checks; 0 for none.
    package var projectionAuditRate = 1.0
    /// The port of the loopback address at which Prometheus reads the metrics; 0 for any free one, `nil` for none.
    package var metricsPort: UInt16?
    /// Whether the server writes a line for each request to its log.
    package var logsRequests = false
    /// Whether webhooks may have `http` URLs and URLs of the server's own network. The setting is for tests of
    /// receivers only, since admins of clinics could reach inner services with it.
    package var permitsLocalWebhooks = false
    /// The maximum request rates of clients.
    package var rates = RateLimits()
    /// The origins under which clients reach the server, such as `https://clinic.example`. If there are none, they are
    /// derived from addresses and ports.
    package var origins: [Origin] = []
    /// The origins whose pages may read the server's answers in a browser.
    package var allowedOrigins = AllowedOrigins.none
    /// The proxies whose `X-Forwarded-For` field may name the client's address.
    package var trustedProxies = TrustedProxies()

    /// The address by which people reach the server; `nil` if the operator names none.
    package var publicAddress: Origin?
    /// The pages that links open; `nil` for those of `mail`, if mails are sent.
    package var links: AppLinks?
    /// Where the files of the browser console come from.
    package var console = ConsoleSetting.on
    package init(database: String, keys: String) {
        self.database = database
        self.keys = keys
    }
}
