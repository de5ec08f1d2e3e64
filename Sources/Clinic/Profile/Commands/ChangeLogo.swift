public import Endpoints
public import EventSourcing
import JSON

/// The command that records that the clinic changed its logo or removed it. The content of a new logo has been stored
/// before.
public struct ChangeLogo: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    /// The new logo; `nil` removes it.
    public let logo: ClinicLogo?

    public init(to logo: ClinicLogo?) { self.logo = logo }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.logo != logo else { return [] }
        return [.profile(.logoChanged(LogoChanged(logo: logo)))]
    }
}

extension ProfileAPI {
    /// The command that records a new logo. The server's endpoint that receives the logo's content runs the command.
    public static func changeLogo(to logo: ClinicLogo) -> ClinicCommand {
        ClinicCommand(ChangeLogo(to: logo), answer: .settings)
    }

    /// The answer to a command that changes the clinic's settings.
    public static var changedSettings: Answer {
        .ok(ClinicSettingsAnswer.codec, "The settings as they are now")
    }

    static let removeClinicLogo = Endpoint<ClinicAction>(
        .delete, "/api/v1/clinic/logo", id: "removeClinicLogo", summary: "Remove the clinic's logo",
        details: "It is not shown any more. Repeating this changes nothing.", tag: "Clinic", for: AdminOnly.self,
        answers: [changedSettings], problems: [.clinicNotFounded], idempotency: .accepted
    ) { _ throws(Problem) in
        .command(ClinicCommand(ChangeLogo(to: nil), answer: .settings))
    }
}
