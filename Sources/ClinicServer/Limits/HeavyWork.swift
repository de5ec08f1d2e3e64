import Endpoints
import EventLoop
import HTTPServer
import Synchronization

/// The heavy answers of a process: files and exports, whose making takes a core for a while. Clinics and persons take
/// turns, and each clinic has one place. Long computations run on threads with a low priority, so that the loops
/// serve other requests.
final class HeavyWork: Sendable {
    let line = FairLine(
        .init(places: 2, ofClinic: 1, ofPerson: 1, waiters: 256, waitersOfPerson: 15))
    /// The searches of all loops. A search is computed on a loop, so a person's further searches wait here and not in the
    /// loop's queue, where each request of another clinic would have to wait for them.
    let searches = FairLine(
        .init(places: 16, ofClinic: 8, ofPerson: 2, waiters: 1_024, waitersOfPerson: 128))
    /// The large answers that are compressed. Clients' addresses take turns.
    private let compressions = FairLine(
        .init(places: 1, ofClinic: 1, ofPerson: 1, waiters: 256, waitersOfPerson: 64), patience: .seconds(5))
    private let compressor = LateWorker(queueLimit: 8, name: "gzip", isBackground: true)
    private let worker = LateWorker(queueLimit: 512, name: "heavy", isBackground: true)
    private let answers = Mutex(0)

    /// The number of heavy answers after which unused memory is returned to the system, as soon as no more are wanted.
    private static let answersBeforeTrim = 32

    /// Makes a heavy answer when it is the caller's turn.
    ///
    /// - Throws: the error of `body`; 429 if the caller waits for too many answers; 503 if too many wait.
    func answer<Value>(for principal: Principal, _ body: () async throws -> Value) async throws -> Value {
        let value = try await line.run(for: Sharer(principal), body)
        let isDue = answers.withLock { answers in
            answers += 1
            guard answers >= Self.answersBeforeTrim, line.isIdle else { return false }
            answers = 0
            return true
        }
        // The allocator keeps the memory of a burst otherwise.
        if isDue { try? await worker.run { ProcessMemory.returnUnused() } }
        return value
    }

    /// Computes a part of an answer on a thread of its own.
    ///
    /// - Throws: the error of `body`; 503 if the server is stopping.
    func compute<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        do { return try await worker.run { Result { try body() } }.get() } catch is WorkerPoolFull {
            throw Problem.unavailable()
        }
    }

    /// Compresses the body of a large answer on a thread of its own, when it is the turn of the client's address.
    ///
    /// - Returns: `nil` if the body would not be shorter, or if too many answers wait.
    func compress(_ bytes: [UInt8], forClientAt host: String?) async -> [UInt8]? {
        try? await compressions.run(for: Sharer(at: host)) { () async throws -> [UInt8]? in
            try await compressor.run { GzipEncoder()?.compress(bytes) }
        }
    }

    func close() {
        worker.close()
        compressor.close()
    }
}

extension Operation {
    /// Whether the operation's answer is heavy: a file or a page made for the caller, an export, or a history. Any media
    /// type other than JSON and images counts, so that a new one is heavy by itself.
    package var isHeavy: Bool {
        let types = answers.flatMap { answer -> [String] in
            guard case .other(let mediaType) = answer.content else { return answer.alternatives }
            return [mediaType] + answer.alternatives
        }
        let light = ["image/", "text/event-stream", "application/json", "application/problem+json"]
        let isFile = types.contains { type in !light.contains { type.hasPrefix($0) } }
        let last = path.text.split(separator: "/").last.map(String.init) ?? ""
        return isSafe && (isFile || ["export", "history", "audit-events"].contains(last))
    }

    /// Whether the operation searches: it has a parameter `q`, or it looks for free times.
    package var isSearch: Bool {
        isSafe && !isPolled && (parameters.contains { $0.name == "q" } || path.text.hasSuffix("/slots"))
    }
}
