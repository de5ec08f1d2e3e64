/// The outcome of a database call whose connection was lost, as far as it is known.
package enum Fate: Equatable {
    /// PostgreSQL had rejected one of the database call's statements and rolled back their transaction.
    case refused(ServerError)
    /// PostgreSQL ended the session while it executed the database call's statements. They did not take effect, but may
    /// have caused the end of the session.
    case ended
    /// The database call's statements never ran, so they certainly had no effect.
    case notApplied
    /// The database call's statements may have been committed.
    case unknown
}

extension Pipeline {
    /// Empties the pipeline, and returns for each database call what is known of its outcome, in order.
    ///
    /// PostgreSQL executes calls in order, and commits a call's implicit transaction at the Sync message after its
    /// statements. So a call with an error did not commit; and after a FATAL error in one call, the later ones never
    /// ran.
    ///
    /// - Parameters:
    ///   - isWhole: false if the last call's Sync message was not completely sent.
    ///   - commits: returns true for a call with a statement that commits before the Sync message, such as `COMMIT`.
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
