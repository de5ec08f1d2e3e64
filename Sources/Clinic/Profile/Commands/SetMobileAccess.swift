public import Endpoints
public import EventSourcing
import JSON
import SQL

/// The command that replaces the areas of the mobile app that are open to each role.
public struct SetMobileAccess: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let access: MobileAccess

    public init(_ access: MobileAccess) { self.access = access }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.mobileAccess != access else { return [] }
        return [.profile(.mobileAccessSet(MobileAccessSet(access: access)))]
    }
}

extension ProfileAPI {
    static let setMobileAccess = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/mobile-access", id: "setMobileAccess",
        summary: "Set which areas of the mobile app are open",
        details: """
            The areas that are listed for a role are open to it. From now on app sessions of the role get 403 \
            `area-closed` from the operations of all other areas. Sessions in a browser (`platform` `web` at \
            login) and on paired tablets are not affected.
            """,
        tag: "Clinic", for: AdminOnly.self, takes: .body(MobileAccess.codec.named("MobileAccess")),
        answers: [.ok(MobileAccessDocument.codec, "The open areas as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, access throws(Problem) in
        .command(
            ClinicCommand(
                SetMobileAccess(access),
                answer: DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key, column: Identifier("mobile_access"))))
    }
}
