/// A file of an RxNorm release in Rich Release Format (RRF), which an import reads. The files are read in this order.
///
/// Source: RxNorm Technical Documentation, section 12, "Data Files - RxNorm Rich Release Format".
public enum RxNormTable: String, CaseIterable, Sendable {
    /// The table of the concepts' names: ingredients, clinical drugs, dose forms, and the codes of ATC.
    case names = "RXNCONSO.RRF"
    /// The table of the relations between concepts.
    case relations = "RXNREL.RRF"
    /// The table of further attributes of concepts.
    case attributes = "RXNSAT.RRF"

    /// The name of the file.
    public var fileName: String { rawValue }

    /// The number of columns; each column ends with `|`.
    var columns: Int {
        switch self {
        case .names: 18
        case .relations: 16
        case .attributes: 13
        }
    }
}

/// A line of an RRF file that cannot be read. It does not contain the line's text.
public enum RxNormFault: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongColumns(expected: Int, found: Int)
    case noConceptNumber
    case notUTF8
    /// The release has more concepts than an import keeps in memory.
    case tooManyConcepts

    public var description: String {
        switch self {
        case .wrongColumns(let expected, let found): "\(expected) columns are expected, and there are \(found)"
        case .noConceptNumber: "a concept's number (RXCUI) is missing or not a number"
        case .notUTF8: "the text is not UTF-8"
        case .tooManyConcepts: "there are more concepts than RxNorm is known to have"
        }
    }
}
