import Endpoints
import EventSourcing
import JSON

extension ProfileAPI {
    static let getClinicSettings = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic/settings", id: "getClinicSettings", summary: "Show all settings of the clinic",
        details: """
            Besides what everybody sees: which areas of the mobile app are open, and whether the clinic has \
            ended its work.
            """,
        tag: "Clinic", for: AdminOnly.self, answers: [.ok(ClinicSettingsAnswer.codec, "The settings")],
        problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, shows: .nobodys,
                form: ClinicProfiles.answer)
        }
    }
}
