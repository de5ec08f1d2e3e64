import ClinicTestSupport
import Crypto
import Foundation
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests webhooks over HTTP.
    @Suite struct Webhooks {
        private func draft(_ url: String = "https://hooks.clinic.invalid/a", _ type: String = "invoice.issued")
            -> String
        {
            #"{"url":"\#(url)","event_types":["\#(type)"]}"#
        }

        @Test func `an admin registers, changes, pauses, resumes and removes a webhook`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let made = try await admin.post("webhooks", draft())
                #expect(made.status == 201)
                let id = try #require(made["webhook"]?["id"]?.string)
                let secret = try made.text("secret")
                #expect(secret.hasPrefix("whsec_"))
                let listed = try await admin.get("webhooks")
                #expect(listed.items.count == 1)
                #expect(!String(decoding: listed.body, as: UTF8.self).contains(secret))
                let changed = try await admin.put("webhooks/\(id)", draft("https://hooks.clinic.invalid/b"))
                #expect(changed["url"]?.string == "https://hooks.clinic.invalid:443/b")
                #expect(try await admin.post("webhooks/\(id)/pause")["state"]?.string == "paused")
                let resumed = try await admin.post("webhooks/\(id)/resume", #"{"skip_missed":true}"#)
                #expect(resumed["state"]?.string == "active")
                #expect(try await admin.post("webhooks/\(id)/secret").text("secret") != secret)
                #expect(try await admin.delete("webhooks/\(id)").status == 204)
                #expect(try await admin.get("webhooks").items.isEmpty)
                #expect(try await admin.get("webhooks/\(id)/deliveries").status == 404)
            }
        }

        @Test(arguments: [
            ("http://hooks.example.com/", "scheme"), ("https://a:b@hooks.example.com/", "userinfo"),
            ("https://hooks.example.com:22/", "port"), ("https://127.0.0.1/", "private_host"),
            ("https://[::ffff:10.0.0.1]/", "private_host"), ("https://localhost/", "private_host"),
            ("https://hooks.example.com/#a", "malformed"),
        ]) func `a webhook with a URL that the server's rules forbid is refused, and the answer gives the reason`(
            _ url: String, _ reason: String
        ) async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let refused = try await admin.post("webhooks", draft(url))
                #expect(refused.status == 409)
                #expect(refused.problem == "webhook-url-refused")
                #expect(refused["reason"]?.string == reason)
            }
        }

        @Test func `a webhook with an unknown type of event is refused`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                #expect(try await admin.post("webhooks", draft("https://hooks.clinic.invalid/", "x.y")).status == 400)
            }
        }

        @Test func `a clinic has at most twenty webhooks`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                for _ in 0..<20 { #expect(try await admin.post("webhooks", draft("https://8.8.8.8/")).status == 201) }
                #expect(try await admin.post("webhooks", draft("https://8.8.8.8/")).problem == "too-many-webhooks")
            }
        }

        @Test func `a receiver gets a webhook's test message, signed with the webhook's secret`() async throws {
            let received = ReceivedMessages()
            try await received.serve { port in
                try await Practice.open(permittingLocalWebhooks: true) { practice in
                    let admin = try await practice.signIn("admin")
                    let made = try await admin.post("webhooks", draft("http://127.0.0.1:\(port)/hook"))
                    let id = try #require(made["webhook"]?["id"]?.string)
                    let key = try #require(Data(base64Encoded: String(try made.text("secret").dropFirst(6))))
                    let test = try await admin.post("webhooks/\(id)/test")
                    #expect(test.status == 201)
                    let message = await received.first()
                    let sent = try test.text("id")
                    #expect(message.fields["webhook-id"] == sent)
                    let signed = [
                        message.fields["webhook-id"] ?? "", message.fields["webhook-timestamp"] ?? "", message.body,
                    ].joined(separator: ".")
                    let code = HMAC<SHA256>.authenticationCode(
                        for: Data(signed.utf8), using: SymmetricKey(data: key))
                    #expect(message.fields["webhook-signature"] == "v1," + Data(code).base64EncodedString())
                    #expect(message.body.contains(#""type":"webhook.test""#))
                }
            }
        }
    }
}
