import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Serves a file's bytes, held in memory, as JSON at every path: `Peer PORT THREADS FILE`.
@main
struct Peer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = Int(arguments[1]), let threads = Int(arguments[2]) else {
            print("usage: Peer PORT THREADS FILE")
            exit(64)
        }
        let body = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: arguments[3])))
        let router = Router()
        router.get("entry.json") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: threads)), logger: logger)
        try await application.runService()
    }
}
