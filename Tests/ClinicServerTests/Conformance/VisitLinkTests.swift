import ClinicTestSupport
import Identity
import JSON
import TestSupport
import Testing

extension Conformance {
    @Suite struct VisitLinks {
        @Test
        func `the holder of a visit link from the reception confirms, moves and cancels the visit without signing in`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await reception.get("patients?limit=1").items[0].text("id")
                let times = try await reception.freeTimes(5...9, for: patient)
                let booked = try await reception.post("appointments", times[0].booking(for: patient), key: newKey())
                let id = try booked.text("id")
                let token = try await reception.post("appointments/\(id)/link").text("token")
                let seen = try await practice.nobody.get("public/visits/\(token)")
                #expect(seen.status == 200)
                #expect(try seen.text("start") == booked.text("start"))
                #expect(try seen.text("service_name") == booked.text("service_name"))
                let text = String(decoding: seen.body, as: UTF8.self)
                #expect(!text.contains(patient) && !text.contains(id))
                let confirmed = try await practice.nobody.post("public/visits/\(token)/confirm")
                #expect(confirmed["status"]?.string == "confirmed")
                let (first, last) = try await (practice.day(5), practice.day(9))
                let offered = try await practice.nobody.get("public/visits/\(token)/times?from=\(first)&to=\(last)")
                let wanted = try #require(offered.items.last).text("start")
                let moved = try await practice.nobody.post(
                    "public/visits/\(token)/move", #"{"start":"\#(wanted)"}"#)
                #expect(moved.status == 200)
                #expect(try await practice.nobody.get("public/visits/\(token)").problem == "visit-link-invalid")
                let next = try moved.text("token")
                #expect(try await practice.nobody.get("public/visits/\(next)")["start"]?.string == wanted)
                #expect(try await practice.nobody.post("public/visits/\(next)/cancel").status == 204)
                #expect(try await practice.nobody.post("public/visits/\(next)/cancel").problem == "visit-link-invalid")
                #expect(try await reception.get("appointments/\(id)")["status"]?.string == "cancelled")
                let trail = try await admin.get("audit-events?patient_id=\(patient)&event_type=appointment-cancelled")
                #expect(trail.items.first?["detail"]?["role"]?.string == "visit-link")
                // The server writes a security event about a second after the answer that it is about.
                try await until {
                    let events = try await admin.get(
                        "audit-events?event_type=visit-link-opened&patient_id=\(patient)")
                    return events.items.contains { $0["detail"]?["operation"]?.string == "getLinkedVisit" }
                }
            }
        }

        @Test func `visit links open the console's page if the address for people is known, without mail too`()
            async throws
        {
            let address = try #require(Origin("https://clinic.example"))
            for (links, page) in [
                (AppLinks(console: address), "https://clinic.example/visit" as String?),
                (AppLinks(page: "https://app.example.org/in"), "https://app.example.org/in"), (nil, nil),
            ] {
                try await Practice.open(links: links) { practice in
                    let reception = try await practice.signIn("reception")
                    let patient = try await reception.get("patients?limit=1").items[0].text("id")
                    let id = try await reception.book(patient).text("id")
                    let link = try await reception.post("appointments/\(id)/link")
                    let token = try link.text("token")
                    #expect(link["url"]?.string == page.map { "\($0)#purpose=visit&token=\(token)" })
                }
            }
        }

        @Test func `a visit link whose token was changed in one character is answered with 404`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.get("patients?limit=1").items[0].text("id")
                let id = try await reception.book(patient).text("id")
                let token = try await reception.post("appointments/\(id)/link").text("token")
                for place in [0, 30, 50, 80] {
                    var letters = Array(token)
                    letters[place] = letters[place] == "A" ? "B" : "A"
                    let answer = try await practice.nobody.get("public/visits/\(String(letters))")
                    #expect(answer.status == 404, "\(place)")
                    #expect(answer.problem == "visit-link-invalid")
                }
            }
        }
    }
}
