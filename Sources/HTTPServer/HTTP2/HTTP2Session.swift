import CNGHTTP2

/// The nghttp2 session of one connection: frames, header compression, windows. It has no socket.
@safe final class HTTP2Session {
    /// Error codes of HTTP/2 connections and streams (RFC 9113 §7).
    enum Code: UInt32 {
        case noError = 0
        case protocolError = 1
        case internalError = 2
        case streamClosed = 5
        case refusedStream = 7
        case cancel = 8
        case enhanceYourCalm = 11
    }

    private var raw: OpaquePointer?

    /// The server's flow-control windows for received bytes: of one stream, and of all streams of a connection
    /// together.
    private static let streamWindow: UInt32 = 256 * 1024
    private static let connectionWindow: Int32 = 1024 * 1024

    /// Creates an nghttp2 session whose callbacks call `owner`, which must outlive the session. Returns `nil` if memory
    /// cannot be allocated.
    init?(for owner: HTTP2Connection, _ limits: HTTPLimits) {
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, unsafe nghttp2_option_new(&option) == 0 else {
            return nil
        }
        defer {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(option)
        }
        unsafe Self.set(callbacks)
        unsafe nghttp2_option_set_no_auto_window_update(option, 1)
        // nghttp2 limits the number of entries in one SETTINGS frame. The server checks all other limits on frames
        // itself, before nghttp2 processes the frames.
        unsafe nghttp2_option_set_max_settings(option, 16)
        let owner = unsafe Unmanaged.passUnretained(owner).toOpaque()
        guard unsafe nghttp2_session_server_new2(&raw, callbacks, owner, option) == 0 else { return nil }
        let settings = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(limits.http2.streams)),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, Self.streamWindow),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UInt32(limits.fieldBytes)),
            (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: $0.1) }
        unsafe nghttp2_submit_settings(raw, 0, settings, settings.count)
        unsafe nghttp2_session_set_local_window_size(raw, 0, 0, Self.connectionWindow)
    }

    deinit {
        unsafe nghttp2_session_del(raw)
    }

    /// Lets nghttp2 process received bytes, which calls the `HTTP2Connection` for each frame. Returns `false` if the
    /// connection cannot continue.
    func receive(_ bytes: RawSpan) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe nghttp2_session_mem_recv(raw, bytes.baseAddress, bytes.count) == bytes.count
        }
    }

    /// Appends to `output` the next frames that nghttp2 has to send. Returns `false` if there are none.
    func send(into output: inout [UInt8]) -> Bool {
        var start: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(raw, &start)
        guard count > 0 else { return false }
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        return true
    }

    /// Whether nghttp2 still expects input or has output, so that the HTTP/2 connection goes on.
    var goesOn: Bool { unsafe nghttp2_session_want_read(raw) != 0 || nghttp2_session_want_write(raw) != 0 }

    /// Lets nghttp2 send the head of an answer on a stream.
    ///
    /// - Parameter hasBody: whether a body follows, whose bytes nghttp2 then requests from the `HTTP2Connection`.
    func respond(_ stream: Int32, _ head: HTTP2ResponseHead, hasBody: Bool) {
        unsafe withFields(head) { fields, count in
            guard hasBody else {
                unsafe nghttp2_submit_response(raw, stream, fields, count, nil)
                return
            }
            var provider = unsafe nghttp2_data_provider(source: nghttp2_data_source(), read_callback: Self.readBody)
            unsafe nghttp2_submit_response(raw, stream, fields, count, &provider)
        }
    }

    /// Lets nghttp2 send an interim answer, such as `100 Continue`, on a stream.
    func inform(_ stream: Int32, _ head: HTTP2ResponseHead) {
        unsafe withFields(head) { fields, count in
            unsafe nghttp2_submit_headers(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, fields, count, nil)
        }
    }

    /// Lets nghttp2 continue with a stream's answer, since its producer has written more of the body, or all of it.
    func resume(_ stream: Int32) {
        unsafe nghttp2_session_resume_data(raw, stream)
    }

    func reset(_ stream: Int32, _ code: Code) {
        unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Sends GOAWAY: requests after the last one that nghttp2 has processed will not be answered.
    func goAway() {
        let last = unsafe nghttp2_session_get_last_proc_stream_id(raw)
        unsafe nghttp2_submit_goaway(
            raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, Code.noError.rawValue, nil, 0)
    }

    /// Sends GOAWAY with the error code. nghttp2 then ends the HTTP/2 connection.
    func terminate(_ code: Code) {
        unsafe nghttp2_session_terminate_session(raw, code.rawValue)
    }

    /// Opens the connection's flow-control window for received bytes by `count` bytes.
    func consume(_ count: Int) {
        unsafe nghttp2_session_consume_connection(raw, count)
    }

    /// Opens a stream's flow-control window for received bytes by `count` bytes.
    func consume(_ count: Int, of stream: Int32) {
        unsafe nghttp2_session_consume_stream(raw, stream, count)
    }

    private func withFields(_ head: HTTP2ResponseHead, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Void) {
        unsafe head.text.withUnsafeBufferPointer { text in
            // nghttp2 copies the fields' text and does not write to it, so a mutable pointer is safe.
            let start = unsafe UnsafeMutablePointer(mutating: text.baseAddress)
            let fields = unsafe head.fields.map { name, value in
                unsafe nghttp2_nv(
                    name: start.map { unsafe $0 + name.lowerBound }, value: start.map { unsafe $0 + value.lowerBound },
                    namelen: name.count, valuelen: value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            unsafe fields.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
        }
    }
}
