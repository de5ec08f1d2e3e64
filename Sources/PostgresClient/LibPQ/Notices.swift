import CLibPQ

/// Receives the server's notices. Their texts are not kept, since they quote values. Only the fact that a commit is
/// uncertain is kept.
///
/// A commit that waits for a synchronous standby can be cancelled while it waits. It is then acknowledged with a
/// warning (SyncRepWaitForLSN in PostgreSQL's syncrep.c): it exists only on this server, and can be lost with it. The
/// warning's text is in the server's language, and its code is the general one of warnings or that of a shutdown. So
/// the warning is recognized by the function that reported it, or by its code if the server names no function.
@safe
final class Notices {
    private var isInDoubt = false

    /// Registers this object for libpq's notices. The link must not outlive this object.
    @unsafe
    func receive(from connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, notice in
            guard let context = unsafe context, let notice = unsafe notice else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether a warning about a commit was received since the last call.
    func takeDoubt() -> Bool {
        defer { isInDoubt = false }
        return isInDoubt
    }

    @unsafe
    private func take(_ notice: OpaquePointer) {
        func field(_ code: Int) -> String? {
            guard let value = unsafe PQresultErrorField(notice, Int32(truncatingIfNeeded: code)) else { return nil }
            return unsafe String(cString: value)
        }
        guard field(Int(CHAIRSIDE_DIAG_SEVERITY)) == "WARNING" else { return }
        if let function = field(Int(CHAIRSIDE_DIAG_SOURCE_FUNCTION)), function != "SyncRepWaitForLSN" { return }
        if field(Int(CHAIRSIDE_DIAG_SQLSTATE)).map(Self.doubtful.contains) ?? false { isInDoubt = true }
    }

    /// The codes of a warning and of an administrator's shutdown.
    private static let doubtful: Set<String> = ["01000", "57P01"]
}
