/// The findings of a verification, and the amount of data verified.
package struct ChainReport: Sendable {
    package internal(set) var clinics = 0
    package internal(set) var events: Int64 = 0
    /// The number of events that are not chained yet and so are not verified.
    package internal(set) var unchained: Int64 = 0
    /// The number of signed heads that agree with the chain.
    package internal(set) var heads = 0
    /// The first findings of each clinic, in order.
    package internal(set) var findings: [ChainFinding] = []
    /// The number of further findings that are not listed.
    package internal(set) var further = 0
}
