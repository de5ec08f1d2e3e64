import Clinic
import Crypto
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresEventLog

/// Who looked at whose data, and history that can be proved to others.
enum AuditAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/audit-events", id: "listAuditEvents",
            summary: "Who looked at patients' data, the latest first",
            details: """
                Each answer that shows patients' data leaves a record, a second or two later; whoever looks at the same \
                patients by the same operation again within ten minutes need not leave another. What somebody changed stands in the clinic's \
                events, with who did it. Records are kept for six years.
                """,
            tag: "Audit", for: AdminOnly.self,
            takes: .optionalQuery("patient_id", Codec<ID<Patient>>.id()), .optionalQuery("account_id", .uuid),
            .page(limit: 50, key: [.uuid]), answers: [.page(of: AuditEvent.codec)]
        ) { caller, patient, account, page in
            .clinic(
                .query { _, _ in
                    DocumentQuery(
                        .accesses(
                            in: caller.clinic, to: patient?.uuid, by: account,
                            before: page.after.flatMap { UUIDBytes($0.values[0]) }, limit: page.limit),
                        shape: .page(limit: page.limit, cursorColumns: 1), shows: .nobodys)
                })
        },
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
        },
    ]
}

/// A record of `patient_access`, as it is described to clients.
private struct AuditEvent: Sendable {
    let id: UUIDBytes
    let type: String
    let timestamp: Instant
    let detail: Detail

    struct Detail: Sendable {
        let account: UUIDBytes
        let subject: UUIDBytes
        let role: Role
        let operation: String
        let patients: [UUIDBytes]
    }

    static let codec = object(
        AuditEvent.init, field("id", \.id, .uuid), field("event_type", \.type, .string(max: 50)),
        field("timestamp", \.timestamp, .instant),
        field(
            "detail", \.detail,
            object(
                Detail.init, field("account_id", \.account, .uuid),
                field(
                    "subject_id", \.subject,
                    Codec<UUIDBytes>.uuid.described("The patient or member of staff that the account stands for.")),
                field("role", \.role, .stringEnum), field("operation", \.operation, .string(max: 100)),
                field("patient_ids", \.patients, .array(.uuid))))
    ).named("AuditEvent")
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
