import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import Printing
import SQL

/// The endpoints for prescriptions as PDF files.
enum PrescriptionFilesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [file, ownFile]

    private static let details = """
        The page has the size A4, and shows the clinic, the doctor, the patient, the date and a line for a signature. \
        If too many files are being made, the answer is 503; try again later.
        """

    private static let file = Endpoint<ServerAction>(
        .get, "/api/v1/prescriptions/{prescription_id}/pdf", id: "getPrescriptionFile",
        summary: "Download a prescription as PDF", details: details, tag: PrescriptionsAPI.tag, for: Clinical.self,
        takes: .path("prescription_id", .prescriptionID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound, .restrictedRecord]
    ) { caller, id in
        let reader = RecordReader(caller)
        return .work { services, call in
            let statement = try await services.ofLog(call) { () throws(LogFailure<Problem>) in
                try await services.log.read(caller.clinic) { model throws(Problem) in
                    try PrintedPrescriptions.statement(id, for: reader, in: caller.clinic, &model, at: call.now)
                }
            }
            return try await services.prescription(statement, id, in: caller.clinic, call)
        }
    }

    private static let ownFile = Endpoint<ServerAction>(
        .get, "/api/v1/patient/prescriptions/{prescription_id}/pdf", id: "getOwnPrescriptionFile",
        summary: "Download one's own prescription as PDF",
        details: "A dependant's prescription can be downloaded too. " + details,
        tag: PrescriptionsAPI.tag, for: PatientOnly.self, takes: .path("prescription_id", .prescriptionID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound]
    ) { caller, id in
        .work { services, call in
            try await services.prescription(
                PrintedPrescriptions.statement(id, for: caller), id, in: caller.clinic, call)
        }
    }
}

extension LoopServices {
    /// The file of the prescription that a statement of `PrintedPrescriptions` reads. The access log records the
    /// access.
    fileprivate func prescription(
        _ statement: Statement, _ id: ID<Prescription>, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> WorkAnswer {
        guard let row = try await documents.read(statement, of: clinic).first else { throw Problem.notFound }
        let patient = try PatientDocument.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        let document = try Prescriptions.codec.decode(parsing: try row.bytes(1), unknownMembers: .ignored)
        try accesses.note(patient.id, to: call)
        let settings = try await log.read(clinic, fresh: false) { model in model[.settings] }
        let printed = PrintedPrescription(
            clinic: settings.profile, patient: patient, prescription: document,
            doctorName: try row.isNull(2) ? nil : try row.text(2), today: settings.zone.date(of: call.now),
            now: call.now)
        return WorkAnswer(
            200, try await shared.printing.pdf(printed.document), mediaType: "application/pdf",
            fileName: "prescription-\(document.issuedOn.iso8601)-\(id).pdf")
    }
}
