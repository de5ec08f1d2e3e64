import Clinic
import ClinicServer
import Identifiers
import Identity
import PostgresClient
import SQL

extension Installation {
    /// Exports all data about a patient, as JSON or as a readable page. Of an erased patient, the events in `history` have
    /// the texts that the law requires the clinic to keep; servers do not show them.
    ///
    /// - Parameters:
    ///   - patient: the patient's id.
    ///   - clinic: the clinic's id or name.
    /// - Throws: `OperationRefused` if the clinic has no such patient.
    package func export(_ patient: String, of clinic: String, asPage: Bool) async throws -> [UInt8] {
        let patient = try UUIDBytes(written: patient)
        return try await withServices(of: clinic, opensSealed: true) { services, clinic in
            let export = PersonExport(clinic: clinic, patient: ID(patient))
            guard let json = try await export.json(services, at: .now) else {
                throw OperationRefused(description: "the clinic has no such patient")
            }
            let detail = Array(#"{"patient_id":"\#(patient.text)"}"#.utf8)
            _ = try await services.reads.perform(
                Statement.noteSecurityEvent("patient-exported", clinic: clinic, account: nil, detail: detail, at: .now))
            return asPage ? try ReadablePage.export(json) : json
        }
    }

    /// Writes the contents of a patient's files into a folder, which is created unless it exists.
    ///
    /// - Parameters:
    ///   - patient: the patient's id.
    ///   - clinic: the clinic's id or name.
    ///   - contents: the folder of contents of the servers.
    /// - Throws: `OperationRefused` if a content is missing or damaged, after the others are written.
    package func exportContents(
        of patient: String, in clinic: String, from contents: String, into folder: String
    ) async throws {
        let patient = try UUIDBytes(written: patient)
        try await withServices(of: clinic, opensSealed: true) { services, clinic in
            var damaged: [ID<PatientFile>] = []
            for record in try await PersonExport(clinic: clinic, patient: ID(patient)).records(services) {
                damaged += try await services.writeContents(
                    of: record, clinic, from: FileFolder(path: contents), into: folder)
            }
            guard damaged.isEmpty else {
                throw OperationRefused(
                    description: "missing or damaged: " + damaged.map { "\($0)" }.joined(separator: " "))
            }
        }
    }
}
