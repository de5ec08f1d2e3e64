import Endpoints
import EventSourcing
import JSON
import SQL

extension ProfileAPI {
    static let getClinic = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic", id: "getClinic", summary: "Show the clinic",
        details: """
            The clinic's profile, hours, closures and booking rules, for everybody who works there or is its \
            patient.
            """,
        tag: "Clinic", for: Anyone.self, answers: [.ok(ClinicAnswer.codec, "The clinic")],
        problems: [.notFound], caching: .privateETag(maxAge: 300)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, column: Identifier("public_document"),
                shows: .nobodys, form: ClinicProfiles.publicAnswer)
        }
    }
}
