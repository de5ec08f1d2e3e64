import CNGHTTP2

/// The nghttp2 session of one client's connection: frames, header compression, windows. It has no socket.
@safe final class ClientSession {
    /// Error codes of HTTP/2 connections and streams (RFC 9113 §7).
    enum Code: UInt32 {
        case noError = 0
        case refusedStream = 7
        case cancel = 8
        case enhanceYourCalm = 11
    }

    private var raw: OpaquePointer?

    /// Creates an nghttp2 session whose callbacks call `owner`, which must outlive the session. Returns `nil` if memory
    /// cannot be allocated.
    init?(for owner: ClientConnection) {
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
        unsafe nghttp2_option_set_max_settings(option, 16)
        unsafe nghttp2_option_set_max_outbound_ack(option, 100)
        let limits = owner.limits
        let owner = unsafe Unmanaged.passUnretained(owner).toOpaque()
        guard unsafe nghttp2_session_client_new2(&raw, callbacks, owner, option) == 0 else { return nil }
        let settings = [
            (NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, UInt32(limits.responseBody)),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UInt32(limits.responseFields)),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: $0.1) }
        unsafe nghttp2_submit_settings(raw, 0, settings, settings.count)
    }

    deinit {
        unsafe nghttp2_session_del(raw)
    }

    /// Lets nghttp2 process received bytes, which calls the `ClientConnection` for each frame. Returns `false` if the
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

    /// Whether nghttp2 still expects input or has output. If not, the connection can be closed.
    var goesOn: Bool { unsafe nghttp2_session_want_read(raw) != 0 || nghttp2_session_want_write(raw) != 0 }

    /// The maximum number of concurrent streams that the server allows.
    var streamLimit: Int {
        Int(unsafe nghttp2_session_get_remote_settings(raw, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// Lets nghttp2 send a request, and returns its stream's id; `nil` if no further stream can be opened.
    func submit(_ request: ClientRequest, to origin: HTTPSOrigin) -> Int32? {
        let head = RequestHead(request, to: origin)
        let stream = unsafe head.withFields { fields, count in
            guard !request.body.isEmpty else { return unsafe nghttp2_submit_request(raw, nil, fields, count, nil, nil) }
            var provider = unsafe nghttp2_data_provider(source: nghttp2_data_source(), read_callback: Self.readBody)
            return unsafe nghttp2_submit_request(raw, nil, fields, count, &provider, nil)
        }
        return stream > 0 ? stream : nil
    }

    /// Whether the request of an open stream has been sent to its end.
    func hasSentAll(of stream: Int32) -> Bool { unsafe nghttp2_session_get_stream_local_close(raw, stream) == 1 }

    func reset(_ stream: Int32, _ code: Code) {
        unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    func ping() {
        unsafe nghttp2_submit_ping(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
    }

    /// Sends GOAWAY with the given error code, and lets nghttp2 end the connection.
    func terminate(_ code: Code) {
        unsafe nghttp2_session_terminate_session(raw, code.rawValue)
    }
}
