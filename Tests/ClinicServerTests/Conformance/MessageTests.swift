import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests messages between patients and the clinic over HTTP.
    @Suite struct MessagesOverHTTP {
        @Test func `O18 a patient writes, a receptionist answers, and each sees the number of their unread messages`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let before = try await desk.get("messages/unread").integer("messages")
                let thread = try await patient.write("Pain", "It hurts")
                #expect(try await desk.get("messages/unread").integer("messages") == before + 1)
                let listed = try await desk.get("messages?status=open&patient_id=\(patient.subject)").items[0]
                #expect(try listed.member("thread").text("id") == thread && listed.integer("unread") == 1)
                #expect(try listed.member("patient").text("id") == patient.subject)
                let answer = try await desk.post(
                    "messages/\(thread)/messages", #"{"text":"Come at nine"}"#, key: newKey())
                #expect(answer.status == 201 && answer["number"]?.integer == 2)
                #expect(answer["side"]?.string == "clinic" && answer["author_id"]?.string == desk.subject)
                #expect(try await patient.get("patient/messages/unread").integer("messages") == 1)
                let own = try await patient.get("patient/messages/\(thread)/messages?limit=1")
                #expect(try own.items[0].text("text") == "Come at nine" && own["has_more"]?.bool == true)
                let older = try await patient.get(
                    "patient/messages/\(thread)/messages?limit=1&cursor=\(own.text("next_cursor"))")
                #expect(try older.items.map { try $0.text("text") } == ["It hurts"])
                for _ in 0..<2 {
                    let read = try await patient.post("patient/messages/\(thread)/read", #"{"up_to":2}"#)
                    #expect(read.status == 200 && read["up_to"]?.integer == 2)
                }
                #expect(try await patient.get("patient/messages/unread").integer("messages") == 0)
                #expect(try await desk.post("messages/\(thread)/read", #"{"up_to":1}"#).status == 200)
                #expect(try await desk.get("messages/unread").integer("messages") == before)
                #expect(try await desk.post("messages/\(thread)/read", #"{"up_to":501}"#).status == 400)
            }
        }

        @Test
        func `O18 a thread that is assigned to doctors is shown to doctors and admins, and hidden from receptionists`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let thread = try await patient.write("Result", "Which one?", to: "doctor")
                for app in [doctor, admin] { #expect(try await app.get("messages/\(thread)").status == 200) }
                #expect(try await desk.get("messages/\(thread)").status == 404)
                #expect(try await desk.get("messages/\(thread)/messages").status == 404)
                #expect(try await !desk.shows(thread))
                #expect(try await doctor.shows(thread))
                let moved = try await doctor.put("messages/\(thread)/assignment", #"{"assigned_role":"receptionist"}"#)
                #expect(moved["assigned_role"]?.string == "receptionist")
                #expect(try await desk.shows(thread))
                #expect(try await !doctor.shows(thread))
            }
        }

        @Test func `O18 other patients and other clinics get 404 for a patient's thread and for its messages`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let elsewhere = try await practice.signIn("admin", clinic: "harbor")
                let thread = try await patient.write("Pain", "It hurts")
                for path in ["patient/messages/\(thread)", "patient/messages/\(thread)/messages"] {
                    #expect(try await other.get(path).status == 404)
                }
                for path in ["messages/\(thread)", "messages/\(thread)/messages"] {
                    #expect(try await elsewhere.get(path).status == 404)
                }
                let text = #"{"text":"Hello"}"#
                #expect(try await other.post("patient/messages/\(thread)/messages", text).status == 404)
                #expect(try await elsewhere.post("messages/\(thread)/messages", text).status == 404)
                #expect(try await other.get("patient/messages?patient_id=\(patient.subject)").items.isEmpty)
            }
        }

        @Test
        func `O11 a message that is sent three times with one Idempotency-Key is stored once, also in a closed thread`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let thread = try await patient.write("Pain", "It hurts")
                #expect(try await desk.post("messages/\(thread)/close")["status"]?.string == "closed")
                let key = newKey()
                var bodies: Set<[UInt8]> = []
                for _ in 0..<3 {
                    let sent = try await patient.post(
                        "patient/messages/\(thread)/messages", #"{"text":"Queued while offline"}"#, key: key)
                    #expect(sent.status == 201)
                    bodies.insert(sent.body)
                }
                #expect(bodies.count == 1)
                let now = try await patient.get("patient/messages/\(thread)")
                #expect(now["messages"]?.integer == 2 && now["status"]?.string == "open")
            }
        }

        @Test func `O18 a held poll of the unread messages is answered when a message arrives`() async throws {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let before = try await desk.get("messages/unread")
                let seen = ["If-None-Match": try before.field("etag"), "Prefer": "wait=25"]
                async let held = desk.get("messages/unread", seen)
                _ = try await patient.write("Pain", "It hurts")
                let later = try await held
                #expect(later.status == 200)
                #expect(try later.integer("messages") == before.integer("messages") + 1)
            }
        }

        @Test
        func `O18 after a patient has withdrawn a message, neither side sees the text or counts the message as unread`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let before = try await desk.get("messages/unread").integer("messages")
                let thread = try await patient.write("Pain", "It hurts")
                let id = try await patient.get("patient/messages/\(thread)/messages").items[0].text("id")
                let path = "messages/\(thread)/messages/\(id)/withdraw"
                #expect(try await desk.post(path).problem == "message-not-withdrawable")
                for _ in 0..<2 {
                    let withdrawn = try await patient.post("patient/\(path)")
                    #expect(withdrawn.status == 200 && withdrawn["text"]?.string == "(withdrawn)")
                }
                let shown = try await desk.get("messages/\(thread)/messages").items[0]
                #expect(shown["text"]?.string == "(withdrawn)" && shown["withdrawn_at"]?.string != nil)
                #expect(try await desk.get("messages/unread").integer("messages") == before)
                let other = try await patient.write("Pain", "It hurts again")
                #expect(try await desk.post("messages/\(other)/read", #"{"up_to":1}"#).status == 200)
                let read = try await patient.get("patient/messages/\(other)/messages").items[0].text("id")
                let refused = try await patient.post("patient/messages/\(other)/messages/\(read)/withdraw")
                #expect(refused.status == 409 && refused["reason"]?.string == "read")
            }
        }

        @Test
        func `O18 streams of a thread send new and withdrawn messages to both sides, and no message of another thread`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let thread = try await patient.write("Pain", "It hurts")
                _ = try await desk.version(of: "messages/unread")
                let streams = [
                    try await StreamClient(desk, "messages/\(thread)/messages"),
                    try await StreamClient(patient, "patient/messages/\(thread)/messages"),
                ]
                func texts(_ number: Int) async throws -> [[String?]] {
                    var texts: [[String?]] = []
                    for stream in streams {
                        let items = try await stream.event(number).data?["items"]?.elements
                        texts.append((items ?? []).map { $0["text"]?.string })
                    }
                    return texts
                }
                #expect(try await texts(0) == [["It hurts"], ["It hurts"]])
                _ = try await patient.write("Another", "In another thread")
                let second = try await patient.post("patient/messages/\(thread)/messages", #"{"text":"Still"}"#)
                #expect(try await texts(1) == [["Still"], ["Still"]])
                let path = "patient/messages/\(thread)/messages/\(try second.text("id"))/withdraw"
                #expect(try await patient.post(path).status == 200)
                #expect(try await texts(2) == [["(withdrawn)"], ["(withdrawn)"]])
                for stream in streams { try await stream.close() }
            }
        }

        @Test func `O18 a held poll of a thread with since is answered with the new message alone`() async throws {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let thread = try await patient.write("Pain", "It hurts")
                _ = try await desk.version(of: "messages/unread")
                let first = try await desk.get("messages/\(thread)/messages?since=0")
                #expect(first["complete"]?.bool == true && first.items.count == 1)
                let path = "messages/\(thread)/messages?since=\(try first.text("version"))"
                let waiting = Task { try await desk.get(path, ["Prefer": "wait=25"]) }
                try await practice.held(1)
                _ = try await patient.post("patient/messages/\(thread)/messages", #"{"text":"Still"}"#)
                let answer = try await waiting.value
                #expect(answer["complete"]?.bool == false)
                #expect(answer.items.map { $0["text"]?.string } == ["Still"])
            }
        }

        @Test func `O18 a poll of a thread that a server has not read before is held until the thread changes`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let thread = try await patient.write("Pain", "It hurts")
                _ = try await desk.version(of: "messages/unread")
                try await Practice.open { other in
                    let there = App(practice: other, token: desk.token, subject: desk.subject)
                    _ = try await there.version(of: "messages/unread")
                    let since = try await desk.get("messages/\(thread)/messages?since=0").text("version")
                    let path = "messages/\(thread)/messages?since=\(since)"
                    let waiting = Task { try await there.get(path, ["Prefer": "wait=25"]) }
                    try await other.held(1)
                    _ = try await patient.post("patient/messages/\(thread)/messages", #"{"text":"Still"}"#)
                    #expect(try await waiting.value.items.map { $0["text"]?.string } == ["Still"])
                }
            }
        }

        @Test func `O18 threads about a restricted record are hidden from staff who may not open the record`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, admin) = try await (practice.signIn("patient1"), practice.signIn("admin"))
                let desk = try await practice.signIn("reception")
                let thread = try await patient.write("Pain", "It hurts")
                let path = "patients/\(patient.subject)/restriction"
                #expect(try await admin.put(path, #"{"restricted":true}"#).status == 200)
                #expect(try await desk.get("messages/\(thread)").problem == "restricted-record")
                #expect(try await !desk.shows(thread))
                let answer = try await desk.post("messages/\(thread)/messages", #"{"text":"Hello"}"#)
                #expect(answer.problem == "restricted-record")
                #expect(try await patient.get("patient/messages/\(thread)").status == 200)
            }
        }
    }
}

extension App {
    /// Opens a thread as a patient, and returns its id.
    func write(_ subject: String, _ text: String, to role: String? = nil) async throws -> String {
        let role = role.map { #","assigned_role":"\#($0)""# } ?? ""
        return try await post(
            "patient/messages", #"{"subject":"\#(subject)","text":"\#(text)"\#(role)}"#, key: newKey()
        ).text("id")
    }

    /// Whether the staff's list shows a thread.
    func shows(_ thread: String) async throws -> Bool {
        try await get("messages?limit=200").items.contains { $0["thread"]?["id"]?.string == thread }
    }
}

extension Practice {
    /// Opens a thread as a patient, and requests every path that shows the thread or a list with the thread.
    func readMessages(of patient: App, _ desk: App) async throws {
        let thread = try await patient.write("Pain", "It hurts")
        for path in ["messages", "messages/\(thread)", "messages/\(thread)/messages"] {
            #expect(try await desk.get(path).status == 200)
            #expect(try await patient.get("patient/\(path)").status == 200)
        }
    }
}
