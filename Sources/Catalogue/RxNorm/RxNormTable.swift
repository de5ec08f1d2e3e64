/// A file of an RxNorm release in Rich Release Format (RRF), which an import reads. An import reads the files in the
/// order of this enum's cases.
///
/// Source: RxNorm Technical Documentation, section 12, "Data Files - RxNorm Rich Release Format".
public enum RxNormTable: String, CaseIterable, Sendable {
    /// The table of the concepts' names: ingredients, clinical drugs, dose forms, and the codes of ATC.
    case names = "RXNCONSO.RRF"
    /// The RxNorm table of the relations between concepts.
    case relations = "RXNREL.RRF"
    /// The RxNorm table of further attributes of concepts, such as the strength of a component.
    case attributes = "RXNSAT.RRF"

    /// The name of the table's file in an RxNorm release.
    public var fileName: String { rawValue }

    /// The number of columns of an RxNorm file in Rich Release Format (RRF). Each column ends with `|`.
    var columns: Int {
        switch self {
        case .names: 18
        case .relations: 16
        case .attributes: 13
        }
    }
}

/// The reason why an RxNorm release cannot be read. The reason does not contain text of the release.
public enum RxNormFault: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongColumns(expected: Int, found: Int)
    case noConceptNumber
    case notUTF8
    /// The RxNorm release has more concepts than an import keeps in memory.
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
