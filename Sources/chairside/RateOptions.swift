import ArgumentParser
import ClinicServer
import EventLoop

/// The rate limits of clients: `rate` or `rate/burst` in requests per second and at once, or `off`.
struct RateOptions: ParsableArguments {
    @Option(help: "Requests a second (and at once) of one address; behind a proxy, name it with --trusted-proxy.")
    var networkRate = RateOption.standard
    @Option(help: "Requests a second (and at once) of one session.")
    var sessionRate = RateOption.standard
    @Option(help: "Requests a second (and at once) of all sessions of an account.")
    var accountRate = RateOption.standard
    @Option(
        help: ArgumentHelp(
            "A proxy of yours, or a network of them, that says in X-Forwarded-For who asks; may be repeated.",
            valueName: "address[/bits]"))
    var trustedProxy: [AddressNetwork] = []

    var limits: RateLimits {
        var limits = RateLimits()
        networkRate.apply(to: &limits.network)
        sessionRate.apply(to: &limits.session)
        accountRate.apply(to: &limits.account)
        return limits
    }
}

extension AddressNetwork: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

enum RateOption: ExpressibleByArgument, CustomStringConvertible {
    case standard, off
    case rate(RequestRate)

    init?(argument: String) {
        switch argument {
        case "off": self = .off
        case "standard": self = .standard
        case let text:
            guard let rate = RequestRate(text) else { return nil }
            self = .rate(rate)
        }
    }

    var description: String {
        switch self {
        case .standard: "standard"
        case .off: "off"
        case .rate(let rate): "\(rate.perSecond)/\(rate.burst)"
        }
    }

    func apply(to limit: inout RequestRate?) {
        switch self {
        case .standard: break
        case .off: limit = nil
        case .rate(let rate): limit = rate
        }
    }
}
