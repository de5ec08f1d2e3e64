import Endpoints

/// Takes the content of a file out of a body in the form `multipart/form-data` (RFC 7578), piece by piece. The body
/// must have exactly one part, with the name `file`.
package struct MultipartFile {
    private enum Phase {
        case preamble
        case head
        case content
        case afterContent
        case ended
    }

    /// The maximum size of the preamble of an uploaded form, and of the head of its part, in bytes.
    private static let longestHead = 8 * 1024

    /// The delimiter between the parts of an uploaded form: CRLF, two hyphens and the boundary (RFC 2046 §5.1.1).
    private let delimiter: [UInt8]
    private var phase = Phase.preamble
    /// Bytes of an uploaded form that arrived and are not classified yet. A line break is added at the start, since the
    /// form's first delimiter has none before it.
    private var waiting: [UInt8] = Array("\r\n".utf8)
    /// The name of the file in the head of the form's part; `nil` if the head has none or has not arrived yet.
    package private(set) var fileName: String?

    /// Prepares to read an uploaded form.
    ///
    /// - Parameter contentType: the value of the request's `Content-Type`. The result is `nil` if that value has no
    ///   boundary.
    package init?(_ contentType: ArraySlice<UInt8>) {
        guard let boundary = FieldParameters(contentType)["boundary"], (1...70).contains(boundary.count),
            boundary.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// Whether the last delimiter of an uploaded form has arrived.
    package var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// Takes the next bytes of a form, and returns the bytes of the file that are among them.
    ///
    /// - Throws: 400 if the body is not a form with exactly one part, the file.
    package mutating func take(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        waiting += bytes
        var content: [UInt8] = []
        while try step(&content) {}
        return content
    }

    /// Classifies some of the bytes of an uploaded form that were not classified yet. Returns `false` if more bytes are
    /// needed.
    private mutating func step(_ content: inout [UInt8]) throws(Problem) -> Bool {
        switch phase {
        case .preamble:
            guard let start = find(delimiter) else { return try needsMore() }
            waiting.removeFirst(start + delimiter.count)
            phase = .head
        case .head:
            guard let end = find(Array("\r\n\r\n".utf8)) else { return try needsMore() }
            try readHead(waiting[..<end])
            waiting.removeFirst(end + 4)
            phase = .content
        case .content:
            guard let end = find(delimiter) else {
                let sure = max(0, waiting.count - delimiter.count + 1)
                content += waiting[..<sure]
                waiting.removeFirst(sure)
                return false
            }
            content += waiting[..<end]
            waiting.removeFirst(end + delimiter.count)
            phase = .afterContent
        case .afterContent:
            guard waiting.count >= 2 else { return false }
            guard waiting.starts(with: "--".utf8) else { throw Self.malformed("must have one part only") }
            phase = .ended
        case .ended:
            // Bytes after the last delimiter of an uploaded form have no meaning (RFC 2046 §5.1.1).
            waiting = []
            return false
        }
        return true
    }

    private func needsMore() throws(Problem) -> Bool {
        guard waiting.count < Self.longestHead else { throw Self.malformed("has no part with a short head") }
        return false
    }

    private mutating func readHead(_ head: ArraySlice<UInt8>) throws(Problem) {
        let name = Array("content-disposition:".utf8)
        let lines = head.split(separator: UInt8(ascii: "\n"))
        guard
            let line = lines.first(where: {
                $0.prefix(name.count).elementsEqual(name, by: { $0 == $1 || $0 | 0x20 == $1 })
            })
        else { throw Self.malformed("must have a part with Content-Disposition") }
        let parameters = FieldParameters(line)
        guard parameters.text("name") == "file" else {
            throw Self.malformed("must have one part, with the name `file`")
        }
        fileName = parameters.text("filename")
    }

    /// The place of the first occurrence of a text in the bytes of an uploaded form that are not classified yet. The
    /// text begins with a carriage return, a rare byte, which makes the search fast.
    private func find(_ text: [UInt8]) -> Int? {
        var start = 0
        while let place = waiting[start...].firstIndex(of: UInt8(ascii: "\r")), place + text.count <= waiting.count {
            if waiting[place..<place + text.count].elementsEqual(text) { return place }
            start = place + 1
        }
        return nil
    }

    static func malformed(_ detail: String) -> Problem {
        .malformed(body: "", code: "bad_multipart", detail: "the multipart body \(detail)")
    }
}
