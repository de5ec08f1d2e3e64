import Clinic
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

extension LoopServices {
    /// The records of clinical events that are restricted and closed to a member of staff. First the read model tells
    /// which records are restricted, since these are few.
    func closedRecords(
        of events: [Recorded<ClinicEvent>], to reader: RecordReader, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> Set<EventRecord> {
        let patients = Set(
            events.compactMap { if case .of(let patient) = $0.event.record { patient.uuid } else { nil } })
        guard !patients.isEmpty else { return [] }
        let rows = try await documents.read(
            """
            SELECT patient_id FROM patient
            WHERE clinic_id = \(clinic) AND restricted_document IS NOT NULL
                AND patient_id = ANY (\(Array(patients))::uuid[])
            """, of: clinic)
        let restricted = try rows.map { ID<Patient>(try $0.uuid(0)) }
        guard !restricted.isEmpty else { return [] }
        return try await log.read(clinic, fresh: true) { model in
            Set(restricted.filter { reader.access(to: $0, &model, at: call.now) == .refused }.map { .of($0) })
        }
    }
}
