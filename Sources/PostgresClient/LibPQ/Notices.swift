import CLibPQ

/// Receives PostgreSQL's notices, and keeps only the fact that a commit is uncertain. The texts of notices are not
/// kept, since they quote values.
///
/// A commit that waits for a synchronous standby can be cancelled while it waits. PostgreSQL then acknowledges the
/// commit with a warning (SyncRepWaitForLSN in PostgreSQL's syncrep.c), since the commit exists only on the primary and
/// can be lost with the primary. The warning's text is in the language of PostgreSQL's settings, and the warning's code
/// is the general one of warnings or that of a shutdown. So the warning is recognized by its code and the function that
/// reported it, or by the code alone if PostgreSQL names no function.
@safe
final class Notices {
    private var isInDoubt = false

    /// Makes libpq pass its connection's notices to this object. The connection must not outlive this object.
    @unsafe
    func receive(from connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, notice in
            guard let context = unsafe context, let notice = unsafe notice else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns whether a warning about an uncertain commit was received since the last call, and clears the flag.
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

    /// The SQLSTATEs that the warning about an uncertain commit can have: the general one of warnings, and that of a
    /// shutdown.
    private static let doubtful: Set<String> = ["01000", "57P01"]
}
