import Endpoints
import EventSourcing
import JSON
import SQL

extension ProfileAPI {
    static let getMobileAccess = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic/mobile-access", id: "getMobileAccess",
        summary: "Show which areas of the mobile app are open",
        details: "An area is a part of what the mobile app does. Each role has its own list.",
        tag: "Clinic", for: AdminOnly.self,
        answers: [.ok(MobileAccessDocument.codec, "The open areas by role")], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, column: Identifier("mobile_access"),
                shows: .nobodys)
        }
    }
}
