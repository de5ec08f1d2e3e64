public import EventLoop
public import PostgresClient

/// The health samples of accounts, such as heart rates that a phone has measured. An instance serves the requests of
/// one loop.
///
/// Samples belong to an account, not to a clinic. Their values are encrypted with a key of the account.
public final class Health {
    let loop: EventLoop
    let pool: PostgresPool
    let keys: KeyWrapping

    public init(pool: PostgresPool, on loop: EventLoop, keys: KeyWrapping) {
        self.loop = loop
        self.pool = pool
        self.keys = keys
    }

    /// The maximum number of health samples of an account. A watch measures as many heart rates in some years.
    public static let samplesOfAccount: Int64 = 2_000_000
    /// The maximum number of health samples in one request that stores samples.
    public static let samplesAtOnce = 1_000
    /// The number of health samples in an answer if the client names no limit.
    public static let usualPage = 1_000
    public static let largestPage = 10_000
}

/// The reason why a request about health samples failed.
public enum HealthError: Error, Hashable {
    /// The account's samples were removed while the request was processed. The client may repeat the request.
    case removedMeanwhile
    /// A stored sample cannot be decrypted.
    case unreadable
}
