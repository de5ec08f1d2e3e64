import ClinicServer
import Identifiers
import Identity
import PostgresClient
import SQL

extension Installation {
    /// Exports all data about a patient, as JSON or as a readable page.
    ///
    /// - Parameters:
    ///   - patient: the patient's id.
    ///   - clinic: the clinic's id or name.
    /// - Throws: `OperationRefused` if the clinic has no such patient.
    package func export(_ patient: String, of clinic: String, asPage: Bool) async throws -> [UInt8] {
        let patient = try UUIDBytes(written: patient)
        return try await withServices(of: clinic) { services, clinic in
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
}
