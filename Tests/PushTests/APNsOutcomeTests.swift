import EventSourcing
import Foundation
import HTTPServer
import Push
import Testing

/// Tests the outcome of each answer of APNs. The reasons are those of Apple's page "Handling notification responses
/// from APNs".
@Suite(.timeLimit(.minutes(10))) struct APNsOutcomeTests {
    private typealias Row = (status: UInt16, reason: String, outcome: PushOutcome)

    /// The reasons for which APNs refuses requests that a correctly configured server never sends.
    private static let mistakes = [
        "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic", "DuplicateHeaders",
        "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "TopicDisallowed",
    ]

    /// The reasons for which APNs refuses the server's identity, without those of an outdated provider token.
    private static let refusedIdentities = [
        "BadCertificate", "BadCertificateEnvironment", "Forbidden", "MissingProviderToken", "UnrelatedKeyIdInToken",
        "BadEnvironmentKeyIdInToken",
    ]

    private static let others: [Row] = [
        (400, "BadDeviceToken", .gone(since: nil)),
        (400, "DeviceTokenNotForTopic", .refused(reason: "DeviceTokenNotForTopic")),
        (400, "IdleTimeout", .retry(after: nil, reason: "IdleTimeout")),
        (403, "ExpiredProviderToken", .retry(after: 1_200, reason: "ExpiredProviderToken")),
        (403, "InvalidProviderToken", .retry(after: 1_200, reason: "InvalidProviderToken")),
        (404, "BadPath", .refused(reason: "BadPath")),
        (405, "MethodNotAllowed", .refused(reason: "MethodNotAllowed")),
        (410, "ExpiredToken", .gone(since: nil)), (410, "Unregistered", .gone(since: nil)),
        (413, "PayloadTooLarge", .refused(reason: "PayloadTooLarge")),
        (429, "TooManyProviderTokenUpdates", .retry(after: nil, reason: "TooManyProviderTokenUpdates")),
        (429, "TooManyRequests", .retry(after: nil, reason: "TooManyRequests")),
        (500, "InternalServerError", .retry(after: nil, reason: "InternalServerError")),
        (503, "ServiceUnavailable", .retry(after: nil, reason: "ServiceUnavailable")),
        (503, "Shutdown", .retry(after: nil, reason: "Shutdown")),
    ]

    private static var reasons: [Row] {
        let mistakes = mistakes.map { Row(400, $0, .refused(reason: $0)) }
        let identities = refusedIdentities.map { Row(403, $0, .refused(reason: $0)) }
        return mistakes + identities + others
    }

    @Test func `each reason with which APNs refuses a push message gives the push the right outcome`() async throws {
        let reasons = Self.reasons
        try await withAPNs { record, _ in
            let (status, reason, _) = reasons[(record.requests.count - 1) % reasons.count]
            return refusal(status, reason)
        } _: { apns in
            #expect(reasons.count == 32)
            for (_, reason, outcome) in reasons {
                #expect(await apns.deliver(message()) == outcome, "\(reason)")
            }
            // Each message was sent once, since a provider token that is refused within 20 minutes is not replaced.
            #expect(apns.record.requests.count == reasons.count)
        }
    }

    @Test func `a registration that has ended is reported as gone since the instant that APNs names`() async throws {
        try await withAPNs { _, _ in
            refusal(410, "Unregistered", more: #","timestamp":1454948015990"#)
        } _: { apns in
            #expect(await apns.deliver(message()) == .gone(since: Instant(secondsSince1970: 1_454_948_015)))
        }
    }

    @Test func `the outcome retry of a push to APNs has the wait that the answer's field Retry-After asks for`()
        async throws
    {
        try await withAPNs { _, _ in
            refusal(429, "TooManyRequests", fields: ["Retry-After": "120"])
        } _: { apns in
            #expect(await apns.deliver(message()) == .retry(after: 120, reason: "TooManyRequests"))
        }
    }

    @Test func `the outcome of a push follows from the status if the answer of APNs has no reason`() async throws {
        try await withAPNs { record, _ in
            let statuses: [UInt16] = [502, 418, 200]
            return HTTPResponse(
                HTTPStatus(statuses[(record.requests.count - 1) % 3]), body: .bytes(Array("<p>{\"reason\":1}".utf8)))
        } _: { apns in
            #expect(await apns.deliver(message()) == .retry(after: nil, reason: "status 502"))
            #expect(await apns.deliver(message()) == .refused(reason: "status 418"))
            #expect(await apns.deliver(message()) == .delivered)
        }
    }

    @Test func `the reason in an answer of APNs is cut to 64 letters, digits and underscores`() async throws {
        let long = "<b>Bad\\n" + String(repeating: "x", count: 100)
        try await withAPNs { _, _ in
            refusal(400, long)
        } _: { apns in
            let expected = "bBad" + String(repeating: "x", count: 60)
            #expect(await apns.deliver(message()) == .refused(reason: expected))
        }
    }
}
