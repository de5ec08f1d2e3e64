import CLibUV
import Synchronization

/// The threads that this process has started for event loops and worker pools.
package enum OwnThreads {
    private static let count = Atomic<Int>(0)

    /// The number of these threads that have not ended.
    package static var running: Int { count.load(ordering: .relaxed) }

    fileprivate static func started() { count.add(1, ordering: .relaxed) }
    fileprivate static func ended() { count.subtract(1, ordering: .relaxed) }
}

/// A POSIX thread that this process has started. It must be joined or detached exactly once.
@safe struct Thread: Sendable {
    private let id: UInt

    /// Runs `body` on a new thread, named `name` (at most 15 bytes are kept).
    ///
    /// - Parameter isBackground: whether the thread has a lower priority than other threads, so that it hardly slows
    ///   them when all cores are busy.
    init(name: String, isBackground: Bool = false, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = unsafe Unmanaged.passRetained(Start(name: name, isBackground: isBackground, body: body))
        var thread = pthread_t()
        OwnThreads.started()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                unsafe chairside_name_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
                if start.isBackground { chairside_lower_priority() }
                chairside_block_sigpipe()
                start.body()
                OwnThreads.ended()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
            OwnThreads.ended()
            throw SystemError(errno: code, operation: "pthread_create")
        }
        id = UInt(thread)
    }

    /// Waits until the thread has ended. Each thread must be joined or detached, exactly once.
    private func join() { pthread_join(pthread_t(id), nil) }

    /// Waits until the thread has ended, like `join`, but does not block the caller's thread.
    func joined() async {
        await withCheckedContinuation { continuation in
            do {
                try Thread(name: "join") {
                    join()
                    continuation.resume()
                }.detach()
            } catch {
                detach()
                continuation.resume()
            }
        }
    }

    /// Lets the thread end without being joined. Each thread must be joined or detached, exactly once.
    func detach() { pthread_detach(pthread_t(id)) }

    /// A number that identifies the calling thread; never 0.
    @inline(__always)
    static var current: UInt { chairside_thread() }

    private final class Start: Sendable {
        let name: String
        let isBackground: Bool
        let body: @Sendable () -> Void
        init(name: String, isBackground: Bool, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.isBackground = isBackground
            self.body = body
        }
    }
}
