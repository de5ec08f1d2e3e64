/// A line of an RxNorm file in Rich Release Format (RRF), split into its columns.
struct RxNormRow {
    private let columns: [ArraySlice<UInt8>]

    /// Splits a line of an RxNorm file in Rich Release Format (RRF) into its columns.
    ///
    /// - Throws: a `RxNormFault` if the line does not have the number of columns of its table.
    init(_ line: ArraySlice<UInt8>, of table: RxNormTable) throws(RxNormFault) {
        let parts = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        // The last column of a line in Rich Release Format (RRF) ends with a separator, after which nothing follows.
        guard parts.count == table.columns + 1, parts.last?.isEmpty == true else {
            throw .wrongColumns(expected: table.columns, found: parts.count - 1)
        }
        columns = parts
    }

    /// Whether a column of an RxNorm line equals the given text. The columns are counted from 0.
    func has(_ text: String, at column: Int) -> Bool {
        columns[column].elementsEqual(text.utf8)
    }

    func text(at column: Int) throws(RxNormFault) -> String {
        guard let text = String(validating: columns[column], as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The number of an RxNorm concept (RXCUI).
    func concept(at column: Int) throws(RxNormFault) -> UInt32 {
        guard let number = UInt32(String(decoding: columns[column], as: UTF8.self)) else { throw .noConceptNumber }
        return number
    }
}
