/// The known outcome of a segment whose connection was lost.
package enum Fate: Equatable {
    /// PostgreSQL had rejected the segment and rolled back its transaction.
    case refused(ServerError)
    /// PostgreSQL ended the session while it executed the segment. The segment did not take effect, but may have caused
    /// the end of the session.
    case ended
    /// The segment certainly did not take effect, and never ran.
    case notApplied
    /// The segment may have been committed.
    case unknown
}

extension Pipeline {
    /// Empties the pipeline and returns each segment's known outcome, in order.
    ///
    /// PostgreSQL executes segments in order, and commits an implicit transaction at its sync. So a segment with an
    /// error did not commit; and after a FATAL error in one segment, the later ones never ran.
    ///
    /// - Parameters:
    ///   - isWhole: false if the last segment's sync was not completely sent.
    ///   - commits: returns true for a segment with a statement that commits before the sync, such as `COMMIT`.
    package mutating func lose(lastIsWhole isWhole: Bool, commits: (Ticket) -> Bool) -> [(ticket: Ticket, fate: Fate)] {
        var fates: [(Ticket, Fate)] = []
        var ended = false
        while let segment = popFirst() {
            let fate: Fate
            if ended {
                fate = .notApplied
            } else if let error = segment.error {
                ended = error.isFatal
                fate = commits(segment.ticket) ? .unknown : error.isFatal ? .ended : .refused(error)
            } else {
                fate = isEmpty && !isWhole && !commits(segment.ticket) ? .notApplied : .unknown
            }
            fates.append((segment.ticket, fate))
        }
        return fates
    }
}
