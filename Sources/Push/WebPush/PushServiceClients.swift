import EventLoop
import HTTPClient
import Synchronization

/// The HTTP clients for the push services of browsers, one for each origin. The number of clients is limited. If there
/// is no room for a new one, the client that has not been used for the longest time is closed.
final class PushServiceClients: Sendable {
    private let connection: PushConnection
    private let permits: @Sendable (SocketAddress) -> Bool
    private let clients = Mutex(RecentlyUsed<HTTPSOrigin, HTTPClient>(limit: 64))

    /// The limits of a client for a browser's push service. The time limit for an answer is short: a subscription may
    /// name a server that never answers, and a delivery to that server takes the place of another delivery.
    private static var limits: ClientLimits {
        var limits = ClientLimits()
        limits.timeout = .seconds(10)
        return limits
    }

    init(_ connection: PushConnection, permits: @escaping @Sendable (SocketAddress) -> Bool) {
        self.connection = connection
        self.permits = permits
    }

    func client(of origin: HTTPSOrigin) -> HTTPClient {
        let (client, removed) = clients.withLock { clients in
            clients.value(of: origin) {
                HTTPClient(to: origin, on: connection.loop, connection.context, limits: Self.limits, permits: permits)
            }
        }
        removed?.close()
        return client
    }

    func close() {
        let clients = clients.withLock { $0.all }
        for client in clients { client.close() }
    }
}
