import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON

/// Everything that is held about a patient, for the admin whom they ask.
enum ExportAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/export", id: "exportPatient",
            summary: "Everything that is held about a patient", tag: "Patients", for: AdminOnly.self,
            takes: .path("patient_id", Codec<ID<Patient>>.id()), answers: [.ok(Schema(.object))],
            problems: [.notFound]
        ) { caller, patient in
            .work { services, call in
                let export = PersonExport(clinic: caller.clinic, patient: patient)
                guard let json = try await export.json(services, at: call.now) else { throw Problem.notFound }
                try services.accesses.note(patient, to: call)
                return WorkAnswer(200, json)
            }
        },
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/export.html", id: "exportPatientAsPage",
            summary: "The same, to read and to print", tag: "Patients", for: AdminOnly.self,
            takes: .path("patient_id", Codec<ID<Patient>>.id()), answers: [.ok(mediaType: "text/html")],
            problems: [.notFound]
        ) { caller, patient in
            .work { services, call in
                let export = PersonExport(clinic: caller.clinic, patient: patient)
                guard let json = try await export.json(services, at: call.now) else { throw Problem.notFound }
                try services.accesses.note(patient, to: call)
                return WorkAnswer(200, try ReadablePage.export(json), mediaType: "text/html; charset=utf-8")
            }
        },
    ]
}
