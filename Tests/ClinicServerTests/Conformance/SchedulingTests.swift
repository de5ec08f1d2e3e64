import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import JSON
import Testing

extension Conformance {
    @Suite struct Scheduling {
        @Test
        func `O9 a calendar of 92 days' free times has less than 10 kB, and counts as many times as the list of slots`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let times = try await patient.freeTimes(0...30)
                let service = times[0].service
                let (first, last) = try await (practice.day(0), practice.day(91))
                let answer = try await patient.get("slots/days?service_id=\(service)&from=\(first)&to=\(last)")
                #expect(answer.status == 200 && answer.items.count == 92)
                #expect(answer.body.count < 10_000)
                let starts = Set(times.map(\.start))
                let counted = answer.items.prefix(31).compactMap { $0["free"]?.integer }.reduce(0, +)
                #expect(counted == Int64(starts.count))
                let next = try await patient.get("slots/next?service_id=\(service)")
                #expect(try #require(next.items.first).text("start") == starts.min())
                let tooLong = try await patient.get(
                    "slots/days?service_id=\(service)&from=\(first)&to=\(practice.day(92))")
                #expect(tooLong.status == 400)
            }
        }

        @Test
        func `O9 if two patients accept one offered time at once, one gets the time, the other one gets alternatives`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let apps = try await [practice.signIn("patient1"), practice.signIn("patient2")]
                let all = try await reception.get("patients?limit=12").items.map { try $0.text("id") }
                let other = try #require(all.first { id in !apps.contains { $0.subject == id } })
                let time = try await reception.freeTime(forAll: apps.map(\.subject) + [other])
                let (first, last) = try await (practice.day(1), practice.day(20))
                let booked = try await reception.post("appointments", time.booking(for: other), key: newKey())
                var entries: [String] = []
                for app in apps {
                    let wish =
                        #"{"service_id":"\#(time.service)","first_day":"\#(first)","last_day":"\#(last)"}"#
                    entries.append(try await app.post("waitlist", wish).text("id"))
                }
                let cancelled = try await reception.post(
                    "appointments/\(booked.text("id"))/cancel", #"{"reason":"Ill"}"#)
                #expect(cancelled.status == 200)
                let accepted = #"{"start":"\#(time.start)","doctor_id":"\#(time.doctor)"}"#
                for app in apps {
                    let offers = try await app.get("patient/waitlist").items[0]["offers"]?.elements ?? []
                    #expect(offers.compactMap { $0["outcome"]?.string } == ["open"])
                }
                let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                    for (app, entry) in zip(apps, entries) {
                        group.addTask { try await app.post("waitlist/\(entry)/accept", accepted, key: newKey()) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.map(\.status).sorted() == [201, 409])
                let lost = try #require(answers.first { $0.status == 409 })
                #expect(lost.problem == "waitlist-offer-lost")
                #expect(lost["alternatives"]?.elements?.isEmpty == false)
            }
        }

        @Test func `O9 a server closes an expired offer, and offers its time to the next patient`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let ids = try await reception.get("patients?limit=12").items.map { try $0.text("id") }
                let time = try await reception.freeTime(forAll: Array(ids.prefix(5)))
                let booked = try await reception.post("appointments", time.booking(for: ids[0]), key: newKey())
                let (first, last) = try await (practice.day(0), practice.day(90))
                var entries: [String] = []
                for id in ids[1...4] {
                    let wish =
                        #"{"patient_id":"\#(id)","service_id":"\#(time.service)","first_day":"\#(first)","last_day":"\#(last)"}"#
                    entries.append(try await reception.post("waitlist", wish).text("id"))
                }
                let cancelled = try await reception.post(
                    "appointments/\(booked.text("id"))/cancel", #"{"reason":"Ill"}"#)
                #expect(cancelled.status == 200)
                func outcomes() async throws -> [[String]] {
                    let items = try await reception.get("waitlist?service_id=\(time.service)&limit=100").items
                    return entries.map { entry in
                        let found = items.first { $0["entry"]?["id"]?.string == entry }
                        return found?["entry"]?["offers"]?.elements?.compactMap { $0["outcome"]?.string } ?? []
                    }
                }
                #expect(try await outcomes() == [["open"], ["open"], ["open"], []])
                let later = try await practice.now().adding(minutes: 61)
                try await Installation.demo().withServices { services, _ in
                    try await TimedSteps(services).step(.expiredOffers, at: later)
                }
                #expect(try await outcomes() == [["expired"], ["expired"], ["expired"], ["open"]])
            }
        }

        @Test func `O9 a series that would end before it begins is refused, and so is a block of more than 93 agendas`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1").subject
                let time = try await reception.freeTime(forAll: [patient])
                let (first, last) = try await (practice.day(10), practice.day(9))
                let series =
                    #"{"patient_id":"\#(patient)","service_id":"\#(time.service)","doctor_id":"\#(time.doctor)","#
                    + #""start":"\#(first)T10:00","rule":{"every":1,"unit":"weeks","until":"\#(last)"}}"#
                #expect(try await reception.post("series", series, key: newKey()).status == 400)
                let ids = try await reception.get("chairs").items.prefix(3).map { try $0.text("id") }
                let chairs = ids.map { #""\#($0)""# }.joined(separator: ",")
                func block(_ days: Int) async throws -> Int {
                    let (first, last) = try await (practice.day(100), practice.day(Int64(99 + days)))
                    return try await reception.post(
                        "blocks",
                        #"{"kind":"other","start":"\#(first)","end":"\#(last)","doctor_ids":["\#(time.doctor)"],"#
                            + #""chair_ids":[\#(chairs)],"over_appointments":true}"#
                    ).status
                }
                #expect(try await block(93 / (ids.count + 1)) == 201)
                #expect(try await block(93 / (ids.count + 1) + 1) == 400)
            }
        }

        @Test
        func `O9 a recall is due when its rule's days have passed since the last visit, unless the recall is paused`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                for service in try await admin.get("services?active=true").items {
                    let path = "services/\(try service.text("id"))/recall"
                    #expect(try await admin.put(path, #"{"days":3}"#).status == 200)
                }
                let due = try await reception.get("recalls?by=\(practice.day(30))&limit=100").items
                let recall = try #require(due.first)
                for recall in due {
                    let last = try #require(CivilDate(iso8601: recall["last_visit"]?.string ?? ""))
                    #expect(recall["due"]?.string == last.adding(days: 3).iso8601)
                    #expect(recall["reminders"]?.integer == 0)
                }
                #expect(due.compactMap { $0["due"]?.string } == due.compactMap { $0["due"]?.string }.sorted())
                let patient = try #require(recall["patient"]?["id"]?.string)
                let service = try recall.text("service_id")
                let path = "recalls/\(patient)/\(service)"
                #expect(try await reception.post("\(path)/reminders", #"{"channel":"phone"}"#).status == 200)
                func listed(_ paused: Bool = false) async throws -> JSONValue? {
                    try await reception.get("recalls?by=\(practice.day(30))&limit=100&paused=\(paused)").items.first {
                        $0["patient"]?["id"]?.string == patient && $0["service_id"]?.string == service
                    }
                }
                #expect(try await listed()?["reminders"]?.integer == 1)
                func called() async throws -> Bool {
                    let list = try await reception.get("call-lists/recalls?by=\(practice.day(30))&limit=100")
                    #expect(list.status == 200)
                    return list.items.contains {
                        $0["patient"]?["id"]?.string == patient && $0["service_id"]?.string == service
                    }
                }
                #expect(try await called())
                let pause = #"{"until":"\#(try await practice.day(40))"}"#
                #expect(try await reception.put("\(path)/pause", pause).status == 200)
                #expect(try await listed() == nil)
                #expect(try await !called())
                #expect(try await listed(true)?["paused_until"]?.string == practice.day(40))
            }
        }
    }
}
