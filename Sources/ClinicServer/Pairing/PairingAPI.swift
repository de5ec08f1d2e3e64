import Clinic
import Endpoints
import EventSourcing
import HTTPServer
import Identifiers
import Identity
import JSON
import Printing

/// The endpoints with which a person pairs clients with their account. A client is a program or a device, such as a
/// command-line program.
enum PairingAPI {
    static let endpoints: [Endpoint<ServerAction>] = [issue, pair, list, revoke]

    private static let tag = "Pairing"

    private static let issue = Endpoint<ServerAction>(
        .post, "/api/v1/pairing-codes", id: "issuePairingCode", summary: "Make a pairing code",
        details: """
            By default the answer is JSON with the server's address and the code. If `Accept` prefers `image/svg+xml` \
            or `image/png`, the answer is a QR code of the same JSON. A code can be used once, within five minutes and \
            with at most five tries. A new code replaces the account's earlier code.
            """,
        tag: tag, for: SignedIn.self,
        answers: [
            .made(PairingPayload.codec, "The pairing code").alternatively("image/svg+xml").alternatively("image/png")
        ]
    ) { caller in
        .work { services, call in
            let code = try await services.identity.issuePairingCode(to: caller.principal, at: call.now)
            let payload = PairingPayload.codec.bytes(services.payload(of: code, call.request))
            let accepted = AcceptedMedia(
                call.request.headers.joined("accept").map { String(decoding: $0, as: UTF8.self) })
            do throws(PrintingError) {
                if accepted.prefers("image/png", to: "application/json") {
                    return WorkAnswer(.made(try QRCode(payload).png, "image/png"))
                }
                if accepted.prefers("image/svg+xml", to: "application/json") {
                    return WorkAnswer(.made(try QRCode(payload).svg, "image/svg+xml"))
                }
            } catch { throw Problem.unavailable() }
            return WorkAnswer(201, payload)
        }
    }

    private static let wrongCode = "The pairing code is not valid. Make a new one."
    private static func tooManyCodes(_ seconds: Int) -> String { "Too many wrong codes. Wait \(seconds) seconds." }

    private static let pair = Endpoint<ServerAction>(
        .post, "/api/v1/pair", id: "pairClient", summary: "Pair a client by a pairing code",
        details: """
            With the token a client can read and store the health samples of the person who made the code, and nothing \
            else. The token is valid for 30 days. Errors are plain text.
            """,
        tag: tag, for: .everybody,
        takes: .largeBody(PairRequest.codec, ParsingLimits(bytes: 16_384, values: 100)), .peer,
        answers: [
            .ok(PairAnswer.codec, "The client's token"),
            Answer(400, "The code or the request is not valid", .other(mediaType: "text/plain"))
                .alternatively(Problem.mediaType).showing(RawJSON(quoting: wrongCode)),
            Answer(429, "Too many wrong codes came from this network", .other(mediaType: "text/plain"))
                .alternatively(Problem.mediaType).showing(RawJSON(quoting: tooManyCodes(60)))
                .field("Retry-After", Schema(.integer), "Seconds to wait"),
        ]
    ) { body, peer in
        .work { services, call in
            do {
                let request = try body.decoded()
                let paired = try await services.identity.pairClient(
                    request.code, named: request.clientName, from: peer.network, at: call.now)
                return WorkAnswer(
                    200, PairAnswer.codec.bytes(PairAnswer(token: paired.token, expiresAt: paired.expiresAt)))
            } catch let problem as Problem where problem.status == 400 {
                return WorkAnswer(.plain(400, "The request is not valid."))
            } catch PairingRefusal.invalidCode {
                return WorkAnswer(.plain(400, wrongCode))
            } catch PairingRefusal.tooManyAttempts(let seconds) {
                return WorkAnswer(.plain(429, tooManyCodes(seconds), retryAfter: seconds))
            }
        }
    }

    private static let list = Endpoint<ServerAction>(
        .get, "/api/v1/paired-clients", id: "listPairedClients", summary: "List one's paired clients",
        details: "Lists the clients with a valid token, the newest first.",
        tag: tag, for: SignedIn.self, evenRestricted: true,
        answers: [.page(of: PairedClientEntry.codec, "All paired clients, as one page")]
    ) { caller in
        .work { services, call in
            let clients = try await services.identity.pairedClients(of: caller.principal, at: call.now)
            return .list(clients.map { PairedClientEntry($0) }, PairedClientEntry.codec)
        }
    }

    private static let revoke = Endpoint<ServerAction>(
        .delete, "/api/v1/paired-clients/{paired_client_id}", id: "revokePairedClient",
        summary: "Revoke one of one's paired clients",
        details: "After this request the client's token is refused.",
        tag: tag, for: SignedIn.self, evenRestricted: true,
        takes: .path("paired_client_id", Codec<UUIDBytes>.uuid.described("The client's id.")),
        answers: [.noContent("Nothing; the client is revoked")], problems: [.notFound]
    ) { caller, client in
        .work { services, call in
            try await services.identity.revokePairedClient(client, by: caller.principal, at: call.now)
            return WorkAnswer(204)
        }
    }
}
