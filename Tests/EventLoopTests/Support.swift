import EventLoop
import Synchronization
import Testing

/// An event that happens once, with a value for which tasks can wait. Any thread may fire it.
final class Event<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    func fire(_ value: Value) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            guard state.value == nil else { return state.waiters }
            state.value = value
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    var hasFired: Bool { state.withLock { $0.value != nil } }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiters.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}

extension Event<Void> {
    func fire() { fire(()) }
}

/// Records values from any threads, in the order of their arrival.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])
    func record(_ value: Value) { recorded.withLock { $0.append(value) } }
    var values: [Value] { recorded.withLock { $0 } }
}

final class Count: Sendable {
    private let count: Atomic<Int>
    init(_ start: Int = 0) { count = Atomic(start) }
    /// Adds `step` to the counter and returns its new value.
    @discardableResult
    func add(_ step: Int = 1) -> Int { count.add(step, ordering: .sequentiallyConsistent).newValue }
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
}

/// An address of this machine on which no other test listens, so no other test can use a port that was released on it.
let quietHost = "127.0.0.77"

/// Runs `body` with new event loops, and stops the loops even if `body` throws.
func withLoops(
    _ count: Int = 1, _ body: @Sendable ([EventLoop]) async throws -> Void
) async throws {
    let group = try EventLoopGroup(loops: count)
    do {
        try await body(group.loops)
    } catch {
        await group.stop()
        throw error
    }
    await group.stop()
}

func withLoop(_ body: @Sendable (EventLoop) async throws -> Void) async throws {
    try await withLoops(1) { loops in try await body(#require(loops.first)) }
}

/// Connects to an address. It can be called from any thread.
func connect(to address: SocketAddress, on loop: EventLoop) async throws -> LoopBound<TCPConnection> {
    try await loop.run { LoopBound(try await TCPConnection.connect(to: address, on: loop), on: loop) }
}

/// Both sides of a TCP connection on `loop`, neither of them started. Must be called on the loop.
func connectedPair(on loop: EventLoop) async throws -> (client: TCPConnection, server: TCPConnection) {
    let accepted = Event<LoopBound<TCPConnection>>()
    let listener = try TCPListener(on: loop, ListeningSocket(host: "127.0.0.1", port: 0)) {
        accepted.fire(LoopBound($0, on: loop))
    }
    defer { listener.close() }
    let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
    let client = try await TCPConnection.connect(to: address, on: loop)
    return (client, await accepted.value.value)
}
