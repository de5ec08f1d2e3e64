import EventLoop
import Glibc
import Testing

struct SocketWatcherTests {
    /// Two connected non-blocking sockets.
    private func socketPair() throws -> (Int32, Int32) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, type, 0, &pair) == 0)
        return (pair[0], pair[1])
    }

    private func send(_ descriptor: Int32, _ count: Int = 1) -> Int {
        let bytes = [UInt8](repeating: 1, count: count)
        return unsafe write(descriptor, bytes, bytes.count)
    }

    private func receive(_ descriptor: Int32, _ count: Int = 1) -> Int {
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe read(descriptor, &bytes, bytes.count)
    }

    @Test func `a socket watcher reports a socket as readable or writable only if it watches for that`() async throws {
        let (ours, theirs) = try socketPair()
        try await withLoop { loop in
            try await loop.run {
                let watcher = try SocketWatcher(on: loop, descriptor: ours)
                let events = Recorder<SocketEvents>()
                let readable = Event<Void>()
                let writable = Event<Void>()
                watcher.watch(readable: true, writable: false) { happened in
                    events.record(happened)
                    if happened.contains(.readable) {
                        readable.fire()
                        watcher.watch(readable: false, writable: true)
                    }
                    if happened.contains(.writable) {
                        writable.fire()
                        watcher.watch(readable: false, writable: false)
                    }
                }
                // The socket is writable, but the watcher watches only whether it is readable, so no event is reported.
                try await loop.sleep(for: .milliseconds(20))
                #expect(events.values.isEmpty)
                while send(ours, 4096) > 0 {}
                #expect(send(theirs) == 1)
                await readable.value
                try await loop.sleep(for: .milliseconds(20))
                #expect(!writable.hasFired)
                while receive(theirs, 65_536) > 0 {}
                await writable.value
                #expect(events.values == [.readable, .writable])
                // The socket watcher no longer watches for anything.
                #expect(send(theirs) == 1)
                try await loop.sleep(for: .milliseconds(20))
                #expect(events.values.count == 2)
                watcher.close()
            }
        }
        close(ours)
        close(theirs)
    }

    @Test func `a socket watcher reports a socket as readable until everything is read`() async throws {
        let (ours, theirs) = try socketPair()
        try await withLoop { loop in
            try await loop.run {
                let watcher = try SocketWatcher(on: loop, descriptor: ours)
                let read = Count()
                let done = Event<Void>()
                watcher.watch(readable: true, writable: false) { _ in
                    if receive(ours) == 1, read.add() == 3 { done.fire() }
                }
                #expect(send(theirs, 3) == 3)
                await done.value
                watcher.close()
                watcher.close()
                #expect(send(theirs) == 1)
                try await loop.sleep(for: .milliseconds(20))
                #expect(read.value == 3)
                // The descriptor can have another watcher after the first one is closed.
                try SocketWatcher(on: loop, descriptor: ours).close()
            }
        }
        close(ours)
        close(theirs)
    }

    @Test func `a socket watcher reports a socket as readable when the peer disconnects`() async throws {
        let (ours, theirs) = try socketPair()
        try await withLoop { loop in
            try await loop.run {
                let watcher = try SocketWatcher(on: loop, descriptor: ours)
                let happened = Event<SocketEvents>()
                watcher.watch(readable: true, writable: false) { happened.fire($0) }
                close(theirs)
                #expect(await happened.value.contains(.readable))
                #expect(receive(ours) == 0)
                watcher.close()
            }
        }
        close(ours)
    }

    @Test func `a socket watcher refuses a descriptor that cannot be watched`() async throws {
        try await withLoop { loop in
            await #expect(throws: SystemError.self) {
                try await loop.run { try SocketWatcher(on: loop, descriptor: -1).close() }
            }
        }
    }
}
