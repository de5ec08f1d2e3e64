import ClinicServer
import ClinicTestSupport
import EventLoop
import Identifiers
import JSON
import Testing

extension Conformance {
    /// Tests command batches, with which a client sends the commands that it queued while it was offline.
    @Suite struct Batches {
        private func message(_ thread: String, _ text: String, key: String = newKey(), more: String = "") -> String {
            """
            {"method":"POST","path":"/api/v1/patient/messages/\(thread)/messages","idempotency_key":"\(key)",\
            "body":{"text":"\(text)"}\(more)}
            """
        }

        private func answers(_ answer: HTTPAnswer) throws -> [JSONValue] {
            #expect(answer.status == 200)
            return try #require(answer["answers"]?.elements)
        }

        private func statuses(_ answer: HTTPAnswer) throws -> [Int64] {
            try answers(answer).map { try $0.integer("status") }
        }

        @Test
        func
            `O11 a command batch runs its commands in order, and answers each; a repeated batch runs no command again`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let thread = try await patient.write("Pain", "First")
                let batch = #"{"commands":[\#(message(thread, "Second")),\#(message(thread, "Third"))]}"#
                let done = try answers(await patient.post("batch", batch))
                #expect(try done.map { try $0.integer("status") } == [201, 201])
                #expect(try done.map { try $0.member("body").integer("number") } == [2, 3])
                #expect(try done[0].text("etag").hasPrefix("\""))
                let again = try answers(await patient.post("batch", batch))
                #expect(
                    try again.map { try $0.member("body").text("id") } == done.map { try $0.member("body").text("id") })
                #expect(try await patient.get("patient/messages/\(thread)").integer("messages") == 3)
            }
        }

        @Test func `O42 a refused command of a command batch stops only the later commands that depend on it`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let thread = try await patient.write("Pain", "First")
                let dependent = #","depends_on_previous":true"#
                let commands = [
                    message(newKey(), "Lost"), message(thread, "Left out", more: dependent),
                    message(thread, "Left out too", more: dependent), message(thread, "Sent"),
                    message(thread, "Sent too", more: dependent),
                ]
                let batch = #"{"commands":[\#(commands.joined(separator: ","))]}"#
                let done = try await patient.post("batch", batch)
                #expect(try statuses(done) == [404, 409, 409, 201, 201])
                let kind = try answers(done)[1].member("body").text("type")
                #expect(kind.hasSuffix(":previous-not-done"))
                #expect(try await patient.get("patient/messages/\(thread)").integer("messages") == 3)
            }
        }

        @Test
        func `a command batch cannot contain a batch, a GET request, an upload or a command without Idempotency-Key`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                func status(_ method: String, _ path: String) async throws -> [Int64] {
                    let command = #"{"method":"\#(method)","path":"\#(path)","idempotency_key":"\#(newKey())"}"#
                    return try statuses(await patient.post("batch", #"{"commands":[\#(command)]}"#))
                }
                #expect(try await status("POST", "/api/v1/batch") == [400])
                #expect(try await status("POST", "/api/v1/patient/files") == [400])
                #expect(try await status("POST", "/api/v1/auth/logout") == [400])
                #expect(try await status("POST", "/api/v1/auth/login") == [400])
                #expect(try await status("POST", "/nowhere") == [404])
                #expect(try await status("POST", "no path at all") == [400])
                let read = #"{"commands":[{"method":"GET","path":"/api/v1/me","idempotency_key":"a"}]}"#
                #expect(try await patient.post("batch", read).status == 400)
                let command = #"{"method":"POST","path":"/api/v1/batch","idempotency_key":"a"}"#
                let many = Array(repeating: command, count: 101).joined(separator: ",")
                #expect(try await patient.post("batch", #"{"commands":[\#(many)]}"#).status == 400)
                #expect(try await practice.nobody.post("batch", #"{"commands":[\#(command)]}"#).status == 401)
            }
        }

        @Test func `each command of a command batch is checked for role, version and reused Idempotency-Key`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let thread = try await patient.write("Pain", "First")
                let path = "/api/v1/messages/\(thread)/close"
                func close(_ more: String = "") -> String {
                    #"{"commands":[{"method":"POST","path":"\#(path)","idempotency_key":"\#(newKey())"\#(more)}]}"#
                }
                #expect(try statuses(await patient.post("batch", close())) == [403])
                #expect(try statuses(await desk.post("batch", close(#","if_match":"\"1\"""#))) == [412])
                #expect(try statuses(await desk.post("batch", close())) == [200])
                let key = newKey()
                let same = [message(thread, "One", key: key), message(thread, "Another", key: key)]
                let reused = try statuses(
                    await patient.post("batch", #"{"commands":[\#(same.joined(separator: ","))]}"#))
                #expect(reused[0] == 201 && reused[1] >= 400)
            }
        }

        @Test func `a command batch is refused if the path, key or version of a command has a line break`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let thread = try await patient.write("Pain", "First")
                let path = "/api/v1/patient/messages/\(thread)/messages"
                func problem(_ path: String, key: String, version: String = "*") async throws -> String? {
                    let command = """
                        {"method":"POST","path":"\(path)","idempotency_key":"\(key)","if_match":"\(version)",\
                        "body":{"text":"Hello"}}
                        """
                    return try await patient.post("batch", #"{"commands":[\#(command)]}"#).problem
                }
                let field = #"\r\nX-Forwarded-For: 192.0.2.1"#
                #expect(try await problem(path, key: newKey() + field) == "malformed-request")
                #expect(try await problem("\(path) HTTP/1.1\(field)", key: newKey()) == "malformed-request")
                #expect(try await problem(path, key: newKey(), version: "*\(field)") == "malformed-request")
                #expect(try await patient.get("patient/messages/\(thread)").integer("messages") == 1)
            }
        }

        @Test func `each command of a command batch counts against the rate limit of the caller's session`()
            async throws
        {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 8)
            try await Practice.open(rates: rates) { practice in
                let patient = try await practice.signIn("patient1")
                let thread = try await patient.write("Pain", "First")
                let commands = (0..<20).map { message(thread, "Message \($0)") }.joined(separator: ",")
                let done = try answers(await patient.post("batch", #"{"commands":[\#(commands)]}"#))
                let refused = try done.filter { try $0.integer("status") == 429 }
                #expect(!refused.isEmpty && refused.count < 20)
                #expect(refused.allSatisfy { $0["retry_after"]?.string != nil })
            }
        }

        @Test func `O11 each queued command is applied once although the client's connection breaks at random moments`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let thread = try await patient.write("Pain", "First")
                var queue = OfflineQueue(patient, cuts: SplitMix64(seed: 0x5eed))
                for number in 0..<40 {
                    queue.add(message(thread, "Message \(number)"))
                    try await queue.flush(giveUp: number % 4 != 3)
                }
                #expect(queue.isEmpty && queue.lost > 0)
                var seen: [String] = []
                var page = try await patient.get("patient/messages/\(thread)/messages?limit=200")
                while true {
                    seen += try page.items.map { try $0.text("text") }
                    guard page["has_more"]?.bool == true else { break }
                    let cursor = try page.text("next_cursor")
                    page = try await patient.get("patient/messages/\(thread)/messages?limit=200&cursor=\(cursor)")
                }
                #expect(seen.reversed() == ["First"] + (0..<40).map { "Message \($0)" })
            }
        }
    }
}

/// A client that queues commands and sends them as a command batch. The client's connection breaks at random: after a
/// part of the request, after the whole request, or after a part of the answer. Then the client does not know which
/// commands were applied.
private struct OfflineQueue {
    private let app: App
    private var cuts: SplitMix64
    private var commands: [String] = []
    private(set) var lost = 0

    init(_ app: App, cuts: SplitMix64) {
        self.app = app
        self.cuts = cuts
    }

    var isEmpty: Bool { commands.isEmpty }

    mutating func add(_ command: String) { commands.append(command) }

    /// Sends the queue. A command leaves the queue once its answer has arrived.
    ///
    /// - Parameter giveUp: whether the client keeps the queue if the connection breaks, instead of sending it again.
    mutating func flush(giveUp: Bool) async throws {
        let body = #"{"commands":[\#(commands.joined(separator: ","))]}"#
        for _ in 0..<4 {
            if Bool.random(using: &cuts) {
                let answer = try await app.post("batch", body)
                #expect(answer["answers"]?.elements?.count == commands.count)
                commands = []
                return
            }
            lost += 1
            try await breakOff(body)
            if giveUp { return }
        }
        let answer = try await app.post("batch", body)
        #expect(answer.status == 200)
        commands = []
    }

    /// Sends the command batch or a part of it, and closes the connection at a random moment.
    private mutating func breakOff(_ body: String) async throws {
        let head = """
            POST /api/v1/batch HTTP/1.1\r\nHost: clinic.example\r\nContent-Type: application/json\r\n\
            Authorization: Bearer \(app.token ?? "")\r\nContent-Length: \(body.utf8.count)\r\n\r\n
            """
        let request = Array((head + body).utf8)
        let isWhole = Bool.random(using: &cuts)
        let waits = isWhole && Bool.random(using: &cuts)
        let part = isWhole ? request : Array(request.prefix(Int.random(in: 1..<request.count, using: &cuts)))
        let (loop, port) = (app.practice.wire, app.practice.port)
        try await loop.run {
            let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
            let tcp = try await TCPConnection.connect(to: address, on: loop)
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                tcp.start(
                    receive: { _ in if waits { tcp.close() } }, closed: { _ in continuation.resume() })
                tcp.write(part)
                if !waits { tcp.close() }
            }
        }
    }
}
