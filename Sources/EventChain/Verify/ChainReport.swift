/// The findings of a verification of the hash chains, and the number of events, clinics and signed heads that it
/// covered.
package struct ChainReport: Hashable, Sendable {
    package internal(set) var clinics = 0
    package internal(set) var events: Int64 = 0
    /// The number of events that are not chained yet and so are not verified.
    package internal(set) var unchained: Int64 = 0
    /// The number of signed heads that agree with the chain.
    package internal(set) var heads = 0
    /// The findings that are listed: the first signed heads of each clinic that are not accepted, and then the first
    /// contradictions of each clinic, in order.
    package internal(set) var findings: [ChainFinding] = []
    /// The number of the verification's findings that `findings` does not list.
    package internal(set) var further = 0
    /// The number of lines in the outside folder that cannot be read as signed heads.
    package internal(set) var unreadableLines = 0
}
