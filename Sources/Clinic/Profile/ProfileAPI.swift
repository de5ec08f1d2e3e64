public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The clinic's profile, hours, closures and rules.
public enum ProfileAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getClinic, getSettings, changeProfile, setOpeningHours, addClosure, removeClosure, setSchedulingRules,
        getMobileAccess, setMobileAccess,
    ]

    static let getClinic = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic", id: "getClinic", summary: "The clinic: profile, hours, closures, booking rules",
        tag: "Clinic", for: Anyone.self, answers: [.ok(ClinicDocument.publicCodec)],
        problems: [.notFound], caching: .privateETag(maxAge: 300)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, column: Identifier("public_document"),
                shows: .nobodys)
        }
    }

    static let getSettings = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic/settings", id: "getClinicSettings", summary: "All settings of the clinic",
        tag: "Clinic", for: AdminOnly.self, answers: [.ok(ClinicDocument.codec)], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller throws(Problem) in
        .query { _, _ in .one(ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, shows: .nobodys) }
    }

    static let changeProfile = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/profile", id: "changeClinicProfile", summary: "Change name, address, phone, e-mail",
        details: "Time zone and currency are settled when the clinic is founded.", tag: "Clinic", for: AdminOnly.self,
        takes: .body(ClinicProfile.codec.named("ClinicProfile")), answers: [.ok(ClinicDocument.codec)],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, profile throws(Problem) in
        .command(changed(.profile(profile)))
    }

    static let setOpeningHours = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/opening-hours", id: "setOpeningHours", summary: "Set the hours of an ordinary week",
        details: "By the clinic's wall clock. A weekday that is not given is closed.", tag: "Clinic",
        for: AdminOnly.self, takes: .body(OpeningHoursBody.codec), answers: [.ok(ClinicDocument.codec)],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, body throws(Problem) in
        .command(changed(.openingHours(body.hours)))
    }

    static let addClosure = Endpoint<ClinicAction>(
        .post, "/api/v1/clinic/closures", id: "addClosure", summary: "Close the clinic for some days",
        details: "Nothing is booked on them from now on. Appointments that are there already stay.", tag: "Clinic",
        for: AdminOnly.self, takes: .body(ClosureBody.codec), answers: [.created(ClinicDocument.codec)],
        problems: [.clinicNotFounded, .limitReached], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddClosure(Closure(id: newID(), days: body.days, reason: body.reason)),
                answer: DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key, location: "/api/v1/clinic/settings"))
        }
    }

    static let removeClosure = Endpoint<ClinicAction>(
        .delete, "/api/v1/clinic/closures/{closure_id}", id: "removeClosure", summary: "Open on those days after all",
        tag: "Clinic", for: AdminOnly.self, takes: .path("closure_id", .id()), answers: [.ok(ClinicDocument.codec)],
        problems: [.notFound], idempotency: .accepted
    ) { _, closure throws(Problem) in
        .command(ClinicCommand(RemoveClosure(closure), answer: settings))
    }

    static let setSchedulingRules = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/scheduling", id: "setSchedulingRules", summary: "Set how appointments are made",
        tag: "Clinic", for: AdminOnly.self, takes: .body(SchedulingRules.codec.named("SchedulingRules")),
        answers: [.ok(ClinicDocument.codec)], problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, rules throws(Problem) in
        .command(changed(.schedulingRules(rules)))
    }

    static let getMobileAccess = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic/mobile-access", id: "getMobileAccess",
        summary: "What each role may do in the mobile app", tag: "Clinic", for: AdminOnly.self,
        answers: [.ok(MobileAccessDocument.codec)], problems: [.notFound], caching: .privateETag(maxAge: 0)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, column: Identifier("mobile_access"),
                shows: .nobodys)
        }
    }

    static let setMobileAccess = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/mobile-access", id: "setMobileAccess",
        summary: "Set what each role may do in the mobile app",
        details: """
            The areas that are listed for a role are open to it. App sessions of the role get 403 `area-closed` from the
            endpoints of all other areas, at once; sessions in a browser (`platform` `web` at login) and on paired tablets are
            not concerned.
            """,
        tag: "Clinic", for: AdminOnly.self, takes: .body(MobileAccess.codec.named("MobileAccess")),
        answers: [.ok(MobileAccessDocument.codec)], problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, access throws(Problem) in
        .command(
            ClinicCommand(
                ChangeClinic(.mobileAccess(access)),
                answer: DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key, column: Identifier("mobile_access"))))
    }

    private static let settings = DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key)

    private static func changed(_ change: ChangeClinic.Change) -> ClinicCommand {
        ClinicCommand(ChangeClinic(change), answer: settings)
    }
}

struct OpeningHoursBody: Sendable {
    let hours: WeeklyHours

    static let codec = object(OpeningHoursBody.init, field("opening_hours", \.hours, WeeklyHours.codec))
        .named("SetOpeningHours")
}

struct ClosureBody: Sendable {
    let days: DateRange
    let reason: String

    static let codec = object(
        ClosureBody.checked, field("first_day", \.days.first, .date), field("last_day", \.days.last, .date),
        field("reason", \.reason, .name())
    ).named("AddClosure")

    private static func checked(
        _ first: CivilDate, _ last: CivilDate, _ reason: String
    ) throws(CheckFailure) -> ClosureBody {
        ClosureBody(days: try DateRange.checked(first, last), reason: reason)
    }
}
