import Endpoints
import EventLoop
import HTTPServer
import TLS

/// All listeners of a server, on all loops, with the gates that receive their requests.
struct ServerListeners {
    /// The listeners for plain HTTP, HTTPS and admins.
    private(set) var all: [OpenListeners] = []
    private(set) var gates: [LoopBound<StartupGate>] = []
    /// The port at which the server serves plain HTTP.
    let port: UInt16
    private(set) var securePort: UInt16?
    private(set) var adminPort: UInt16?

    /// Opens the listeners.
    ///
    /// - Throws: a `ConfigurationError`, or the system's error for an address.
    init(
        _ configuration: ServerConfiguration, plainHost: String, _ loops: [EventLoop], _ shared: SharedServices
    ) throws {
        let operations = ServerAPI.operations
        let router = try Router(operations)
        let crossOrigin = CrossOrigin(configuration.allowedOrigins, operations, router: router)
        func gates(_ access: ListenerAccess) -> [LoopBound<StartupGate>] {
            loops.map {
                LoopBound(
                    sending: StartupGate(
                        on: $0, access, operations, router: router, readiness: shared.readiness, crossOrigin,
                        console: shared.console), on: $0)
            }
        }
        let addresses = try ListenAddresses(configuration, plainHost: plainHost)
        let common = gates(addresses.admin == nil ? .everybody : .everybodyButAdmins)
        self.gates = common
        var settings = ListenerSettings()
        if let files = configuration.files {
            settings.limits.streamFor = { request in
                guard request.method == .post,
                    case .found(let index, _) = router.match(.post, request.pathBytes),
                    !operations[index].upload.isEmpty
                else { return nil }
                return files.uploadLimit
            }
        }
        let proxies = configuration.trustedProxies
        if configuration.proxyProtocol { settings.expectsProxyHeader = { proxies.trusts($0) } }
        for address in addresses.plain { all.append(try settings.open(address, for: common)) }
        port = all[0].port
        guard let https = configuration.https, let certificates = shared.certificates else { return }
        settings.credentials = certificates.credentials
        settings.fields = .overTLS(strictTransportSeconds: https.strictTransportSeconds)
        for address in addresses.secure {
            let open = try settings.open(address, for: common)
            securePort = securePort ?? open.port
            all.append(open)
        }
        guard let address = addresses.admin else { return }
        settings.credentials = certificates.adminCredentials
        let admins = gates(.admins)
        self.gates += admins
        let open = try settings.open(address, for: admins)
        adminPort = open.port
        all.append(open)
    }
}
