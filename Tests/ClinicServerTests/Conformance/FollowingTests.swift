import ClinicServer
import ClinicTestSupport
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests clients that follow a list: they get its changes by poll and by stream.
    @Suite struct Following {
        private struct Queue {
            let reception: App
            let path: String
            let appointment: String
            let patient: App

            func cancel() async throws {
                let answer = try await reception.post("appointments/\(appointment)/cancel", #"{"reason":"x"}"#)
                #expect(answer.status == 200)
            }
        }

        /// A day's queue with a new appointment in it. The server knows the queue's version.
        private func queue(_ practice: Practice) async throws -> Queue {
            let reception = try await practice.signIn("reception")
            let patient = try await practice.signIn("patient1")
            let visit = try await reception.book(patient.subject)
            let path = "reception/queue?date=\(try visit.text("date"))"
            _ = try await reception.version(of: path)
            return Queue(reception: reception, path: path, appointment: try visit.text("id"), patient: patient)
        }

        private func ids(_ items: JSONValue?) -> [String] {
            (items?.elements ?? []).compactMap { $0["appointment"]?["id"]?.string ?? $0["id"]?.string ?? $0.string }
        }

        private func items(_ event: StreamClient.Event) -> [String] { ids(event.data?["items"]) }

        @Test
        func `the reception's queue shows what a patient owes, and a new invoice of the patient raises that amount`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let before = try await queue.reception.get(queue.path)
                let entry = try #require(before.items.first { $0["appointment"]?["id"]?.string == queue.appointment })
                #expect(entry["balance_due"]?["currency"]?.string == "EUR")
                #expect(entry["not_invoiced"]?.bool == false)
                let owed = entry["balance_due"]?["amount"]?.integer ?? -1
                let tag = try #require(before.fields["etag"])
                _ = try await queue.reception.invoice(queue.patient.subject)
                let after = try await queue.reception.get(queue.path, ["If-None-Match": tag])
                #expect(after.status == 200)
                let later = try #require(after.items.first { $0["appointment"]?["id"]?.string == queue.appointment })
                #expect(later["balance_due"]?["amount"]?.integer ?? -1 > owed)
            }
        }

        @Test func `the reception's queue can be limited to one doctor's or one chair's appointments`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let all = try await queue.reception.get(queue.path).items
                let entry = try #require(all.first { $0["appointment"]?["id"]?.string == queue.appointment })
                for name in ["doctor_id", "chair_id"] {
                    let id = try #require(entry["appointment"]?[name]?.string)
                    let some = try await queue.reception.get("\(queue.path)&\(name)=\(id)").items
                    #expect(some.count == all.count { $0["appointment"]?[name]?.string == id })
                    #expect(some.contains { $0["appointment"]?["id"]?.string == queue.appointment })
                }
            }
        }

        @Test func `the queue shows when a checked-in patient began to wait, and when the wait will be too long`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                #expect(
                    try await queue.reception.post("appointments/\(queue.appointment)/check-in", #"{"early":true}"#)
                        .status == 200)
                let entry = try #require(
                    try await queue.reception.get(queue.path).items.first {
                        $0["appointment"]?["id"]?.string == queue.appointment
                    })
                let arrived = try #require(entry["appointment"]?["times"]?["arrived_at"]?.string)
                #expect(entry["wait"]?["since"]?.string == arrived)
                let warning = try #require(entry["wait"]?["warn_at"]?.string)
                #expect(warning > arrived)
            }
        }

        @Test
        func `a poll with since=0 gets the whole queue, and a poll with a version only the changes after that version`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let first = try await queue.reception.get("\(queue.path)&since=0")
                #expect(first["complete"]?.bool == true)
                #expect(ids(first["items"]).contains(queue.appointment))
                let version = try first.text("version")
                let nothing = try await queue.reception.get("\(queue.path)&since=\(version)")
                #expect(nothing["complete"]?.bool == false)
                #expect(nothing["items"]?.elements?.isEmpty == true)
                try await queue.cancel()
                let change = try await queue.reception.get("\(queue.path)&since=\(try nothing.text("version"))")
                #expect(change["complete"]?.bool == false)
                #expect(ids(change["items"]) == [])
                #expect(ids(change["removed"]) == [queue.appointment])
                #expect(change.body.count < 2_048)
                // A version of another day's list is not accepted, so the answer is the whole list.
                let other = try await queue.reception.get("\(queue.path)&since=r1.1.0.5")
                #expect(other["complete"]?.bool == true)
            }
        }

        @Test func `a held poll with since is answered when an appointment of the queue is cancelled`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let first = try await queue.reception.get("\(queue.path)&since=0")
                let path = "\(queue.path)&since=\(try first.text("version"))"
                let waiting = Task { try await queue.reception.get(path, ["Prefer": "wait=25"]) }
                try await practice.held(1)
                try await queue.cancel()
                let answer = try await waiting.value
                #expect(answer.fields["preference-applied"] == "wait=25")
                #expect(ids(answer["removed"]) == [queue.appointment])
            }
        }

        @Test func `a stream begins with the whole queue, and then sends only the entry that changed`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let stream = try await StreamClient(queue.reception, queue.path)
                let head = try await stream.head()
                #expect(head.status == 200)
                #expect(head.fields["content-type"] == "text/event-stream")
                #expect(head.fields["cache-control"] == "no-store")
                let first = try await stream.event(0)
                #expect(first.data?["complete"]?.bool == true)
                #expect(items(first).contains(queue.appointment))
                let step = try await queue.reception.post("appointments/\(queue.appointment)/confirm")
                #expect(step.status == 200)
                let second = try await stream.event(1)
                #expect(second.data?["complete"]?.bool == false)
                #expect(ids(second.data?["items"]) == [queue.appointment])
                #expect(second.size < 2_048)
                #expect(second.id == second.data?["version"]?.string)
                try await queue.cancel()
                #expect(ids(try await stream.event(2).data?["removed"]) == [queue.appointment])
                try await stream.close()
                try await until { try await practice.server.openStreams == 0 }
            }
        }

        @Test func `a stream with Last-Event-ID begins with the changes after that event`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let first = try await StreamClient(queue.reception, queue.path)
                let id = try #require(try await first.event(0).id)
                try await first.close()
                try await queue.cancel()
                let second = try await StreamClient(queue.reception, queue.path, ["Last-Event-ID": id])
                let event = try await second.event(0)
                #expect(event.data?["complete"]?.bool == false)
                #expect(ids(event.data?["removed"]) == [queue.appointment])
                try await second.close()
            }
        }

        @Test func `O4 a stream ends when its session is signed out, and sends nothing afterwards`() async throws {
            try await Practice.open { practice in
                let tokens = try await practice.login("reception")
                let queue = try await queue(practice)
                let stream = try await StreamClient(try practice.app(of: tokens), queue.path)
                _ = try await stream.event(0)
                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                #expect(try await refresh.post("auth/logout").status == 204)
                try await queue.cancel()
                let last = try await stream.event(1)
                #expect(last.kind == "end")
                #expect(last.data?["reason"]?.string == "session_ended")
                #expect(try await stream.end() == 2)
            }
        }

        @Test func `a stopping server ends an open stream with the reason server_stops`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let stream = try await StreamClient(queue.reception, queue.path)
                _ = try await stream.event(0)
                await practice.server.stop(within: .seconds(5))
                let last = try await stream.event(1)
                #expect(last.data?["reason"]?.string == "server_stops")
            }
        }

        @Test func `a session that has too many streams open gets 503 for a further stream`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                var streams: [StreamClient] = []
                // The limit on a session's open streams applies on each event loop separately.
                while streams.count <= 64 {
                    let stream = try await StreamClient(queue.reception, queue.path)
                    streams.append(stream)
                    if try await stream.head().status == 503 { break }
                    _ = try await stream.event(0)
                }
                #expect((9...64).contains(streams.count))
                for stream in streams { try await stream.close() }
            }
        }

        @Test func `a patient's stream sends changes of the patient's own appointments and none of another patient's`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let path = "patient/appointments?when=upcoming"
                let stream = try await StreamClient(queue.patient, path)
                var seen = try await stream.event(0)
                #expect(items(seen).contains(queue.appointment))
                let other = try await queue.reception.book(practice.signIn("patient2").subject)
                try await queue.cancel()
                seen = try await stream.event(1)
                #expect(ids(seen.data?["removed"]) == [queue.appointment])
                #expect(!items(seen).contains(try other.text("id")))
                try await stream.close()
                let polled = try await queue.patient.get("\(path)&since=\(try #require(seen.id))")
                #expect(polled["complete"]?.bool == false)
                #expect(polled["items"]?.elements?.isEmpty == true)
            }
        }

        @Test
        func `a patient who follows another patient's appointments gets none until named as that patient's guardian`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let (guardian, other) = (try await practice.signIn("patient2"), queue.patient.subject)
                let path = "patient/appointments?when=upcoming&patient_id=\(other)"
                func changes(_ version: String) async throws -> (complete: Bool?, shown: [String], version: String) {
                    let answer = try await guardian.get("\(path)&since=\(version)")
                    let shown = ids(answer["items"]) + ids(answer["removed"])
                    return (answer["complete"]?.bool, shown, try answer.text("version"))
                }
                let before = try await changes("0")
                #expect(before.complete == true && before.shown == [])
                #expect(try await queue.reception.post("appointments/\(queue.appointment)/confirm").status == 200)
                let after = try await changes(before.version)
                #expect(after.complete == false && after.shown == [])
                let guardianship = "patients/\(other)/guardians/\(guardian.subject)"
                #expect(try await queue.reception.put(guardianship, "").status == 200)
                var named = after
                // For a moment the server may answer from a state without the new guardian, so ask until it sends the
                // whole list.
                try await until {
                    named = try await changes(named.version)
                    return named.complete == true
                }
                #expect(named.shown.contains(queue.appointment))
                try await queue.cancel()
                #expect(try await changes(named.version).shown == [queue.appointment])
            }
        }

        @Test
        func `a patient's stream of appointments begins with all of them, even if the client asks for a page of one`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                var booked: Set = [queue.appointment]
                for _ in 1...2 { booked.insert(try await queue.reception.book(queue.patient.subject).text("id")) }
                let stream = try await StreamClient(queue.patient, "patient/appointments?when=upcoming&limit=1")
                let first = try await stream.event(0)
                #expect(first.data?["complete"]?.bool == true)
                #expect(booked.isSubset(of: items(first)))
                try await stream.close()
            }
        }

        @Test func `a doctor's stream of a day's schedule sends the cancellation of an appointment`() async throws {
            try await Practice.open { practice in
                let queue = try await queue(practice)
                let entry = try #require(
                    try await queue.reception.get(queue.path).items.first {
                        $0["appointment"]?["id"]?.string == queue.appointment
                    })
                let doctor = try #require(entry["appointment"]?["doctor_id"]?.string)
                let path = queue.path.replacing("reception/queue", with: "doctor/schedule") + "&doctor_id=\(doctor)"
                let stream = try await StreamClient(try await practice.signIn("doctor1"), path)
                #expect(items(try await stream.event(0)).contains(queue.appointment))
                try await queue.cancel()
                #expect(ids(try await stream.event(1).data?["removed"]) == [queue.appointment])
                try await stream.close()
            }
        }
    }
}
