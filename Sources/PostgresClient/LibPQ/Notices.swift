import CLibPQ

/// The server's notices. They are not kept, since they quote values, except the fact that a commit is in doubt.
///
/// A commit that waits for a synchronous standby can be cancelled in its wait, and is then acknowledged with a warning
/// (SyncRepWaitForLSN in PostgreSQL's syncrep.c): it exists on this server only, and can be lost with it. The warning's
/// text is in the server's language, and its code is that of any warning without one of its own, or of a shutdown. So
/// it is recognized by the function that it comes from, or, if the server names none, by the code.
@safe
final class Notices {
    private var isInDoubt = false

    /// Registers for libpq's notices. The link must not outlive this object.
    @unsafe
    func receive(from connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, notice in
            guard let context = unsafe context, let notice = unsafe notice else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether there was a warning about a commit since the last call.
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
