import Clinic
import Endpoints
import EventSourcing
import EventStore
import Health
import Identifiers
import JSON

/// The endpoint for the vital signs that patients' phones have measured, for those who treat the patients.
enum DeviceVitalsAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/device-vitals", id: "listDeviceVitals",
            summary: "List the vital signs that a patient's phone has measured, the latest measured first",
            details: """
                The latest value of each vital sign, if the patient shows health samples to the clinic (`shared_with_clinic`) and \
                has not locked them. The values are not recorded in the patient's chart. Implausible ones are left out.
                """,
            tag: VitalsAPI.tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
            answers: [.page(of: DeviceVital.codec, "The values, as one page")],
            problems: [.notFound, .restrictedRecord]
        ) { caller, patient in
            let reader = RecordReader(caller)
            return .work { services, call in
                let vitals = try await services.deviceVitals(of: patient, for: reader, in: caller.clinic, call)
                return .list(vitals, DeviceVital.codec)
            }
        }
    ]
}

extension LoopServices {
    /// The vital signs of a patient's health samples, and of those of a record that was merged into the patient's. The
    /// access log records the access to each record.
    ///
    /// - Throws: 404 if there is no such patient; `restrictedRecord` if the reader may not open the record; 503 if the
    ///   access cannot be recorded or the samples cannot be decrypted.
    fileprivate func deviceVitals(
        of patient: ID<Patient>, for reader: RecordReader, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> [DeviceVital] {
        let found = try await log.read(clinic, fresh: true) {
            model -> (access: RecordReader.Access, records: [ID<Patient>])? in
            guard model[.registration(of: patient)].version > 0 else { return nil }
            return (reader.access(to: patient, &model, at: call.now), model.records(shownFor: patient))
        }
        guard let found else { throw Problem.notFound }
        guard found.access != .refused else { throw Problem(.restrictedRecord) }
        var vitals: [DeviceVital] = []
        for record in found.records {
            try accesses.note(record, to: call)
            do {
                let samples = try await health.latestSamples(of: record.uuid, in: clinic, DeviceVital.types)
                vitals += samples.compactMap { DeviceVital($0) }
            } catch is HealthError { throw Problem.unavailable() }
        }
        var seen: Set<VitalType> = []
        return vitals.sorted { $0.measuredAt > $1.measuredAt }.filter { seen.insert($0.measurement.type).inserted }
    }
}
