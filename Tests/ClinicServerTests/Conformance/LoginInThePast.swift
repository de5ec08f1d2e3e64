import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventLoop
import EventSourcing
import Foundation
import Identity
import JSON
import PostgresClient
import TestSupport

/// Signs a person in at `instant`, in the past, with the clinic's database and keys. The session has been idle since
/// then.
///
/// - Returns: the login's answer with the tokens.
func loginInThePast(_ name: String, device: String, at instant: Instant) async throws -> HTTPAnswer {
    let keys = try await KeyFolder(path: DemoKeys.folder()).load()
    let body =
        #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)","device_id":"\#(device)"}"#
    return try await TestDatabase.current.withPool { pool in
        let shared = try IdentityShared(pepper: keys.0, keys: keys.1, hashingThreads: 1)
        let identity = Identity(shared, pool: pool, on: pool.loop) { _, _ in [] }
        let router = try Router(Identity.endpoints.map(\.operation))
        guard case .found(let index, let arguments) = router.match(.post, Array("/api/v1/auth/login".utf8)[...]) else {
            throw Missing(what: "the login endpoint")
        }
        let invocation = Invocation(
            arguments: arguments, body: Array(body.utf8), principal: nil,
            field: { $0 == "content-type" ? Array("application/json".utf8)[...] : nil })
        let answer = try await Identity.endpoints[index].prepare(invocation).action.perform(by: identity, at: instant)
        return try HTTPAnswer(Array("HTTP/1.1 \(answer.status) \r\n\r\n".utf8) + answer.body)
    }
}
