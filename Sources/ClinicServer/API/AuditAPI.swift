import Clinic
import Crypto
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresEventLog

/// History that can be proved to others.
enum AuditAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/audit-events/proof", id: "proveEvent",
            summary: "What shows that an event of the clinic is as it was when it was chained",
            details: """
                `digest` is SHA-256 over the event's stored columns. `hash` is SHA-256 over `previous_hash` and `digest`; with \
                each digest of `path` in turn it becomes the hash of `head`, which is signed. `ops/provable-history.md` \
                says how each is made, and how to check it without this server.
                """,
            tag: "Audit", for: AdminOnly.self, takes: .query("position", Codec<Int64>.int64(1...Int64.max)),
            answers: [.ok(EventProof.codec)], problems: [.notFound, .notChainedYet]
        ) { caller, position in
            .work { services, call in
                do {
                    let proof = try await ChainProof.of(position, in: caller.clinic, from: services.reads)
                    let head =
                        switch proof.head {
                        case .signed(let head): head
                        case .unsigned(let end): try services.chain.signer.sign(end, of: caller.clinic, at: call.now)
                        }
                    let key = services.chain.ring.keys[head.key]?.pemRepresentation
                    let answer = EventProof(
                        clinic: caller.clinic, position: position, digest: proof.digest, previous: proof.previous,
                        hash: proof.hash, path: proof.path, head: head, publicKey: key)
                    return WorkAnswer(200, EventProof.codec.bytes(answer))
                } catch ChainProof.Absence.noSuchEvent {
                    throw Problem.notFound
                } catch ChainProof.Absence.notChainedYet {
                    throw Problem(.notChainedYet).field("Retry-After", "1")
                }
            }
        }
    ]
}

private struct EventProof: Sendable {
    let clinic: UUIDBytes
    let position: Int64
    let digest: ChainHash
    let previous: ChainHash
    let hash: ChainHash
    let path: [ChainHash]
    let head: SignedHead
    let publicKey: String?

    static let codec = object(
        EventProof.init,
        field("clinic_id", \.clinic, .uuid),
        field("position", \.position, .int64(1...Int64.max)),
        field("digest", \.digest, ChainHash.codec),
        field("previous_hash", \.previous, ChainHash.codec),
        field("hash", \.hash, ChainHash.codec),
        field("path", \.path, .array(ChainHash.codec)),
        field("head", \.head, SignedHead.codec),
        optionalField("public_key", \.publicKey, .text(max: 1000))
    ).named("EventProof")
}

extension Problem.Kind {
    /// The chain follows the appends within a second or two.
    static let notChainedYet = Problem.Kind(
        "not-chained-yet", 409, "The chain has not come to this event yet; try again")
}
