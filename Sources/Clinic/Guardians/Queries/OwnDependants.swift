import Endpoints
import EventSourcing
import JSON

extension GuardiansAPI {
    static let listDependants = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/dependants", id: "listDependants", summary: "List one's own dependants by name",
        details: "Dependants are the patients whom the caller looks after.",
        tag: "Guardians", for: PatientOnly.self, answers: [.page(of: PatientCard.codec, "The dependants, as one page")]
    ) { caller throws(Problem) in
        .query { _, _ in Viewer(caller).cards }
    }
}
