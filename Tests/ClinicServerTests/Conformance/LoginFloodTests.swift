import ClinicDemo
import ClinicServer
import ClinicTestSupport
import TestSupport
import Testing

extension Conformance {
    @Suite struct LoginFlood {
        private func login(_ name: String, at practice: Practice) -> Loaded {
            Loaded(
                port: practice.port, method: "POST", path: "/api/v1/auth/login",
                fields: ["Content-Type": "application/json"],
                body: #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)"}"#)
        }

        @Test func `hundreds of simultaneous logins of one account do not prevent staff from signing in`() async throws
        {
            try await Practice.open { practice in
                let flood = [Loaded](repeating: login("patient1", at: practice), count: 400)
                let staff = ["reception", "admin", "doctor1", "doctor2"].map { login($0, at: practice) }
                let answers = try await volley(flood + staff, on: practice.wire)
                #expect(answers.suffix(staff.count).map(\.status) == [200, 200, 200, 200])
                let flooded = answers.prefix(flood.count)
                #expect(flooded.allSatisfy { [200, 429, 503].contains($0.status) })
                // Logins with the right password are limited as well, so most of the simultaneous logins of one account
                // are refused.
                #expect(flooded.count { $0.status == 200 } < 80)
            }
        }

        @Test func `hundreds of simultaneous registrations do not prevent staff from signing in`() async throws {
            try await Practice.open { practice in
                let flood = (0..<400).map { index in
                    Loaded(
                        port: practice.port, method: "POST", path: "/api/v1/auth/register",
                        fields: ["Content-Type": "application/json"],
                        body:
                            #"{"email":"new\#(index)@example.org","password":"a quiet lighthouse \#(index)","name":"Ada"}"#
                    )
                }
                let staff = ["reception", "admin", "doctor1", "doctor2"].map { login($0, at: practice) }
                let answers = try await volley(flood + staff, on: practice.wire)
                #expect(answers.suffix(staff.count).map(\.status) == [200, 200, 200, 200])
                let flooded = answers.prefix(flood.count)
                #expect(flooded.allSatisfy { [202, 429, 503].contains($0.status) })
                // The number of mails that one network can request is limited, so most registrations are refused.
                #expect(flooded.count { $0.status == 202 } < 80)
            }
        }
    }
}
