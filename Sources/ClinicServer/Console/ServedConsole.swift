import Console
import Endpoints
import HTTPServer
import Logging

/// The browser console of a server: pages and scripts for people, at addresses beside those of the API.
///
/// The same files are served on every listener. The API, to which the pages send their requests, decides who may do what.
package final class ServedConsole: Sendable {
    private enum Source {
        case built([String: ServedConsoleFile])
        case folder(ConsoleFolder)
        /// The program was built without the library that the console's pages need.
        case withoutLibrary
    }

    private let source: Source

    /// The console of a server; `nil` if it is switched off.
    ///
    /// - Throws: `ConfigurationError` for a folder that does not exist, or for files that cannot be read.
    static func make(_ setting: ConsoleSetting, _ logger: Logger) throws -> ServedConsole? {
        switch setting {
        case .off: return nil
        case .folder(let path): return ServedConsole(.folder(try ConsoleFolder(path)))
        case .on: break
        }
        return try ServedConsole(ofProgram, logger)
    }

    /// A console with the given files.
    ///
    /// - Throws: `ConfigurationError` for files that cannot be read.
    package convenience init(_ files: [ConsoleFile], _ logger: Logger) throws {
        try self.init(Self.rendered(files), logger)
    }

    private convenience init(_ files: [String: ServedConsoleFile]?, _ logger: Logger) throws {
        guard let files else { throw ConfigurationError.brokenConsole }
        if files[ConsoleFile.library] == nil {
            logger.warning(
                "the program was built without the console's library, so the console's pages only say how to build it",
                metadata: ["file": "\(ConsoleFile.library)", "command": "ops/console-library"])
            self.init(.withoutLibrary)
        } else {
            self.init(.built(files))
        }
    }

    /// The files that are built into the program, with their answers; `nil` if they cannot be read. They are rendered
    /// once for all servers of a process.
    private static let ofProgram = ConsoleFile.all().flatMap { rendered($0) }

    private static func rendered(_ files: [ConsoleFile]) -> [String: ServedConsoleFile]? {
        var served: [String: ServedConsoleFile] = [:]
        for file in files {
            guard let mediaType = ConsoleMedia.type(of: file.path) else { continue }
            guard let bytes = GzipDecoder.decompress(file.compressed, size: file.size) else { return nil }
            served[file.path] = ServedConsoleFile(
                bytes, compressed: file.compressed, mediaType: mediaType, hash: file.hash)
        }
        return served
    }

    private init(_ source: Source) { self.source = source }

    /// The answer to a request for an address of the console; `nil` if the request is for something else.
    package func reply(to request: HTTPRequest) -> Reply? {
        guard let address = ConsoleAddress(request.pathBytes) else { return nil }
        guard case .file(let name) = address else { return .now(.problem(.notFound)) }
        switch source {
        case .withoutLibrary: return .now(Self.answer(request, .withoutLibrary))
        case .built(let files): return .now(Self.answer(request, files[name]?.answer(to: request)))
        case .folder(let folder):
            return .later { Self.answer(request, await folder.file(name)?.answer(to: request)) }
        }
    }

    /// The answer by the request's method.
    ///
    /// - Parameter response: the answer to a request that reads; `nil` if there is no such file.
    private static func answer(_ request: HTTPRequest, _ response: HTTPResponse?) -> HTTPResponse {
        guard let response else { return .problem(.notFound) }
        return switch request.method {
        case .get, .head: response
        case .options: .options(allow: methods)
        case .post, .put, .patch, .delete: .problem(.methodNotAllowed(allow: methods))
        }
    }

    private static let methods = "GET, HEAD, OPTIONS"

    /// Ends the thread that reads a folder's files.
    func close() {
        if case .folder(let folder) = source { folder.close() }
    }
}

extension HTTPResponse {
    /// The page of a program that was built without the console's library.
    fileprivate static let withoutLibrary: HTTPResponse = {
        var fields = HTTPFields.console
        fields.append("Content-Type", "text/html; charset=utf-8")
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Chairside</title></head><body>
            <h1>Chairside</h1>
            <p>The server runs, but this program was built without the library of its browser console.
            To build it with the library, in the checkout: <code>ops/console-library</code>, then
            <code>swift build -c release --product chairside</code>. <code>ops/run</code> does both.</p>
            <p>The API is not affected: <a href="/openapi.json">its description</a>.</p>
            </body></html>

            """
        return HTTPResponse(.serviceUnavailable, fields: fields, body: .bytes(Array(page.utf8)))
    }()
}
