import CLibUV

/// The memory of a libuv loop and of the handles that every loop has. Its owner is one `EventLoop`, which frees it when
/// nothing refers to the loop any more, so a late `uv_async_send` never touches freed memory.
@safe final class LoopHandles {
    let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    /// The libuv handle with which other threads wake the loop.
    let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    /// The libuv handle whose callback runs the work added by callbacks and other threads, before the loop waits.
    let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    /// The libuv handle that, while active, makes the loop check its sockets without waiting.
    let idle = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)
    /// The libuv handle of the timer that checks the timer wheel; active only while there are deadlines.
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    /// The buffer into which all connections of a loop read, one after the other, so an idle connection needs no
    /// buffer.
    let readBuffer: UnsafeMutableRawBufferPointer

    static let readBufferSize = 64 * 1024

    init() throws(SystemError) {
        unsafe readBuffer = .allocate(byteCount: Self.readBufferSize, alignment: 16)
        try check(unsafe uv_loop_init(loop), "uv_loop_init")
        try check(
            unsafe uv_async_init(loop, async) { handle in
                guard let handle = unsafe handle else { return }
                unsafe EventLoop.owning(handle.pointee.data).takeMail()
            }, "uv_async_init")
        unsafe uv_prepare_init(loop, prepare)
        unsafe uv_idle_init(loop, idle)
        unsafe uv_timer_init(loop, timer)
        unsafe loop.pointee.data = readBuffer.baseAddress
    }

    deinit {
        unsafe loop.deallocate()
        unsafe async.deallocate()
        unsafe prepare.deallocate()
        unsafe idle.deallocate()
        unsafe timer.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Connects the loop's handles with the loop, so that their callbacks find it, and starts the `prepare` handle.
    /// `owner` must live until the handles are closed; it is not retained.
    func start(for owner: EventLoop) {
        let owner = unsafe Unmanaged.passUnretained(owner).toOpaque()
        unsafe async.pointee.data = unsafe owner
        unsafe prepare.pointee.data = unsafe owner
        unsafe timer.pointee.data = unsafe owner
        unsafe idle.pointee.data = nil
        unsafe uv_prepare_start(prepare) { handle in
            guard let handle = unsafe handle else { return }
            unsafe EventLoop.owning(handle.pointee.data).finishTurn()
        }
    }

    func closeAsync() {
        unsafe uv_close(UnsafeMutableRawPointer(async).assumingMemoryBound(to: uv_handle_t.self), nil)
    }

    /// Closes the libuv handles that every loop has, except `async`.
    func close() {
        unsafe uv_close(UnsafeMutableRawPointer(prepare).assumingMemoryBound(to: uv_handle_t.self), nil)
        unsafe uv_close(UnsafeMutableRawPointer(idle).assumingMemoryBound(to: uv_handle_t.self), nil)
        unsafe uv_close(UnsafeMutableRawPointer(timer).assumingMemoryBound(to: uv_handle_t.self), nil)
    }

    /// Whether the loop checks its sockets without waiting, since it has more work to run.
    var isEager = false {
        didSet {
            guard isEager != oldValue else { return }
            if isEager {
                unsafe uv_idle_start(idle) { _ in }
            } else {
                unsafe uv_idle_stop(idle)
            }
        }
    }
}
