public import Endpoints
public import EventSourcing
import JSON

/// The command that replaces the clinic's name, address, telephone and e-mail.
public struct ChangeClinicProfile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let profile: ClinicProfile

    public init(_ profile: ClinicProfile) { self.profile = profile }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.profile != profile else { return [] }
        return [.profile(.clinicProfileChanged(ClinicProfileChanged(profile: profile)))]
    }
}

extension ProfileAPI {
    static let changeClinicProfile = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/profile", id: "changeClinicProfile",
        summary: "Change the clinic's name, address, telephone and e-mail",
        details: """
            The body replaces the whole profile. Time zone and currency are set once, when the clinic is \
            founded.
            """, tag: "Clinic", for: AdminOnly.self,
        takes: .body(ClinicProfile.codec.named("ClinicProfile")),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, profile throws(Problem) in
        .command(ClinicCommand(ChangeClinicProfile(profile), answer: .settings))
    }
}
