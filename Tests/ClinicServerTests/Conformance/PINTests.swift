import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct PINs {
        private func pin(_ pin: String) -> String { #"{"pin":"\#(pin)"}"# }

        private func change(_ current: String, _ new: String) -> String {
            #"{"current_pin":"\#(current)","new_pin":"\#(new)"}"#
        }

        @Test func `O4 a PIN can be set only once, is verified, and can be changed with the current PIN`() async throws
        {
            try await Practice.open { practice in
                let tokens = try await practice.login("patient1", device: "tablet")
                #expect(tokens["has_pin"]?.bool == false)
                let app = try practice.app(of: tokens)
                #expect(try await app.post("pin/verify", pin("482913")).problem == "no-pin-set")
                #expect(try await app.post("pin", pin("123456")).problem == "weak-pin")
                #expect(try await app.post("pin", pin("482913")).status == 204)
                #expect(try await app.post("pin", pin("482914")).problem == "pin-already-set")
                #expect(try await practice.login("patient1", device: "tablet")["has_pin"]?.bool == true)
                #expect(try await app.post("pin/verify", pin("482913")).status == 204)

                #expect(try await app.put("pin", change("000001", "591702")).problem == "wrong-pin")
                #expect(try await app.put("pin", change("482913", "591702")).status == 204)
                let old = try await app.post("pin/verify", pin("482913"))
                #expect(old.status == 403)
                #expect(old.problem == "wrong-pin")
                #expect(try await app.post("pin/verify", pin("591702")).status == 204)
            }
        }

        @Test func `O4 the fifth wrong PIN ends the sessions on that device, and sessions on other devices continue`()
            async throws
        {
            try await Practice.open { practice in
                let tokens = try await practice.login("patient1", device: "demo-device")
                let app = try practice.app(of: tokens)
                let beside = try await practice.signIn("patient1", device: "demo-device")
                let elsewhere = try await practice.signIn("patient1", device: "another-device")
                for left in [4, 3, 2, 1] {
                    let refused = try await app.post("pin/verify", pin("000001"))
                    #expect(refused.status == 403)
                    #expect(refused["attempts_left"]?.integer == Int64(left))
                    #expect(try await app.get("patient/home").status == 200)
                }
                let fifth = try await app.post("pin/verify", pin("000001"))
                #expect(fifth.status == 401)
                #expect(fifth.problem == "session-ended")
                for ended in [app, beside] {
                    let answer = try await ended.get("patient/home")
                    #expect(answer.status == 401)
                    #expect(answer.problem == "session-ended")
                }
                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                #expect(try await refresh.post("auth/refresh").status == 401)
                #expect(try await elsewhere.get("patient/home").status == 200)
            }
        }

        @Test func `O4 wrong PINs sent at the same time are counted like wrong PINs sent one after another`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await practice.signIn("patient1", device: "demo-device")
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<10 { group.addTask { try await app.post("pin/verify", pin("000001")).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 403 }.count <= 4, "\(statuses)")
                #expect(statuses.allSatisfy { [401, 403].contains($0) }, "\(statuses)")
                #expect(try await app.get("patient/home").status == 401)
            }
        }
    }
}
