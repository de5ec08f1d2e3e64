public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for the clinic's profile, hours, closures and rules.
public enum ProfileAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getClinic, getSettings, changeProfile, setOpeningHours, addClosure, removeClosure, setSchedulingRules,
        getMobileAccess, setMobileAccess,
    ]

    static let getClinic = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic", id: "getClinic", summary: "Show the clinic",
        details: """
            The clinic's profile, hours, closures and booking rules, for everybody who works there or is its \
            patient.
            """,
        tag: "Clinic", for: Anyone.self, answers: [.ok(ClinicDocument.publicCodec, "The clinic")],
        problems: [.notFound], caching: .privateETag(maxAge: 300)
    ) { caller throws(Problem) in
        .query { _, _ in
            .one(
                ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, column: Identifier("public_document"),
                shows: .nobodys)
        }
    }

    static let getSettings = Endpoint<ClinicAction>(
        .get, "/api/v1/clinic/settings", id: "getClinicSettings", summary: "Show all settings of the clinic",
        details: """
            Besides what everybody sees: which areas of the mobile app are open, and whether the clinic has \
            ended its work.
            """,
        tag: "Clinic", for: AdminOnly.self, answers: [.ok(ClinicDocument.codec, "The settings")], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller throws(Problem) in
        .query { _, _ in .one(ClinicProfiles.self, ClinicProfiles.key, in: caller.clinic, shows: .nobodys) }
    }

    static let changeProfile = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/profile", id: "changeClinicProfile",
        summary: "Change the clinic's name, address, telephone and e-mail",
        details: """
            The body replaces the whole profile. Time zone and currency are set once, when the clinic is \
            founded.
            """, tag: "Clinic", for: AdminOnly.self,
        takes: .body(ClinicProfile.codec.named("ClinicProfile")),
        answers: [.ok(ClinicDocument.codec, "The settings as they are now")],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, profile throws(Problem) in
        .command(changed(.profile(profile)))
    }

    static let setOpeningHours = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/opening-hours", id: "setOpeningHours", summary: "Set the hours of an ordinary week",
        details: """
            The body replaces all hours. They are by the clinic's wall clock; a weekday that is not listed is \
            closed. Appointments that exist stay.
            """, tag: "Clinic",
        for: AdminOnly.self, takes: .body(OpeningHoursBody.codec),
        answers: [.ok(ClinicDocument.codec, "The settings as they are now")],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, body throws(Problem) in
        .command(changed(.openingHours(body.hours)))
    }

    static let addClosure = Endpoint<ClinicAction>(
        .post, "/api/v1/clinic/closures", id: "addClosure", summary: "Close the clinic for some days",
        details: "Nothing can be booked on these days any more. Appointments that exist stay.", tag: "Clinic",
        for: AdminOnly.self, takes: .body(ClosureBody.codec),
        answers: [.created(ClinicDocument.codec, "The settings with the closure")],
        problems: [.clinicNotFounded, .limitReached], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            ClinicCommand(
                AddClosure(Closure(id: newID(), days: body.days, reason: body.reason)),
                answer: DocumentAnswer(ClinicProfiles.self, ClinicProfiles.key, location: "/api/v1/clinic/settings"))
        }
    }

    static let removeClosure = Endpoint<ClinicAction>(
        .delete, "/api/v1/clinic/closures/{closure_id}", id: "removeClosure", summary: "Remove a closure",
        details: "Appointments can be booked on these days again.",
        tag: "Clinic", for: AdminOnly.self, takes: .path("closure_id", .closureID),
        answers: [.ok(ClinicDocument.codec, "The settings without the closure")],
        problems: [.notFound], idempotency: .accepted
    ) { _, closure throws(Problem) in
        .command(ClinicCommand(RemoveClosure(closure), answer: settings))
    }

    static let setSchedulingRules = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/scheduling", id: "setSchedulingRules", summary: "Set the rules for booking",
        details: "The body replaces all rules. Appointments that exist keep their `cancel_deadline`.",
        tag: "Clinic", for: AdminOnly.self, takes: .body(SchedulingRules.codec.named("SchedulingRules")),
        answers: [.ok(ClinicDocument.codec, "The settings as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, rules throws(Problem) in
        .command(changed(.schedulingRules(rules)))
    }

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

    static let codec = object(
        OpeningHoursBody.init,
        field(
            "opening_hours", \.hours,
            WeeklyHours.codec.described(
                """
                The hours of an ordinary week, by the clinic's wall clock. A weekday that is not listed \
                is closed.
                """
            ))
    )
    .described("The hours to set.").named("SetOpeningHours")
}

struct ClosureBody: Sendable {
    let days: DateRange
    let reason: String

    static let codec = object(
        ClosureBody.checked,
        field(
            "first_day", \.days.first, .date.described("The first closed day (inclusive), by the clinic's calendar.")),
        field("last_day", \.days.last, .date.described("The last closed day (inclusive), by the clinic's calendar.")),
        field(
            "reason", \.reason,
            .name().described("Why the clinic is closed; everybody at the clinic and its patients may read it."))
    ).described("The closure to add.").named("AddClosure")

    private static func checked(
        _ first: CivilDate, _ last: CivilDate, _ reason: String
    ) throws(CheckFailure) -> ClosureBody {
        ClosureBody(days: try DateRange.checked(first, last), reason: reason)
    }
}
