import ClinicTestSupport
import EventSourcing
import JSON
import Testing

extension Conformance {
    /// Tests what a calendar draws: the days with their hours, and the list of appointments of several days, followed.
    @Suite struct CalendarOverHTTP {
        @Test func `a calendar's day has opening hours, working hours without absences, and the held times`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let admin = try await practice.signIn("admin")
                let time = try await patient.freeTimes()[0]
                let held = try await patient.post("holds", time.booking())
                #expect(held.status == 201)
                let date = try held.text("date")
                let path = "calendar/days?from=\(date)&to=\(date)"
                let day = try #require(try await desk.get(path).items.first)
                #expect(try day.text("date") == date && day["open"]?.elements?.isEmpty == false)
                let hold = try #require(
                    day["holds"]?.elements?.first { $0["hold_id"]?.string == (try? held.text("id")) })
                #expect(try hold.text("chair_id") == held.text("chair_id"))
                #expect(try hold.member("time").text("start") == held.text("start"))
                #expect(hold["patient_id"] == nil)
                let doctor = try held.text("doctor_id")
                let before = try #require(worker(doctor, in: day))
                #expect(before["works"]?.elements?.isEmpty == false && before["away"]?.bool == false)

                let away = #"{"start":"\#(date)","end":"\#(date)"}"#
                #expect(try await admin.post("staff/\(doctor)/time-off", away).status == 201)
                let after = try #require(worker(doctor, in: try await desk.get(path).items[0]))
                #expect(after["works"]?.elements?.isEmpty == true && after["away"]?.bool == true)
                // The absence ends at the next day's first instant, which it does not contain.
                let two = try await desk.get("calendar/days?from=\(date)&to=\(dayAfter(date))")
                #expect(worker(doctor, in: two.items[1])?["away"]?.bool == false)

                let closure = #"{"first_day":"\#(date)","last_day":"\#(date)","reason":"Moving house"}"#
                #expect(try await admin.post("clinic/closures", closure).status == 201)
                let closed = try await desk.get(path).items[0]
                #expect(closed["open"]?.elements?.isEmpty == true && closed["closure"]?.string == "Moving house")

                #expect(try await patient.get(path).status == 403)
                #expect(try await desk.get("calendar/days?from=\(date)&to=2199-01-01").status == 400)
            }
        }

        @Test func `a calendar's day has 23 or 25 hours when the clocks change`() async throws {
            try await Practice.open { practice in
                let desk = try await practice.signIn("reception")  // The demo's clinic is in Berlin.
                for (date, start, end) in [
                    ("2027-03-28", "2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"),
                    ("2027-10-31", "2027-10-30T22:00:00Z", "2027-10-31T23:00:00Z"),
                ] {
                    let day = try await desk.get("calendar/days?from=\(date)&to=\(date)").items[0]
                    #expect(day["day"]?["start"]?.string == start && day["day"]?["end"]?.string == end)
                }
            }
        }

        @Test func `a client that follows a week gets the appointments that are booked, moved out and cancelled`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let desk = queue.reception
                let date = try await desk.get("appointments/\(queue.appointment)").text("date")
                let path = "appointments?from=\(date)&to=\(date)"
                let stream = try await StreamClient(desk, path)
                #expect(try await stream.head().fields["content-type"] == "text/event-stream")
                let first = try await stream.event(0)
                #expect(first.data?["complete"]?.bool == true && items(first).contains(queue.appointment))
                #expect(try await desk.post("appointments/\(queue.appointment)/confirm").status == 200)
                let second = try await stream.event(1)
                #expect(second.data?["complete"]?.bool == false && items(second) == [queue.appointment])
                try await queue.change()
                let polled = try await desk.get("\(path)&since=\(try #require(second.id))")
                #expect(polled["complete"]?.bool == false)
                // A cancelled appointment stays in a list of all statuses, and leaves a list of the booked ones.
                #expect(polled["items"]?.elements?.first?["appointment"]?["status"]?.string == "cancelled")
                let booked = try await desk.get("\(path)&status=booked&since=\(try #require(second.id))")
                #expect(booked["removed"]?.elements?.compactMap(\.string) == [queue.appointment])
                // A version of other days is not accepted, so the answer is the whole list.
                let other = try await desk.get(
                    "appointments?from=\(date)&to=2199-01-01&since=\(try #require(second.id))")
                #expect(other["complete"]?.bool == true)
                try await stream.close()
            }
        }

        @Test func `a list of appointments of one chair has no others`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let visit = try await queue.reception.get("appointments/\(queue.appointment)")
                let path = try "appointments?date=\(visit.text("date"))"
                let all = try await queue.reception.get(path).items
                let chair = try visit.text("chair_id")
                let some = try await queue.reception.get("\(path)&chair_id=\(chair)").items
                #expect(some.count == all.count { $0["appointment"]?["chair_id"]?.string == chair } && !some.isEmpty)
            }
        }

        private func dayAfter(_ date: String) throws -> String {
            let day = try #require(CivilDate(iso8601: date))
            return day.adding(days: 1).description
        }

        private func worker(_ id: String, in day: JSONValue) -> JSONValue? {
            day["staff"]?.elements?.first { $0["staff_id"]?.string == id }
        }

        private func items(_ event: StreamClient.Event) -> [String] {
            event.data?["items"]?.elements?.compactMap { $0["appointment"]?["id"]?.string } ?? []
        }
    }
}
