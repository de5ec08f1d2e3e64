import Identifiers

/// An address of the browser console: the console's pages, and its files below `/console/`.
///
/// None of these is an operation of the API, so the API's description does not name them.
enum ConsoleAddress: Hashable, Sendable {
    /// The address of a file, by the file's path.
    case file(String)
    /// An address below the console's folders that no file can have.
    case nothing

    /// The pages that have addresses of their own, so that links to them are short.
    static let pages = [
        "/": "index.html", "/account": "account.html", "/visit": "visit.html", "/book": "book.html",
        "/docs": "docs.html",
    ]

    /// Reads the path of a request; `nil` if the path is not the console's.
    ///
    /// - Parameter path: the path as the client sent it. A path with percent-encodings is the address of no file, since
    ///   the names of files need none.
    init?(_ path: ArraySlice<UInt8>) {
        // Nearly all requests are for the API.
        guard !path.starts(with: "/api/".utf8) else { return nil }
        let path = String(decoding: path, as: UTF8.self)
        if let page = Self.pages[path] {
            self = .file(page)
        } else if path.hasPrefix("/console/") {
            let name = path.dropFirst("/console/".count)
            self = name.utf8.allSatisfy(Self.isInName) && !name.isEmpty ? .file(String(name)) : .nothing
        } else if path.hasPrefix("/book/") {
            self = UUIDBytes(path.dropFirst("/book/".count)) == nil ? .nothing : .file("book.html")
        } else {
            return nil
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
