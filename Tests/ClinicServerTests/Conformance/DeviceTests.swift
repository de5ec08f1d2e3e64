import ClinicTestSupport
import JSON
import ServiceFakes
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

        @Test(arguments: ["ios", "ipados", "android"])
        func `O12 iOS, iPadOS and Android devices can register for notifications`(_ platform: String) async throws {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1")
                let made = try await app.post(
                    "user-devices",
                    #"{"platform":"\#(platform)","push_token":"a1b2c3d4:e5f6a7b8","environment":"production"}"#)
                #expect(made.status == 201)
                #expect(made["platform"]?.string == platform)
            }
        }

        @Test
        func `O12 a browser registers what the Push API gives it, and the same subscription keeps its registration`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1")
                let browser = Browser(path: "/send/v2.a~b?c=d&e=%20")
                let made = try await app.register(browser, at: "https://push.example.org")
                #expect(made.status == 201)
                #expect(made["platform"]?.string == "web")
                let again = try await app.register(browser, at: "https://push.example.org", until: 1_900_000_000_000)
                #expect(try again.text("id") == made.text("id"))
                // Some browsers write the keys with padding. The case of a host has no meaning.
                let padded = browser.subscription(at: "https://Push.Example.org")
                    .replacing(#"","auth""#, with: #"=","auth""#).replacing(#""}}"#, with: #"=="}}"#)
                let other = try await app.post(
                    "user-devices", #"{"platform":"web","environment":"production","subscription":\#(padded)}"#)
                #expect(try other.text("id") == made.text("id"))
                let key = try await app.get("web-push-key")
                #expect(key["application_server_key"] == .null)
            }
        }

        @Test(
            arguments: [
                (#""push_token":"https://push.example.org/send/1""#, ""),
                (#""subscription":{"endpoint":"http://push.example.org/1","keys":{KEYS}}"#, "/subscription/endpoint"),
                (#""subscription":{"endpoint":"https://a@b.example/1","keys":{KEYS}}"#, "/subscription/endpoint"),
                (#""subscription":{"endpoint":"https://b.example:x/1","keys":{KEYS}}"#, "/subscription/endpoint"),
                (#""subscription":{"endpoint":"https://b.example:0/1","keys":{KEYS}}"#, "/subscription/endpoint"),
                (#""subscription":{"endpoint":"https://b.example","keys":{KEYS}}"#, "/subscription/endpoint"),
                (#""subscription":{"endpoint":"https://b.example/1","keys":{NO POINT}}"#, "/subscription/keys/p256dh"),
            ])
        func `a registration of a browser with a faulty subscription gets an error that points to the fault`(
            _ members: String, _ pointer: String
        ) async throws {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1")
                let keys = Browser(path: "/").keys
                let body = members.replacing("{KEYS}", with: keys)
                    .replacing("{NO POINT}", with: keys.replacing(#""p256dh":"B"#, with: #""p256dh":"A"#))
                let refused = try await app.post(
                    "user-devices", #"{"platform":"web","environment":"production",\#(body)}"#)
                #expect(refused.status == 400)
                #expect(refused["errors"]?.elements?.first?["pointer"]?.string == pointer)
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
