import EventSourcing
import HTTPServer
import JSON
import Push
import Synchronization
import TestSupport
import Testing

/// Tests when the channel to APNs signs a new provider token.
@Suite(.timeLimit(.minutes(10))) struct ProviderTokenTests {
    @Test func `a provider token names the team, and is replaced after 50 minutes`() async throws {
        try await withAPNs { apns in
            for minutes: Int64 in [0, 49, 1, 49] {
                apns.clock.advance(minutes: minutes)
                #expect(await apns.deliver(message()) == .delivered)
            }
            let tokens = apns.record.requests.map(\.providerToken)
            #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2] && tokens[2] == tokens[3])
            let claims = tokens.compactMap { apns.claims(of: $0) }
            #expect(claims.count == 4)
            #expect(claims.allSatisfy { $0["iss"]?.string == "TEAM012345" })
            #expect(claims[0]["iat"]?.integer == 1_764_000_000)
            #expect(claims[2]["iat"]?.integer == 1_764_003_000)
        }
    }

    @Test func `a provider token that APNs refuses is replaced once, and each message is sent again under the same id`()
        async throws
    {
        let first = Mutex<String?>(nil)
        try await withAPNs { record, request in
            let isFirst = first.withLock { first in
                first = first ?? request.providerToken
                return first == request.providerToken
            }
            return isFirst && record.requests.count > 1
                ? refusal(403, "ExpiredProviderToken") : record.accept(request)
        } _: { apns in
            #expect(await apns.deliver(message()) == .delivered)
            apns.clock.advance(minutes: 20)
            let outcomes = await allAtOnce(0..<20) { _ in await apns.deliver(message()) }
            #expect(outcomes.allSatisfy { $0 == .delivered })
            #expect(Set(apns.record.requests.map(\.providerToken)).count == 2)
            #expect(apns.record.accepted.count == 21)
            #expect(apns.record.accepted.values.allSatisfy { $0 == 1 })
        }
    }

    @Test func `a provider token that APNs refuses is not replaced before it is 20 minutes old`()
        async throws
    {
        try await withAPNs { _, _ in
            refusal(403, "InvalidProviderToken")
        } _: { apns in
            #expect(await apns.deliver(message()) == .retry(after: 1_200, reason: "InvalidProviderToken"))
            apns.clock.advance(minutes: 19)
            #expect(await apns.deliver(message()) == .retry(after: 60, reason: "InvalidProviderToken"))
            #expect(Set(apns.record.requests.map(\.providerToken)).count == 1)
            apns.clock.advance(minutes: 1)
            #expect(await apns.deliver(message()) == .retry(after: 1_200, reason: "InvalidProviderToken"))
            #expect(apns.record.requests.count == 4)
            #expect(Set(apns.record.requests.map(\.providerToken)).count == 2)
        }
    }

    @Test func `a new provider token is signed after the clock was set back by an hour`() async throws {
        try await withAPNs { apns in
            #expect(await apns.deliver(message()) == .delivered)
            apns.clock.advance(minutes: -10)
            #expect(await apns.deliver(message()) == .delivered)
            apns.clock.advance(minutes: -50)
            #expect(await apns.deliver(message()) == .delivered)
            let tokens = apns.record.requests.map(\.providerToken)
            #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
        }
    }
}
