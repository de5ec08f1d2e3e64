/// The media types of the console's files. A file with any other ending is not served.
public enum ConsoleMedia {
    /// The media type of a file by the ending of its name; `nil` for an ending that the console does not have.
    public static func type(of path: String) -> String? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return switch path[path.index(after: dot)...] {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        case "png": "image/png"
        case "woff2": "font/woff2"
        case "webmanifest": "application/manifest+json"
        case "txt": "text/plain; charset=utf-8"
        default: nil
        }
    }
}
