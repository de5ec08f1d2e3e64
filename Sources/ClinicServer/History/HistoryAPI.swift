import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON

/// The endpoints for the history of entities, and for a clinic's feed.
enum HistoryAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        history(
            of: "appointments", "appointment_id", "an appointment", "AppointmentHistory", for: Staff.self,
            hidingReasons: true
        ) {
            Tag.appointment(ID($0))
        },
        history(
            of: "invoices", "invoice_id", "an invoice", "InvoiceHistory", for: FrontDesk.self,
            and: { PastDocument(Invoices.self, DocumentKey(ID<Invoice>($0))) }
        ) { Tag.invoice(ID($0)) },
        history(
            of: "payments", "payment_id", "a payment", "PaymentHistory", for: FrontDesk.self,
            and: { PastDocument(Payments.self, DocumentKey(ID<Payment>($0))) }
        ) { Tag.payment(ID($0)) },
        history(of: "credit-notes", "credit_note_id", "a credit note", "CreditNoteHistory", for: FrontDesk.self) {
            Tag.creditNote(ID($0))
        },
        history(
            of: "family-accounts", "patient_id", "a family account", "FamilyAccountHistory", for: FrontDesk.self,
            ofPerson: true
        ) { Tag.familyAccount(ID($0)) },
        history(
            of: "patients", "patient_id", "a patient", "PatientHistory", for: AdminOnly.self, ofPerson: true,
            opening: { ID<Patient>($0) }
        ) { Tag.patient(ID($0)) },
        history(of: "staff", "staff_id", "a member of staff", "StaffHistory", for: AdminOnly.self) {
            Tag.staff(ID($0))
        },
        history(of: "services", "service_id", "a service", "ServiceHistory", for: AdminOnly.self) {
            Tag.service(ID($0))
        },
        history(of: "chairs", "chair_id", "a chair", "ChairHistory", for: AdminOnly.self) { Tag.chair(ID($0)) },
        feed,
    ]

    /// The endpoint for the history of one kind of entities.
    ///
    /// - Parameters:
    ///   - isOfPerson: whether the id is a patient's, so that the history includes the record that was merged into it.
    ///   - record: finds the patient by the entity's id. The caller must be permitted to open this patient's record.
    ///     `nil` for entities that staff see even if the record of their patient is restricted.
    ///   - hidesReasons: whether the reasons are left out for staff who may not open the patient's restricted record.
    ///   - document: finds, by the entity's id, a document whose changes belong to the entity's history although their
    ///     events have other tags; the result is `nil` if there is none.
    private static func history<Members: StaffAudience>(
        of plural: String, _ parameter: String, _ one: String, _ name: String, for audience: Members.Type,
        ofPerson isOfPerson: Bool = false, opening record: (@Sendable (UUIDBytes) -> ID<Patient>)? = nil,
        hidingReasons hidesReasons: Bool = false,
        and document: @escaping @Sendable (UUIDBytes) -> PastDocument? = { _ in nil },
        _ tag: @escaping @Sendable (UUIDBytes) -> Tag
    ) -> Endpoint<ServerAction> {
        Endpoint(
            .get, PathTemplate("/api/v1/\(plural)/{\(parameter)}/history"), id: "get\(name)",
            summary: "Show the history of \(one)",
            details: """
                The changes, the latest first, at most 500: each with its account, time, reason and fields. Values are not shown: read \
                them with `as_of` and the change's position, where the entity has it.
                """,
            tag: "Audit", for: audience, takes: .path(parameter, Codec<UUIDBytes>.uuid.described("The id of \(one).")),
            answers: [.page(of: EntityChange.codec, "The changes, as one page")],
            problems: record == nil ? [.notFound] : [.notFound, .restrictedRecord]
        ) { caller, id in
            .work { services, call in
                if let patient = record?(id) {
                    let reader = RecordReader(caller)
                    let isRefused = try await services.log.read(caller.clinic, fresh: true) { model in
                        reader.access(to: patient, &model, at: call.now) == .refused
                    }
                    guard !isRefused else { throw Problem(.restrictedRecord) }
                }
                let records =
                    isOfPerson
                    ? try await services.log.read(caller.clinic, fresh: true) { model in
                        model.records(shownFor: ID(id)).map(\.uuid)
                    } : [id]
                let (changes, patients) = try await services.changes(
                    under: records.map(tag), and: document(id), in: caller.clinic)
                guard !changes.isEmpty else { throw Problem.notFound }
                for patient in patients { try services.accesses.note(ID(patient), to: call) }
                guard hidesReasons else { return .list(changes, EntityChange.codec) }
                // The reasons of an appointment's changes are clinical.
                let reader = RecordReader(caller)
                let isClosed = try await services.log.read(caller.clinic, fresh: true) { model in
                    patients.contains { reader.access(to: ID($0), &model, at: call.now) == .refused }
                }
                return .list(isClosed ? changes.map(\.withoutReason) : changes, EntityChange.codec)
            }
        }
    }

    /// The maximum number of events in the answer to one request for the clinic's feed.
    private static let mostEvents = 1_000

    private static let feed = Endpoint<ServerAction>(
        .get, "/api/v1/feed", id: "readFeed", summary: "Read the clinic's events in order",
        details: """
            One event a line (`application/x-ndjson`), as far as it concerns the caller's role: `position`, `event_type`, \
            `timestamp`, `role`, and the ids of the entities that it is about, of a moved appointment the new doctor and chair; \
            for admins also `account_id`. Events of a restricted record that tell something clinical, such as \
            `condition-recorded`, are listed only for staff to whom the record is open. Nothing else of it is shown: read the entities themselves. The last line is `{"after":…,"has_more":…}`: give `after` in the next \
            request. Positions that do not concern the role are missing.
            """,
        tag: "Audit", for: Staff.self,
        takes: .query(
            "after",
            Codec<Int64>.int64(0...Int64.max).described("Only events after this position of the clinic's feed."),
            default: Int64(0)),
        .query("limit", .int(1...mostEvents).described("How many events are read at most."), default: mostEvents),
        answers: [.ok(mediaType: "application/x-ndjson", "The events, one a line")]
    ) { caller, after, limit in
        .work { services, call in
            let security = services.identity.security
            try await security.reading(
                "feed-read", by: call.operation.id, [], account: caller.account, clinic: caller.clinic, at: call.now)
            let (events, last) = try await services.log.events(after: after, atMost: limit, in: caller.clinic)
            let role = caller.role
            let readable = events.filter { $0.event.readers.contains(role) }
            let closed = try await services.closedRecords(
                of: readable, to: RecordReader(caller), in: caller.clinic, call)
            let found = try await services.shared.heavy.compute { lines(readable, besides: closed, for: role) }
            var bytes = found.bytes
            let shown = services.accesses.shown(Array(found.patients))
            guard services.accesses.note(shown, to: caller.principal, by: call.operation.id, at: call.now) else {
                throw Problem.unavailable()
            }
            let end = last ?? after
            let next = try await services.log.events(after: end, atMost: 1, in: caller.clinic).last
            bytes += Array("{\"after\":\(end),\"has_more\":\(next != nil)}\n".utf8)
            return WorkAnswer(200, bytes, mediaType: "application/x-ndjson")
        }
    }

    /// The lines of the events for a role, and the patients whose ids are in them. Events that tell something clinical
    /// are left out if they are of one of the records `closed`.
    private static func lines(
        _ events: [Recorded<ClinicEvent>], besides closed: Set<EventRecord>, for role: Role
    ) -> (bytes: [UInt8], patients: Set<UUIDBytes>) {
        var bytes: [UInt8] = []
        var patients: Set<UUIDBytes> = []
        let open = events.filter { $0.event.record != .unknown && !closed.contains($0.event.record) }
        for recorded in open {
            bytes += line(recorded, for: role) + [UInt8(ascii: "\n")]
            for (name, id) in recorded.event.references.ids where name.description == "patient_id" {
                patients.insert(id)
            }
        }
        return (bytes, patients)
    }

    private static func line(_ recorded: Recorded<ClinicEvent>, for role: Role) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("position")
            writer.write(recorded.position)
            writer.member("event_type", type(of: recorded.event.payload).stored.name)
            writer.member("timestamp", recorded.recordedAt.rfc3339)
            writer.member("role", recorded.actor.role)
            if role == .admin, let account = recorded.actor.account { writer.member("account_id", account.text) }
            var names: Set<String> = []
            for (name, id) in recorded.event.references.ids where names.insert(name.description).inserted {
                writer.member(name.description, id.text)
            }
        }
        return writer.bytes
    }
}
