import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for the entries of one kind in patients' charts. Each kind has the same endpoints, with its own names,
/// facts and documents.
struct ChartEntryEndpoints<Entries: ChartProjection> {
    /// The name of this kind of chart entries in the ids of endpoints, in the singular, such as `Allergy`.
    let name: String
    /// The name of this kind of chart entries in the ids of endpoints, in the plural, such as `Allergies`.
    let names: String
    /// The name of this kind of chart entries in paths, such as `allergies`.
    let noun: String
    /// A phrase for one entry of a chart, with its article, such as "an allergy".
    let one: String
    /// A phrase for several entries of a chart, such as "allergies".
    let several: String
    /// The facts of an entry of a chart, as clients send them.
    let body: Codec<Entries.Facts>
    let entry: @Sendable (Entries.Facts) -> ChartEntry

    private var parameter: String { "\(Entries.kind.rawValue)_id" }
    private var id: Codec<UUIDBytes> { .uuid.described("The id of \(one).") }
    private var path: String { "/api/v1/\(noun)/{\(parameter)}" }
    private var tag: String { ChartAPI.tag }

    var all: [Endpoint<ClinicAction>] {
        [list, record, show, change, resolve, enterInError, listOwn]
    }
}

extension ChartEntryEndpoints {
    private var list: Endpoint<ClinicAction> {
        Endpoint(
            .get, PathTemplate("/api/v1/patients/{patient_id}/\(noun)"), id: "list\(names)",
            summary: "List a patient's \(several), the latest first",
            details: "Entries that were entered in error are listed only if `status` asks for them.",
            tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
            .optionalQuery("status", Codec<ChartEntryStatus>.stringEnum.described("Only entries with this status.")),
            answers: [.page(of: Entries.codec, "A page of \(several)")], problems: [.notFound, .restrictedRecord]
        ) { caller, patient, page, status throws(Problem) in
            let reader = RecordReader(caller)
            return .query { model, now throws(Problem) in
                guard model[.registration(of: patient)].version > 0 else { throw .notFound }
                let open = try reader.openRows(of: patient, "e.patient_id", in: caller.clinic, &model, at: now)
                return ChartQueries.list(Entries.self, of: patient, in: caller.clinic, page, status, where: open)
            }
        }
    }

    private var listOwn: Endpoint<ClinicAction> {
        Endpoint(
            .get, PathTemplate("/api/v1/patient/\(noun)"), id: "listOwn\(names)",
            summary: "List one's own \(several), the latest first",
            details:
                """
                Lists the caller's own entries, or those of a dependant. Entries that were entered in error are left \
                out.
                """,
            tag: tag, for: PatientOnly.self, takes: .page(key: [.uuid]), .dependant,
            answers: [.page(of: Entries.codec, "A page of \(several)")]
        ) { caller, page, dependant throws(Problem) in
            let viewer = Viewer(caller)
            let patient = dependant ?? ID(caller.patient)
            let query = ChartQueries.list(
                Entries.self, of: patient, in: caller.clinic, page, nil, where: viewer.maySee(patient))
            return .query { _, _ in query }
        }
    }

    private var show: Endpoint<ClinicAction> {
        Endpoint(
            .get, PathTemplate(path), id: "get\(name)", summary: "Show \(one)",
            details: "An entry that has ended is shown too.", tag: tag, for: Clinical.self, takes: .path(parameter, id),
            answers: [.ok(Entries.codec, "The entry")], problems: [.notFound, .restrictedRecord]
        ) { caller, id throws(Problem) in
            let reader = RecordReader(caller)
            return .query { model, now throws(Problem) in
                guard let patient = model[.chartEntry(ChartEntryID(Entries.kind, id))].patient else { throw .notFound }
                let open = try reader.openRows(of: patient, "e.patient_id", in: caller.clinic, &model, at: now)
                return ChartQueries.one(Entries.self, id, in: caller.clinic, where: open)
            }
        }
    }
}

extension ChartEntryEndpoints {
    private var record: Endpoint<ClinicAction> {
        let (entry, noun) = (entry, noun)
        return Endpoint(
            .post, PathTemplate("/api/v1/patients/{patient_id}/\(noun)"), id: "record\(name)",
            summary: "Record \(one) of a patient",
            details: "A patient can have at most \(RecordChartEntry.limit) \(several), ended ones included.",
            tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(body),
            answers: [.created(Entries.codec, "The new entry")],
            problems: [.limitReached, .patientMerged, .notFound, .restrictedRecord], idempotency: .accepted
        ) { caller, patient, facts throws(Problem) in
            let reader = RecordReader(caller)
            return .creation { newID in
                let id: ID<Entries> = newID()
                return ClinicCommand(
                    RecordChartEntry(id.uuid, of: patient, entry(facts)),
                    answer: DocumentAnswer(Entries.self, DocumentKey(id), location: "/api/v1/\(noun)/\(id)")
                ).opening(for: reader) { _ in patient }
            }
        }
    }

    private var change: Endpoint<ClinicAction> {
        let entry = entry
        return Endpoint(
            .put, PathTemplate(path), id: "change\(name)", summary: "Change the facts of \(one)",
            details: "The body replaces all facts of the entry. At most \(RecordChartEntry.changeLimit) times.",
            tag: tag,
            for: Clinical.self, takes: .path(parameter, id), .body(body),
            answers: [.ok(Entries.codec, "The entry as it is now")],
            problems: [.chartEntryEnded, .limitReached, .notFound, .restrictedRecord], idempotency: .accepted
        ) { caller, id, facts throws(Problem) in
            .command(
                ClinicCommand(
                    RecordChartEntry(id, of: nil, entry(facts)), answer: DocumentAnswer(Entries.self, .id(id))
                ).opening(for: RecordReader(caller)) { $0[.chartEntry(ChartEntryID(Entries.kind, id))].patient })
        }
    }

    private var resolve: Endpoint<ClinicAction> {
        end(
            .resolved, "resolve", "resolve\(name)", "Resolve \(one)",
            """
            The allergy or condition is over, or the patient no longer takes the medication. Repeating this changes \
            nothing.
            """
        )
    }

    private var enterInError: Endpoint<ClinicAction> {
        end(
            .enteredInError, "enter-in-error", "enter\(name)InError", "Mark \(one) as entered in error",
            "The entry should never have been recorded. Repeating this changes nothing.")
    }

    private func end(
        _ end: ChartEntryEnd, _ step: String, _ operation: String, _ summary: String, _ details: String
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("\(path)/\(step)"), id: operation, summary: summary, details: details, tag: tag,
            for: Clinical.self, takes: .path(parameter, id), .body(ReasonBody.codec),
            answers: [.ok(Entries.codec, "The entry as it is now")],
            problems: [.chartEntryEnded, .notFound, .restrictedRecord], idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            let entry = ChartEntryID(Entries.kind, id)
            return .command(
                ClinicCommand(
                    EndChartEntry(entry, end, reason: body.reason), answer: DocumentAnswer(Entries.self, .id(id))
                ).opening(for: RecordReader(caller)) { $0[.chartEntry(entry)].patient })
        }
    }
}
