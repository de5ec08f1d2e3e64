import Crypto
import Dispatch
import Endpoints
import EventLoop
import Foundation
import Identity
import JSON
import JWTKit
import TimeZones

extension FuzzTarget {
    /// Input: JSON. Property: if it is accepted, its value is written as JSON that is parsed to an equal value.
    static let json = FuzzTarget("json") { bytes in
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        let written = value.indentedBytes
        guard let again = try? JSONValue(parsing: written, limits: .stored) else {
            return "written as \(String(decoding: written, as: UTF8.self))"
        }
        return again == value ? nil : "read again as \(again)"
    }

    /// Input: a cursor's text. Property: if it is accepted, the cursor is encoded as text that is decoded to an equal
    /// cursor.
    static let cursor = FuzzTarget("cursor") { bytes in
        guard let cursor = Cursor(String(decoding: bytes, as: UTF8.self)) else { return nil }
        return Cursor(cursor.text) == cursor ? nil : "\(cursor.values)"
    }

    /// Input: a zone file (TZif). Property: if it is accepted, its periods are in order, no two successive periods have
    /// the same offset, each offset is below two days, and each period is found at its start.
    static let zone = FuzzTarget("zone") { bytes in
        guard let zone = try? Zone(tzif: bytes) else { return nil }
        let pairs = zip(zone.periods, zone.periods.dropFirst())
        guard pairs.allSatisfy({ $0.start < $1.start && $0.offset != $1.offset }) else { return "periods out of order" }
        guard zone.periods.allSatisfy({ abs($0.offset) < 2 * 86_400 }) else { return "an offset of days" }
        return zone.periods.allSatisfy { zone.offset(at: $0.start) == $0.offset } ? nil : "a period not found"
    }

    /// Input: a `traceparent` field. Property: if it is accepted, its trace context is written as a field that is
    /// parsed to an equal trace context.
    static let trace = FuzzTarget("trace") { bytes in
        guard let context = TraceContext(bytes[...]) else { return nil }
        return TraceContext(Array(context.text.utf8)[...]) == context ? nil : context.text
    }

    /// Input: an `Authorization` field, or a newline and the payload of an access token, which the target signs.
    /// Property: a token in the field is never accepted, since the target has not signed it; the valid payload
    /// `TokenTarget.sound` is accepted.
    static let token = FuzzTarget("token") { bytes in
        if bytes.first == UInt8(ascii: "\n") {
            let payload = Array(bytes.dropFirst())
            let isAccepted = TokenTarget.shared.accepts(TokenTarget.shared.signed(payload))
            return payload == TokenTarget.sound && !isAccepted ? "refused" : nil
        }
        guard let token = BearerField.token(in: bytes[...]) else { return nil }
        return TokenTarget.shared.accepts(Array(token)) ? "accepted" : nil
    }
}

/// Signs access tokens with a random key, and verifies tokens as a server with that key does.
private final class TokenTarget: Sendable {
    static let shared = TokenTarget()

    /// A valid payload of an access token. It is also a seed of the fuzz target `token`.
    static let sound = Array(
        """
        {"iss":"chairside","aud":"chairside-api","sub":"018f0000-0000-7000-8000-000000000001",\
        "sid":"018f0000-0000-7000-8000-000000000002","cid":"018f0000-0000-7000-8000-000000000003","role":"admin",\
        "subject":"018f0000-0000-7000-8000-000000000004","iat":1795000000,"exp":1795000600}
        """.utf8)
    private let key = P256.Signing.PrivateKey()
    private let keys: SigningKeys?

    private init() {
        let key = key
        keys = waitFor {
            guard let pair = try? ES256PrivateKey(pem: key.pemRepresentation) else { return nil }
            return await SigningKeys([("k1", pair)], active: "k1")
        }
    }

    func accepts(_ token: [UInt8]) -> Bool {
        waitFor { [keys] in await keys?.haveSigned(token[...]) ?? true }
    }

    func signed(_ payload: [UInt8]) -> [UInt8] {
        let head = #"{"alg":"ES256","typ":"JWT","kid":"k1"}"#
        let text = Base64URL.encode(Array(head.utf8)) + "." + Base64URL.encode(payload)
        guard let signature = try? key.signature(for: Data(text.utf8)) else { return [] }
        return Array((text + "." + Base64URL.encode(Array(signature.rawRepresentation))).utf8)
    }
}

private let workLoop = try? EventLoop(name: "fuzz")

/// Runs asynchronous work on the thread of an event loop, and blocks until it has finished, since a fuzzer expects an
/// input to be processed when the function that received it returns. The work does not need a thread of Swift's pool,
/// all of which may be blocked by callers of this function.
private func waitFor<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var value: Value?
    Task(executorPreference: workLoop) {
        unsafe value = await work()
        done.signal()
    }
    done.wait()
    guard let value = unsafe value else { preconditionFailure("done without a value") }
    return value
}
