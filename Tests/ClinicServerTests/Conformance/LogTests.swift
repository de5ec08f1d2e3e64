import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Logs {
        @Test func `O25 neither the server's log nor a refused request's answer identifies a patient`() async throws {
            let log = KeptLog()
            let secrets = ["Quändt", "quändt@", "7654321", "1987-03-04", "Zahnfleischbluten", "eyJ", "chairside-demo"]
            var refusals: [HTTPAnswer] = []
            try await Practice.open(logger: log.logger) { practice in
                let reception = try await practice.signIn("reception")
                let name = #""given_name":"Zoë","family_name":"Quändt","birth_date":"1987-03-04""#
                let details = #"{\#(name),"phone":"+49 30 7654321","email":"quändt@spree.example"}"#
                let id = try await reception.post("patients", "{\(name)}").text("id")
                #expect(try await reception.get("patients?q=Qu%C3%A4ndt").items.count == 1)
                let time = try await reception.freeTime(forAll: [id])
                let booking = time.booking(for: id, reason: "Zahnfleischbluten")
                #expect(try await reception.post("appointments", booking).status == 201)
                refusals = [
                    try await reception.post("appointments", booking, key: newKey()),
                    try await reception.post("patients", details),
                    try await reception.post("patients", "{\(name)}"),
                    try await reception.post("patients", "{\(name),\"phone\":\"7654321 Quändt\"}"),
                    try await reception.post("patients", "{\(name)"),
                    try await reception.get("patients?limit=Qu%C3%A4ndt"),
                    try await reception.get("patients/Qu%C3%A4ndt"),
                    try await practice.nobody.post("auth/login", #"{"email":"quändt@x","password":"chairside-demo"}"#),
                    try await App(practice: practice, token: "eyJ.eyJ.eyJ", subject: "").get("patient/home"),
                ]
            }
            for refusal in refusals {
                let text = String(decoding: refusal.body, as: UTF8.self)
                #expect((400..<500).contains(refusal.status), "\(text)")
                for secret in secrets { #expect(!text.contains(secret), "\(text)") }
            }
            let lines = log.lines
            #expect(!lines.isEmpty)
            for line in lines {
                for secret in secrets { #expect(!line.contains(secret), "\(line)") }
            }
        }
    }
}
