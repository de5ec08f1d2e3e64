/// Encodes messages with a maximum size, and shortens their text if needed.
package enum FittingText {
    /// Encodes a text, shortened at its end as little as possible, so that the result has at most `limit` bytes. A
    /// shortened text ends with `…`.
    ///
    /// - Parameter encode: makes the bytes of the whole message with a text. A longer text must not give fewer bytes.
    /// - Returns: `nil` if the message is too large even with an empty text.
    package static func encode(_ text: String, limit: Int, _ encode: (String) -> [UInt8]) -> [UInt8]? {
        // Each byte of the text takes at least one byte in the encoded message, so at most `limit` bytes of the text
        // can fit.
        let whole = text.utf8.count <= limit ? encode(text) : []
        if !whole.isEmpty, whole.count <= limit { return whole }
        let start = text.prefix(limit)
        var fitting: [UInt8]?
        var (low, high) = (0, start.count)
        while low <= high {
            let middle = (low + high) / 2
            let bytes = encode(middle == 0 ? "" : "\(start.prefix(middle))…")
            if bytes.count <= limit {
                fitting = bytes
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return fitting
    }
}
