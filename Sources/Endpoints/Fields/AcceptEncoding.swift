/// Reads `Accept-Encoding` to decide whether an answer may be compressed with gzip (RFC 9110 §12.5.3).
public enum AcceptEncoding {
    /// Whether a client accepts gzip, by name or by `*`, in its header field `Accept-Encoding`.
    ///
    /// - Parameter values: the field's values, one for each line.
    public static func takesGzip(_ values: [String]) -> Bool {
        var everything = false
        for member in values.flatMap({ $0.split(separator: ",") }) {
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let isRefused = parts.dropFirst().contains { weight in
                weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
            }
            switch parts.first {
            case "gzip", "x-gzip": return !isRefused
            case "*": everything = !isRefused
            case _: break
            }
        }
        return everything
    }
}
