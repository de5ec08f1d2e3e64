import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import SQL
import Identity
import PostgresClient

/// The endpoint for exporting all data about a patient, for the admin who handles the patient's request.
enum ExportAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/export", id: "exportPatient",
            summary: "Export all data about a patient",
            details: """
                A copy of all data that the clinic holds about the patient, for the patient who asks for it (GDPR \
                article 15). The audit trail records it. Files are listed with their hashes, and `file_links` has a link to \
                the content of each, which is valid for five minutes.
                """,
            tag: "Patients", for: AdminOnly.self,
            takes: .path("patient_id", Codec<ID<Patient>>.patientID),
            answers: [.ok(Schema(.object), "All data about the patient")],
            problems: [.notFound, .restrictedRecord]
        ) { caller, patient in
            .work { services, call in
                let export = PersonExport(clinic: caller.clinic, patient: patient)
                let links = LinkTerm(
                    session: caller.session, until: call.now.adding(minutes: FileLink.minutes))
                return WorkAnswer(
                    200, try await services.make(export, for: RecordReader(caller), call, links: links))
            }
        },
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/export.html", id: "exportPatientAsPage",
            summary: "Export all data about a patient as a page",
            details: """
                The same data as `GET /api/v1/patients/{patient_id}/export`, to read and to print, without links. The audit \
                trail records it.
                """,
            tag: "Patients", for: AdminOnly.self,
            takes: .path("patient_id", Codec<ID<Patient>>.patientID),
            answers: [.ok(mediaType: "text/html", "The page")],
            problems: [.notFound, .restrictedRecord]
        ) { caller, patient in
            .work { services, call in
                let export = PersonExport(clinic: caller.clinic, patient: patient)
                let json = try await services.make(export, for: RecordReader(caller), call)
                return WorkAnswer(
                    200, try await services.shared.heavy.compute { try ReadablePage.export(json) },
                    mediaType: "text/html; charset=utf-8",
                    fileName: "patient-\(patient).html")
            }
        },
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/export.pdf", id: "exportPatientAsFile",
            summary: "Download a patient's whole record as PDF",
            details: """
                The data of `GET /api/v1/patients/{patient_id}/export` to print, without ids, links and the single events. The                 audit trail records it. 503: too many files are being made; try again.
                """,
            tag: "Patients", for: AdminOnly.self,
            takes: .path("patient_id", Codec<ID<Patient>>.patientID),
            answers: [.ok(mediaType: "application/pdf", "The file")],
            problems: [.notFound, .restrictedRecord, .documentTooLong]
        ) { caller, patient in
            .work { services, call in
                let export = PersonExport(clinic: caller.clinic, patient: patient)
                let json = try await services.make(export, for: RecordReader(caller), call)
                let createdAt = call.now.rfc3339
                let document = try await services.shared.heavy.compute {
                    try PrintedRecord.document(json, createdAt: createdAt)
                }
                return WorkAnswer(
                    200, try await services.shared.printing.pdf(document), mediaType: "application/pdf",
                    fileName: "patient-\(patient).pdf")
            }
        },
    ]
}

extension LoopServices {
    /// Makes the export of all data about a patient, and records it in the access log and the security log. A caller
    /// who may not open the patient's restricted record cannot export it either.
    fileprivate func make(
        _ export: PersonExport, for reader: RecordReader, _ call: ServerCall, links: LinkTerm? = nil
    ) async throws -> [UInt8] {
        let access = try await log.read(export.clinic, fresh: true) { model in
            reader.access(to: export.patient, &model, at: call.now)
        }
        guard access != .refused else { throw Problem(.restrictedRecord) }
        guard let json = try await export.json(self, at: call.now, links: links) else {
            throw Problem.notFound
        }
        for record in try await export.records(self) { try accesses.note(record, to: call) }
        if let principal = call.principal {
            let detail = Array(
                #"{"patient_id":"\#(export.patient.uuid.text)","operation":"\#(call.operation.id)"}"#.utf8)
            _ = try await reads.perform(
                Statement.noteSecurityEvent(
                    "patient-exported", clinic: export.clinic, account: principal.account, detail: detail, at: call.now)
            )
        }
        return json
    }
}
