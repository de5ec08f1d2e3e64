import PostgresClient

/// The outcome of one attempt to write a batch to PostgreSQL.
enum Attempt {
    case written
    /// PostgreSQL or the program refused the batch, so nothing was written.
    case aborted(any Error)
    /// The commit of the batch was never sent to PostgreSQL, so nothing was written.
    case notSent(PostgresError)
    /// The connection to PostgreSQL was lost after the batch's commit was sent.
    case unknown
}
