import CLibPQ

/// What the server says beside its answers. Nothing of it is kept, as it quotes values, but whether a commit is in doubt.
///
/// A commit that waits for a synchronous standby can be cancelled in its wait, and is then acknowledged with a warning
/// (SyncRepWaitForLSN in PostgreSQL's syncrep.c): it stands on this server, and is lost with it. The warning's text is in
/// the server's language and its code is that of any warning without one of its own, or of a shutdown; so it is told by the
/// function that it comes from, and where the server names none, by the code.
@safe
final class Notices {
    private var isInDoubt = false

    /// Has libpq hand its notices over. It must not outlive this.
    @unsafe
    func receive(from connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, notice in
            guard let context = unsafe context, let notice = unsafe notice else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether there was a doubt since this was last asked.
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

    /// A warning, an administrator's shutdown.
    private static let doubtful: Set<String> = ["01000", "57P01"]
}
