import ArgumentParser
import ClinicServer
import EventLoop

/// The options for clients' rate limits. A limit is written `rate` (requests per second), `rate/burst` (with the number
/// that may arrive at once), or `off`.
struct RateOptions: ParsableArguments {
    @Option(help: "Requests per second (and burst) of one address. Behind a proxy, name it with --trusted-proxy.")
    var networkRate = RateOption(RateLimits().network)
    @Option(help: "Requests per second (and burst) of one session.")
    var sessionRate = RateOption(RateLimits().session)
    @Option(help: "Requests per second (and burst) of all sessions of an account.")
    var accountRate = RateOption(RateLimits().account)
    @Option(
        help: ArgumentHelp(
            "The address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted. May be repeated.",
            valueName: "address[/bits]"))
    var trustedProxy: [AddressNetwork] = []

    var limits: RateLimits {
        var limits = RateLimits()
        limits.network = networkRate.limit
        limits.session = sessionRate.limit
        limits.account = accountRate.limit
        return limits
    }
}

extension AddressNetwork: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

enum RateOption: ExpressibleByArgument, CustomStringConvertible {
    case off
    case rate(RequestRate)

    init(_ limit: RequestRate?) { self = limit.map { .rate($0) } ?? .off }

    init?(argument: String) {
        if argument == "off" {
            self = .off
        } else {
            guard let rate = RequestRate(argument) else { return nil }
            self = .rate(rate)
        }
    }

    var description: String {
        switch self {
        case .off: "off"
        case .rate(let rate): "\(rate.perSecond)/\(rate.burst)"
        }
    }

    /// The rate limit that an option sets; `nil` for `off`.
    var limit: RequestRate? {
        switch self {
        case .off: nil
        case .rate(let rate): rate
        }
    }
}
