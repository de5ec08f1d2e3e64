import ClinicServer
import TestSupport
import Testing

extension Conformance {
    @Suite struct Rates {
        @Test func `a session that asks too fast is told to wait, and nobody else notices`() async throws {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 20)
            try await Practice.open(rates: rates) { practice in
                let fast = try await practice.signIn("patient1")
                let calm = try await practice.signIn("patient2")
                var refused: HTTPAnswer?
                var noticed = false
                // The clock goes on meanwhile, so a few more than the burst may pass.
                for _ in 0..<200 where refused == nil {
                    let answer = try await fast.get("patient/home")
                    if answer.status == 429 {
                        refused = answer
                    } else {
                        noticed = noticed || answer.fields["ratelimit"] != nil
                    }
                }
                let answer = try #require(refused)
                #expect(noticed)
                #expect(answer.problem == "too-many-requests")
                #expect(answer.fields["retry-after"] == "1")
                #expect(answer.fields["ratelimit-policy"] == #""session";q=20;w=20"#)
                #expect(answer.fields["ratelimit"] == #""session";r=0;t=1"#)
                let other = try await calm.get("patient/home")
                #expect(other.status == 200)
                #expect(other.fields["ratelimit"] == nil)
            }
        }

        @Test func `an address that asks too fast is refused before it is known who asks`() async throws {
            var rates = RateLimits.none
            rates.network = RequestRate(perSecond: 1, burst: 10)
            try await Practice.open(rates: rates) { practice in
                var statuses: Set<Int> = []
                for _ in 0..<200 where !statuses.contains(429) {
                    statuses.insert(try await practice.nobody.get("patient/home").status)
                }
                #expect(statuses == [401, 429])
            }
        }
    }
}
