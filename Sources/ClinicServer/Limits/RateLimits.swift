import Endpoints
import EventLoop
import HTTPServer
import Identifiers

/// The maximum request rates of clients; a rate that is `nil` is unlimited.
package struct RateLimits: Sendable {
    /// The rate of one address, or of one network of 64 bits under IPv6, with or without a session. It is high, since a
    /// whole hospital may share one address.
    package var network: RequestRate? = RequestRate(perSecond: 500, burst: 5_000)
    package var session: RequestRate? = RequestRate(perSecond: 50, burst: 500)
    /// The highest rate of requests of all sessions of an account together.
    package var account: RequestRate? = RequestRate(perSecond: 100, burst: 1_000)
    /// The highest rate of requests with all visit links of one appointment together.
    package var link: RequestRate? = RequestRate(perSecond: 1, burst: 60)
    /// The highest rate of requests from one network to the public booking of one clinic.
    package var publicBooking: RequestRate? = RequestRate(perSecond: 2, burst: 120)

    /// The highest rate of requests for files of the browser console from one network. A page may load hundreds of files,
    /// which cost the server far less than requests to the API. A hundred desks can open their pages at once.
    package var console: RequestRate? = RequestRate(perSecond: 5_000, burst: 50_000)

    package init() {}

    /// The kinds of rates. Requests are counted separately for each network, each session, each account, each
    /// appointment's visit links, each pair of a clinic's public booking and a network that uses it, and each network
    /// that loads files of the browser console.
    enum Kind: Int, CaseIterable, Sendable {
        case network, session, account, link, publicBooking, console
    }

    package static let none = {
        var limits = RateLimits()
        (limits.network, limits.session, limits.account) = (nil, nil, nil)
        (limits.link, limits.publicBooking, limits.console) = (nil, nil, nil)
        return limits
    }()
}

/// The rate meters of a process: one each for networks, sessions, accounts, the visit links of appointments, public
/// bookings, and files of the browser console. There is none for a rate that is unlimited.
final class RateMeters: Sendable {
    private let network: RateMeter?
    private let session: RateMeter?
    private let account: RateMeter?
    private let link: RateMeter?
    private let publicBooking: RateMeter?
    private let console: RateMeter?

    init(_ limits: RateLimits) {
        network = limits.network.map { RateMeter($0) }
        session = limits.session.map { RateMeter($0) }
        account = limits.account.map { RateMeter($0) }
        link = limits.link.map { RateMeter($0) }
        publicBooking = limits.publicBooking.map { RateMeter($0) }
        console = limits.console.map { RateMeter($0) }
    }

    /// Counts a request from a client's address. Returns a notice if the network of the address is near its limit or
    /// above it; otherwise `nil`.
    func ofNetwork(_ peer: SocketAddress?, at now: MonotonicTime) -> RateNotice? {
        guard let network, let peer else { return nil }
        return RateNotice(.network, network.rate, network.count(UUIDBytes(high: 0, low: peer.network), at: now))
    }

    func ofCaller(_ caller: Principal, at now: MonotonicTime) -> RateNotice? {
        if let session, let notice = RateNotice(.session, session.rate, session.count(caller.session, at: now)) {
            return notice
        }
        guard let account else { return nil }
        return RateNotice(.account, account.rate, account.count(caller.account, at: now))
    }
}

extension RateMeters {
    /// Counts a request for a file of the browser console from a client's address.
    func ofConsole(_ peer: SocketAddress?, at now: MonotonicTime) -> RateNotice? {
        guard let console, let peer else { return nil }
        return RateNotice(.console, console.rate, console.count(UUIDBytes(high: 0, low: peer.network), at: now))
    }

    /// Counts a request by the holder of a visit link, who has no session. The requests with all visit links of an
    /// appointment are counted together, so that moving the appointment does not begin a new count.
    func ofLink(to appointment: UUIDBytes, at now: MonotonicTime) -> RateNotice? {
        guard let link else { return nil }
        return RateNotice(.link, link.rate, link.count(appointment, at: now))
    }

    /// Counts a request to one clinic's public booking.
    ///
    /// - Parameter caller: a digest of the clinic and the person's network.
    func ofPublicBooking(_ caller: UUIDBytes, at now: MonotonicTime) -> RateNotice? {
        guard let publicBooking else { return nil }
        return RateNotice(.publicBooking, publicBooking.rate, publicBooking.count(caller, at: now))
    }
}

/// The header fields that tell a client how many requests it may still send (draft-ietf-httpapi-ratelimit-headers).
/// They are sent if more than half of the burst is used up, or if the client must wait.
struct RateNotice: Sendable {
    let isRefusal: Bool
    let limit: RateLimits.Kind
    private let policy: String
    private let state: String
    private let retryAfter: Int

    fileprivate init?(_ limit: RateLimits.Kind, _ rate: RequestRate, _ reading: RateMeter.Reading) {
        guard reading.retryAfter != nil || reading.remaining * 2 < rate.burst else { return nil }
        self.limit = limit
        isRefusal = reading.retryAfter != nil
        retryAfter = reading.retryAfter ?? 0
        let window = max(1, rate.burst / rate.perSecond)
        policy = "\"\(limit)\";q=\(rate.burst);w=\(window)"
        let wait = reading.retryAfter ?? max(1, (rate.burst - reading.remaining) / rate.perSecond)
        state = "\"\(limit)\";r=\(reading.remaining);t=\(wait)"
    }

    func mark(_ response: inout HTTPResponse) {
        response.fields.append("RateLimit-Policy", policy)
        response.fields.append("RateLimit", state)
    }

    /// The problem of a request above the rate limit.
    var problem: Problem { Problem(.tooManyRequests).field("Retry-After", String(max(1, retryAfter))) }

    /// The answer to a request above the rate limit.
    var refusal: HTTPResponse {
        var response = HTTPResponse.problem(problem)
        mark(&response)
        return response
    }
}

extension Reply {
    /// A copy of a reply with the header fields about the client's rate.
    func marked(_ notice: RateNotice?) -> Reply {
        guard let notice else { return self }
        return changed { notice.mark(&$0) }
    }
}
