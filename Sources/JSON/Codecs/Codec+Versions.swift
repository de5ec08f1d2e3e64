extension Codec where Value == Int64 {
    /// A codec for the version of a document, which its `ETag` contains too.
    public static var version: Codec {
        .int64.described(
            "Rises with every change, by one or more. Send it in `If-Match` as `\"<version>\"`, with the quotation marks, to "
                + "change only what you have read.")
    }

    /// A codec for an amount of money without its currency.
    ///
    /// - Parameter text: what it is, as a sentence.
    public static func minorUnits(_ text: String, _ range: ClosedRange<Int64>? = nil) -> Codec {
        let amount = range.map { Codec.int64($0) } ?? .int64
        return amount.described("\(text) In minor units of the clinic's currency, such as cents.")
    }
}
