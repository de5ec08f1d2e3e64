import CNGHTTP2

/// The return value with which a callback makes nghttp2 stop with an error.
private let failed = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

/// The callbacks that nghttp2 calls, which pass each call to the `HTTP2Connection`.
extension HTTP2Session {
    static func set(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame, let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            owner.headBegins(unsafe frame.pointee.hd.stream_id)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, owner in
            guard let frame = unsafe frame, let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
            let value = unsafe UnsafeRawBufferPointer(start: value, count: valueCount)
            return unsafe owner.fieldComes(frame.pointee.hd.stream_id, name.bytes, value.bytes) ? 0 : failed
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame, let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            return owner.frameEnds(unsafe HTTP2Session.Frame(frame.pointee)) ? 0 : failed
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, stream, bytes, count, owner in
            guard let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            owner.dataComes(stream, unsafe UnsafeRawBufferPointer(start: bytes, count: count).bytes)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, _, owner in
            guard let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            return owner.allows(.invalid) ? 0 : failed
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame, let owner = unsafe HTTP2Session.owning(owner) else { return failed }
            owner.frameIsSent(unsafe HTTP2Session.Frame(frame.pointee))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, owner in
            unsafe HTTP2Session.owning(owner)?.streamCloses(stream)
            return 0
        }
    }

    /// nghttp2's callback for the next bytes of an answer's body, which the `HTTP2Connection` supplies.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, target, count, flags, _, owner in
        guard let owner = unsafe HTTP2Session.owning(owner), let flags = unsafe flags else { return Int(failed) }
        let target = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
        switch unsafe owner.body(of: stream, into: target) {
        case .bytes(let count, let isLast):
            if isLast { unsafe flags.pointee = NGHTTP2_DATA_FLAG_EOF.rawValue }
            return count
        case .later: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        // The callback's return value makes nghttp2 reset the stream, so that the client does not mistake an incomplete
        // body for a complete one.
        case .never: return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }

    private static func owning(_ data: UnsafeMutableRawPointer?) -> HTTP2Connection? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<HTTP2Connection>.fromOpaque(data).takeUnretainedValue()
    }
}

extension HTTP2Session {
    /// The `HTTP2Connection`'s reply when nghttp2 asks for the next bytes of an answer's body.
    enum BodyPart {
        case bytes(Int, isLast: Bool)
        case later
        case never
    }

    /// The properties of a received or sent HTTP/2 frame that an `HTTP2Connection` needs.
    struct Frame {
        enum Kind: Equatable {
            case data(padding: Int)
            case headers
            case reset(code: UInt32)
            case windowUpdate(increment: Int)
            case other
        }

        let kind: Kind
        let stream: Int32
        let length: Int
        private let flags: UInt8

        /// Whether the frame (DATA or HEADERS) is the last one of its stream in its direction.
        var endsStream: Bool { flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 }

        init(_ frame: nghttp2_frame) {
            let header = unsafe frame.hd
            stream = header.stream_id
            length = header.length
            flags = header.flags
            switch UInt32(header.type) {
            case NGHTTP2_DATA.rawValue: kind = .data(padding: unsafe frame.data.padlen)
            case NGHTTP2_HEADERS.rawValue: kind = .headers
            case NGHTTP2_RST_STREAM.rawValue: kind = .reset(code: unsafe frame.rst_stream.error_code)
            case NGHTTP2_WINDOW_UPDATE.rawValue:
                kind = .windowUpdate(increment: Int(unsafe frame.window_update.window_size_increment))
            case _: kind = .other
            }
        }
    }
}
