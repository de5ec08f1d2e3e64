/// The findings, and the amount of data verified.
package struct ChainReport: Sendable {
    package internal(set) var clinics = 0
    package internal(set) var events: Int64 = 0
    /// Events that are not chained yet and so are not verified.
    package internal(set) var unchained: Int64 = 0
    /// Signed heads that the chain agrees with.
    package internal(set) var heads = 0
    /// For each clinic the first ones, in order.
    package internal(set) var findings: [ChainFinding] = []
    /// The number of further findings, which are not named.
    package internal(set) var further = 0
}
