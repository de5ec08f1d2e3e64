import PostgresClient

/// The outcome of one attempt to write a batch.
enum Attempt {
    case written
    /// PostgreSQL or the program refused the batch, so nothing was written.
    case aborted(any Error)
    /// The commit of the batch was never sent, so nothing was written.
    case notSent(PostgresError)
    /// The connection was lost after the commit was sent.
    case unknown
}
