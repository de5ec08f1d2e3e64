import CNGHTTP2

/// The return value with which a callback makes nghttp2 stop with an error.
private let failed = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

/// The callbacks for nghttp2. Each callback calls the `ClientConnection`.
extension ClientSession {
    static func set(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, owner in
            guard let frame = unsafe frame, let owner = unsafe ClientSession.owning(owner) else { return failed }
            let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
            let value = unsafe UnsafeRawBufferPointer(start: value, count: valueCount)
            unsafe owner.fieldComes(frame.pointee.hd.stream_id, name.bytes, value.bytes)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let frame = unsafe frame, let owner = unsafe ClientSession.owning(owner) else { return failed }
            owner.frameEnds(unsafe ClientSession.Frame(frame.pointee))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, stream, bytes, count, owner in
            guard let owner = unsafe ClientSession.owning(owner) else { return failed }
            owner.dataComes(stream, unsafe UnsafeRawBufferPointer(start: bytes, count: count).bytes)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, owner in
            unsafe ClientSession.owning(owner)?.streamCloses(stream, code: code)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, owner in
            guard let frame = unsafe frame, let owner = unsafe ClientSession.owning(owner) else { return failed }
            let header = unsafe frame.pointee.hd
            if UInt32(header.type) == NGHTTP2_HEADERS.rawValue { owner.requestIsUnsent(header.stream_id) }
            return 0
        }
    }

    /// nghttp2's callback for the next bytes of a request's body, which the `ClientConnection` supplies.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, target, count, flags, _, owner in
        guard let owner = unsafe ClientSession.owning(owner), let flags = unsafe flags else { return Int(failed) }
        let target = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
        // The callback's return value makes nghttp2 reset the stream, so the server does not treat an incomplete body
        // as complete.
        guard let part = unsafe owner.takeBody(of: stream, into: target) else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        if part.isLast { unsafe flags.pointee = NGHTTP2_DATA_FLAG_EOF.rawValue }
        return part.count
    }

    private static func owning(_ data: UnsafeMutableRawPointer?) -> ClientConnection? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<ClientConnection>.fromOpaque(data).takeUnretainedValue()
    }

    /// The properties of a received frame that a `ClientConnection` needs.
    struct Frame {
        enum Kind {
            case data
            case headers
            /// A SETTINGS frame with the server's settings. A frame that only acknowledges the client's settings is not
            /// included.
            case settings
            case goAway
            case other
        }

        let kind: Kind
        let stream: Int32
        /// Whether the frame (DATA or HEADERS) is the last one of its stream's answer.
        let endsStream: Bool

        init(_ frame: nghttp2_frame) {
            let header = unsafe frame.hd
            stream = header.stream_id
            endsStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
            let isAcknowledgement = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
            kind =
                switch UInt32(header.type) {
                case NGHTTP2_DATA.rawValue: .data
                case NGHTTP2_HEADERS.rawValue: .headers
                case NGHTTP2_SETTINGS.rawValue where !isAcknowledgement: .settings
                case NGHTTP2_GOAWAY.rawValue: .goAway
                case _: .other
                }
        }
    }
}
