import Clinic
import Crypto
import Endpoints
import EventChain
import EventSourcing
import Identifiers
import Identity
import JSON

/// The endpoints for the audit trail, and for the proof that an event is in its clinic's hash chain.
enum AuditAPI {
    private static let patientFilter = Codec<ID<Patient>>.id().described("Only events about this patient.")
    private static let accountFilter = Codec<UUIDBytes>.uuid.described(
        "Only events that this account caused, or that are about its login.")
    private static let typeFilter = Codec<String>.string(
        min: 1, max: 60, pattern: "^[a-z-]+$", detail: "small letters and hyphens"
    ) { $0.utf8.allSatisfy { byte in byte == UInt8(ascii: "-") || (0x61...0x7a).contains(byte) } }
    .described("Only events of this type, such as `login-failed`, `patient-data-read` or `appointment-cancelled`.")
    private static let fromFilter = Codec<Instant>.instant.described("Only events from this time on (inclusive).")
    private static let toFilter = Codec<Instant>.instant.described("Only events before this time (exclusive).")

    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/audit-events", id: "listAuditEvents",
            summary: "List the audit trail, the latest first",
            details: """
                Three kinds of events are in one list: accesses to patients' data (recorded a second or two after \
                the answer; the same access by the same account within ten minutes is recorded once), events of \
                logins and access rights, and every change of the clinic's data with the names of its fields. Values \
                are never shown. Reading this list is recorded too, once in ten minutes for each account and filter. \
                With `patient_id`, the records that are merged with the patient's count, and events of the patient's \
                login. Without `from`, the 31 days before `to` are listed. Records are kept for six years.
                """, tag: "Audit",
            for: AdminOnly.self,
            takes: .optionalQuery("patient_id", patientFilter), .optionalQuery("who", accountFilter),
            .optionalQuery("account_id", Codec<UUIDBytes>.uuid.described("Deprecated: send `who`.").deprecated),
            .optionalQuery("event_type", typeFilter), .optionalQuery("from", fromFilter),
            .optionalQuery("to", toFilter),
            .page(limit: 50, key: AuditTrail.cursorKey), answers: [.page(of: AuditEvent.codec, "A page of events")]
        ) { caller, patient, who, account, type, from, to, page in
            .work { services, call in
                let ids = [patient?.uuid, who ?? account].compactMap { $0 }
                try await services.identity.security.reading(
                    "audit-trail-read", by: call.operation.id, ids, account: caller.account, clinic: caller.clinic,
                    at: call.now)
                let filter = AuditFilter(
                    clinic: caller.clinic,
                    patients: try await services.auditedRecords(of: patient, in: caller.clinic),
                    account: who ?? account, type: type, from: from, to: to, page: page, at: call.now)
                let rows = try await services.auditTrail(filter)
                let bytes = try await services.shared.heavy.compute { AuditEvent.page(rows, limit: page.limit) }
                return WorkAnswer(200, bytes)
            }
        },
        Endpoint(
            .get, "/api/v1/audit-events.csv", id: "exportAuditEvents",
            summary: "Download the audit trail as CSV, the latest first",
            details: """
                The same events as `GET /api/v1/audit-events`, one a line (RFC 4180, UTF-8); the first line has the \
                columns' names. Several ids or fields in a column are separated by spaces. The file has at most \
                `limit` lines. For more, ask again with `to` one second after the last line's time, and leave out the \
                lines whose `id` has come before.
                """,
            tag: "Audit", for: AdminOnly.self,
            takes: .optionalQuery("patient_id", patientFilter), .optionalQuery("who", accountFilter),
            .optionalQuery("event_type", typeFilter), .optionalQuery("from", fromFilter),
            .optionalQuery("to", toFilter),
            .query("limit", .int(1...5_000).described("How many lines the file has at most."), default: 1_000),
            answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller, patient, who, type, from, to, limit in
            .work { services, call in
                let ids = [patient?.uuid, who].compactMap { $0 }
                try await services.identity.security.reading(
                    "audit-trail-exported", by: call.operation.id, ids, account: caller.account,
                    clinic: caller.clinic, at: call.now)
                let filter = AuditFilter(
                    clinic: caller.clinic,
                    patients: try await services.auditedRecords(of: patient, in: caller.clinic),
                    account: who, type: type, from: from, to: to,
                    page: Page(limit: limit, after: nil), at: call.now)
                let rows = try await services.auditTrail(filter).prefix(limit)
                let bytes = try await services.shared.heavy.compute {
                    Array(([AuditEvent.columns.joined(separator: ",") + "\r\n"] + rows.map(\.event.line)).joined().utf8)
                }
                return WorkAnswer(200, bytes, mediaType: "text/csv; charset=utf-8; header=present")
            }
        },
        Endpoint(
            .get, "/api/v1/audit-events/proof", id: "proveEvent",
            summary: "Prove that an event has not been changed",
            details: """
                `digest` is SHA-256 over the event's stored columns. `hash` is SHA-256 over `previous_hash` and \
                `digest`; together with each digest of `path` in turn it gives the hash of `head`, which is signed. \
                `ops/provable-history.md` says how to check this without the server.
                """,
            tag: "Audit", for: AdminOnly.self,
            takes: .query(
                "position", Codec<Int64>.int64(1...Int64.max).described("The event's position in the clinic's feed.")),
            answers: [.ok(EventProof.codec, "The proof")], problems: [.notFound, .notChainedYet]
        ) { caller, position in
            .work { services, call in
                do {
                    let proof = try await ChainProof.of(position, in: caller.clinic, from: services.reads)
                    let head =
                        switch proof.head {
                        case .signed(let head): head
                        case .unsigned(let end):
                            try services.shared.chain.signer.sign(end, of: caller.clinic, at: call.now)
                        }
                    let key = services.shared.chain.ring.keys[head.key]?.pemRepresentation
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
        EventProof.init(clinic:position:digest:previous:hash:path:head:publicKey:),
        field("clinic_id", \.clinic, .uuid.described("The clinic's id.")),
        field("position", \.position, .int64(1...Int64.max).described("The event's position in the clinic's feed.")),
        field(
            "digest", \.digest, ChainHash.codec.described("SHA-256 over the event's stored columns, in hexadecimal.")),
        field(
            "previous_hash", \.previous,
            ChainHash.codec.described("The chain's hash before this event, in hexadecimal.")),
        field("hash", \.hash, ChainHash.codec.described("The chain's hash with this event, in hexadecimal.")),
        field(
            "path", \.path, .array(ChainHash.codec).described("The digests of the later events up to `head`, in order.")
        ),
        field("head", \.head, SignedHead.codec.described("The chain's signed end.")),
        optionalField(
            "public_key", \.publicKey,
            .text(max: 1000).described(
                "The public key of the head's signature, in PEM; absent if the server does not have it."))
    ).described("A proof that an event has not been changed.").named("EventProof")
}

extension Problem.Kind {
    /// The problem for a request about an event that is not in the hash chain yet. The server adds each event to the
    /// chain a second or two after it is appended.
    static let notChainedYet = Problem.Kind(
        "not-chained-yet", 409, "The chain has not reached this event yet; try again",
        means: "The hash chain follows the events within a second or two.",
        remedy: "Repeat the request after a moment.")
}
