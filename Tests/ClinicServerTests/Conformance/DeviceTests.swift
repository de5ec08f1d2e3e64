import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Devices {
        private let registration = #"{"platform":"ios","push_token":"a1b2c3d4e5f6a7b8","environment":"production"}"#

        @Test func `O12 a push token that the same account registers again keeps its registration, with a new version`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1")
                let first = try await app.post("user-devices", registration)
                #expect(first.status == 201)
                #expect(first["platform"]?.string == "ios")
                let again = try await app.post("user-devices", registration)
                #expect(try again.text("id") == first.text("id"))
                #expect(try again.integer("version") == first.integer("version") + 1)
                let id = try first.text("id")
                #expect(try await app.delete("user-devices/\(id)").status == 204)
                #expect(try await app.delete("user-devices/\(id)").status == 404)
            }
        }

        @Test(arguments: ["ios", "ipados", "android", "web"])
        func `O12 iOS, iPadOS and Android devices and web browsers can register for notifications`(_ platform: String)
            async throws
        {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1")
                let token = platform == "web" ? "https://push.example.org/send/v2.a~b?c=d&e=%20" : "a1b2c3d4:e5f6a7b8"
                let made = try await app.post(
                    "user-devices",
                    #"{"platform":"\#(platform)","push_token":"\#(token)","environment":"production"}"#)
                #expect(made.status == 201)
                #expect(made["platform"]?.string == platform)
            }
        }

        @Test func `O12 a push token that a second account registers is removed from the first account`() async throws {
            try await Practice.open { practice in
                let (first, second) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let was = try await first.post("user-devices", registration).text("id")
                let moved = try await second.post("user-devices", registration)
                #expect(moved.status == 201)
                let id = try moved.text("id")
                #expect(id != was)
                #expect(moved["version"]?.integer == 1)
                #expect(try await first.delete("user-devices/\(was)").status == 404)
                #expect(try await first.delete("user-devices/\(id)").status == 404)
                #expect(try await second.delete("user-devices/\(id)").status == 204)
            }
        }
    }
}
