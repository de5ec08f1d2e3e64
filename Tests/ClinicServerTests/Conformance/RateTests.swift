import ClinicServer
import ClinicTestSupport
import EventLoop
import TestSupport
import Testing

extension Conformance {
    @Suite struct Rates {
        @Test func `requests of a session above its rate limit get 429, and requests of other sessions do not`()
            async throws
        {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 20)
            try await Practice.open(rates: rates) { practice in
                let fast = try await practice.signIn("patient1")
                let calm = try await practice.signIn("patient2")
                var refused: HTTPAnswer?
                var noticed = false
                // The rate limit refills while the requests are sent, so a few more than the burst may be accepted.
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

        @Test func `a request from an address above its rate limit is refused before authentication`() async throws {
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

        @Test(arguments: ["10.0.0.0/8", "127.0.0.1", "::ffff:127.0.0.0/104"])
        func `X-Forwarded-For is used only if a trusted proxy has sent the header field`(_ trusted: String) async throws
        {
            var rates = RateLimits.none
            rates.network = RequestRate(perSecond: 1, burst: 10)
            let proxies = TrustedProxies([
                try #require(AddressNetwork(trusted)), try #require(AddressNetwork("10.0.0.0/8")),
            ])
            try await Practice.open(rates: rates, behind: proxies) { practice in
                func statuses(_ way: (Int) -> String) async throws -> Set<Int> {
                    var statuses: Set<Int> = []
                    for number in 0..<60 where !statuses.contains(429) {
                        let fields = ["X-Forwarded-For": way(number)]
                        statuses.insert(try await practice.nobody.get("patient/home", fields).status)
                    }
                    return statuses
                }
                let isTrusted = trusted != "10.0.0.0/8"
                // Each request comes from a different client address, through two proxies.
                let each = try await statuses { "192.0.2.\($0), 10.1.2.3" }
                #expect(each == (isTrusted ? [401] : [401, 429]))
                // All requests come from one client, which forges another `X-Forwarded-For` entry for each request. The
                // proxy adds its own entry after the forged one.
                let one = try await statuses { "192.0.2.\($0), 198.51.100.7" }
                #expect(one.contains(429))
            }
        }

        @Test func `requests with an appointment's visit link above their rate limit get 429`() async throws {
            var rates = RateLimits.none
            rates.link = RequestRate(perSecond: 1, burst: 20)
            try await Practice.open(rates: rates) { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.get("patients?limit=1").items[0].text("id")
                let id = try await reception.book(patient).text("id")
                let token = try await reception.post("appointments/\(id)/link").text("token")
                var statuses: Set<Int> = []
                for _ in 0..<200 where !statuses.contains(429) {
                    statuses.insert(try await practice.nobody.get("public/visits/\(token)").status)
                }
                #expect(statuses == [200, 429])
            }
        }
    }
}
