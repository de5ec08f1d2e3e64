import CLibUV

/// Runs a handler on a loop when the process receives one of the given signals. While a `SignalSource` catches the
/// signals, their default actions do not happen.
public final class SignalSource {
    public let loop: EventLoop
    private var watchers: [Watcher] = []

    /// Catches signals until `close` is called or the loop stops, even if nothing refers to the `SignalSource` any
    /// more. Must be called on the loop's thread.
    public init(
        on loop: EventLoop, signals: [Int32], handler: @escaping (Int32) -> Void
    ) throws(SystemError) {
        loop.preconditionCurrent()
        self.loop = loop
        guard !loop.isStopping else { throw .cancelled("uv_signal_start") }
        for signal in signals {
            let watcher = Watcher(on: loop, handler)
            watchers.append(watcher)
            let code = watcher.start(signal)
            guard code == 0 else {
                for watcher in watchers { watcher.loopStops() }
                throw SystemError(code: code, operation: "uv_signal_start \(signal)")
            }
        }
    }

    /// Stops catching the signals. Their default actions apply again. Must be called on the loop's thread.
    public func close() {
        loop.preconditionCurrent()
        for watcher in watchers { watcher.loopStops() }
        watchers = []
    }
}

/// The libuv handle of one signal. It keeps itself alive until libuv has closed the handle.
@safe private final class Watcher: HandleOwner {
    private var signal: UnsafeMutablePointer<uv_signal_t>?
    private let handler: (Int32) -> Void

    init(on loop: EventLoop, _ handler: @escaping (Int32) -> Void) {
        self.handler = handler
        let signal = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
        unsafe uv_signal_init(loop.handles.loop, signal)
        unsafe self.signal = signal
        unsafe signal.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    func start(_ number: Int32) -> Int32 {
        guard let signal = unsafe signal else { return UV_EINVAL.rawValue }
        return unsafe uv_signal_start(
            signal,
            { signal, number in
                guard let data = unsafe signal?.pointee.data else { return }
                unsafe Unmanaged<Watcher>.fromOpaque(data).takeUnretainedValue().handler(number)
            }, number)
    }

    func loopStops() {
        guard let signal = unsafe signal else { return }
        unsafe self.signal = nil
        unsafe uv_close(UnsafeMutableRawPointer(signal).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<Watcher>.fromOpaque(handle.pointee.data.unsafelyUnwrapped).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_signal_t.self).deallocate()
        }
    }
}
