import Foundation
import Fuzzing
import HTTPServer
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

/// Our parser compared with SwiftNIO's: we refuse everything that SwiftNIO refuses, and read alike what both accept.
///
/// `CHAIRSIDE_DIFFERENTIAL=1000000 swift test -c release --filter DifferentialTests` runs more;
/// `CHAIRSIDE_DIFFERENTIAL_SEED` picks others.
@Suite struct DifferentialTests {
    @Test func `SwiftNIO accepts every HTTP request that our parser accepts, and parses it equally`() throws {
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
        // A generator that makes only good or only bad requests would prove nothing.
        #expect(accepted > count / 3)
        #expect(refused > count / 5)
    }

    #if DEBUG
        private static let defaultCount = 5_000
    #else
        private static let defaultCount = 100_000
    #endif

    /// The requests that SwiftNIO completes before it finds a fault. It refuses HTTP/1.2 to HTTP/1.9, which RFC 9110 §2.5 has a
    /// server read as the last minor version that it knows.
    private func nioRequests(_ sent: [UInt8]) -> [Parsed.Request] {
        var bytes = sent
        for minor in 2...9 {
            bytes = bytes.replacing(Array(" HTTP/1.\(minor)\r".utf8), with: Array(" HTTP/1.1\r".utf8))
        }
        let channel = EmbeddedChannel(
            handler: ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        // The requests before a fault can still be read after the error.
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
    /// We may close where SwiftNIO would not (`close` beside `keep-alive`), but never the reverse.
    fileprivate func isSame(as other: Parsed.Request) -> Bool {
        method == other.method && target == other.target && minorVersion == other.minorVersion && body == other.body
            && (!keepsAlive || other.keepsAlive) && headers == other.headers
    }
}

extension String {
    /// SwiftNIO leaves the white space behind a value in it, which RFC 9110 §5.5 says is not part of it.
    fileprivate var withoutTrailingSpace: Substring {
        var bytes = self[...]
        while bytes.utf8.last == 32 || bytes.utf8.last == 9 { bytes.removeLast() }
        return bytes
    }
}
