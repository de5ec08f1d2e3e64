import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension PatientsAPI {
    static let getOwnProfile = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/profile", id: "getOwnProfile", summary: "Show one's own patient data",
        details: "The data that the clinic holds about the caller, without the staff's notes.",
        tag: "Patients", for: PatientOnly.self, answers: [.ok(PatientDocument.codec, "The caller's data")],
        problems: [.notFound]
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                Patients.self, .id(caller.patient), in: caller.clinic, column: Identifier("own_document"),
                shows: .only(ID(caller.patient)))
        }
    }
}
