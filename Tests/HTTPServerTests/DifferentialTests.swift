import Foundation
import Fuzzing
import HTTPServer
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

/// Compares our parser with SwiftNIO's parser: ours refuses everything that SwiftNIO refuses, and both parse a request
/// equally if both accept it.
///
/// `CHAIRSIDE_DIFFERENTIAL=1000000 swift test -c release --filter DifferentialTests` compares more requests, and
/// `CHAIRSIDE_DIFFERENTIAL_SEED` chooses others.
@Suite struct DifferentialTests {
    @Test func `SwiftNIO accepts every generated HTTP request that our parser accepts, and reads the same request`()
        throws
    {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["CHAIRSIDE_DIFFERENTIAL"].flatMap { Int($0) } ?? DifferentialTests.defaultCount
        let seed = environment["CHAIRSIDE_DIFFERENTIAL_SEED"].flatMap { UInt64($0) } ?? 20_261_121
        var generator = RequestGenerator(seed: seed)
        var accepted = 0
        var refused = 0
        for round in 0..<count {
            let bytes = generator.next()
            let ours = parse([bytes])
            let theirs = nioRequests(bytes)
            accepted += ours.requests.count
            refused += ours.refusal == nil ? 0 : 1
            let agrees =
                theirs.count >= ours.requests.count && zip(ours.requests, theirs).allSatisfy { $0.isSame(as: $1) }
            if !agrees {
                Issue.record(
                    """
                    round \(round) of seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)
                    ours: \(ours)
                    SwiftNIO: \(theirs)
                    """)
                return
            }
        }
        // If the generator made only valid or only invalid requests, the comparison of the parsers would prove nothing.
        #expect(accepted > count / 3)
        #expect(refused > count / 5)
    }

    #if DEBUG
        private static let defaultCount = 5_000
    #else
        private static let defaultCount = 100_000
    #endif

    /// The requests that SwiftNIO completes before it finds a fault. SwiftNIO refuses HTTP/1.2 to HTTP/1.9, although by
    /// RFC 9110 §2.5 a server interprets these as its highest minor version.
    private func nioRequests(_ sent: [UInt8]) -> [Parsed.Request] {
        var bytes = sent
        for minor in 2...9 {
            bytes = bytes.replacing(Array(" HTTP/1.\(minor)\r".utf8), with: Array(" HTTP/1.1\r".utf8))
        }
        let channel = EmbeddedChannel(
            handler: ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        // The requests before a fault can still be read from SwiftNIO after its error.
        do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch {}
        var requests: [Parsed.Request] = []
        var current: Parsed.Request?
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let head):
                current = Parsed.Request(
                    method: head.method.rawValue, target: head.uri, minorVersion: UInt8(head.version.minor),
                    headers: head.headers.map { "\($0.name): \($0.value.withoutTrailingSpace)" }, body: [],
                    keepsAlive: head.isKeepAlive)
            case .body(let buffer): current?.body.append(contentsOf: buffer.readableBytesView)
            case .end:
                if let current { requests.append(current) }
                current = nil
            }
        }
        return requests
    }
}

extension Parsed.Request {
    /// Our parser may close a connection that SwiftNIO keeps open (`close` next to `keep-alive`), but not the reverse.
    fileprivate func isSame(as other: Parsed.Request) -> Bool {
        method == other.method && target == other.target && minorVersion == other.minorVersion && body == other.body
            && (!keepsAlive || other.keepsAlive) && headers == other.headers
    }
}

extension String {
    /// The text without trailing white space. SwiftNIO leaves such space in a field's value, although RFC 9110 §5.5
    /// excludes it.
    fileprivate var withoutTrailingSpace: Substring {
        var bytes = self[...]
        while bytes.utf8.last == 32 || bytes.utf8.last == 9 { bytes.removeLast() }
        return bytes
    }
}
