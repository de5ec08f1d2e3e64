import EventLoop
import Synchronization
import Testing

/// Something that happens once, and that tasks wait for. Any thread may fire it.
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

/// Values from many threads, in the order in which they came.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])
    func record(_ value: Value) { recorded.withLock { $0.append(value) } }
    var values: [Value] { recorded.withLock { $0 } }
}

final class Count: Sendable {
    private let count: Atomic<Int>
    init(_ start: Int = 0) { count = Atomic(start) }
    /// Returns the new value.
    @discardableResult
    func add(_ step: Int = 1) -> Int { count.add(step, ordering: .sequentiallyConsistent).newValue }
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
}

/// An address of this machine on which other tests do not listen: a port that was given back is not taken by them.
let quietHost = "127.0.0.77"

/// Loops for the length of `body`, stopped whatever happens.
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

/// Connects from any thread.
func connect(to address: SocketAddress, on loop: EventLoop) async throws -> LoopBound<TCPConnection> {
    try await loop.run { LoopBound(try await TCPConnection.connect(to: address, on: loop), on: loop) }
}

/// Two ends of one TCP connection, both on `loop`, neither started. On the loop only.
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
