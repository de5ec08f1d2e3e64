public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The clinic's staff, their hours and absences.
public enum StaffAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listDoctors, listStaff, getStaffMember, hireStaff, changeStaffDetails, deactivateStaff, addTimeOff,
        removeTimeOff, eraseStaff,
    ]

    static let listDoctors = Endpoint<ClinicAction>(
        .get, "/api/v1/doctors", id: "listDoctors", summary: "The doctors who take appointments, by name",
        tag: "Staff", for: Anyone.self, takes: .pageByName, answers: [.page(of: DoctorDocument.codec)],
        caching: .privateETag(maxAge: 60)
    ) { caller, page throws(Problem) in
        .query { _, _ in
            .byName(
                StaffMembers.self, in: caller.clinic, column: Identifier("public_document"),
                where: "active AND \(StaffRole.doctor.rawValue) = ANY (roles)", page)
        }
    }

    static let listStaff = Endpoint<ClinicAction>(
        .get, "/api/v1/staff", id: "listStaff", summary: "Everybody at the clinic, by name",
        details: "Why somebody is away is for admins to see.", tag: "Staff", for: Staff.self,
        takes: .optionalQuery("role", Codec<StaffRole>.stringEnum), .optionalQuery("active", .bool), .pageByName,
        answers: [.page(of: StaffDocument.codec)], caching: .privateETag(maxAge: 0)
    ) { caller, role, active, page throws(Problem) in
        let ofRole: Statement = role.map { "\($0.rawValue) = ANY (roles) AND" as Statement } ?? ""
        let filter: Statement = "\(ofRole) \(.whereActive(active))"
        return .query { _, _ in
            .byName(
                StaffMembers.self, in: caller.clinic, column: column(for: caller.role), where: filter, page)
        }
    }

    static let getStaffMember = Endpoint<ClinicAction>(
        .get, "/api/v1/staff/{staff_id}", id: "getStaffMember", summary: "One member of staff", tag: "Staff",
        for: Staff.self, takes: .path("staff_id", Codec<ID<StaffMember>>.id()),
        answers: [.ok(StaffDocument.codec)], problems: [.notFound], caching: .privateETag(maxAge: 0)
    ) { caller, member throws(Problem) in
        .query { _, _ in
            .one(
                StaffMembers.self, DocumentKey(member), in: caller.clinic, column: column(for: caller.role),
                shows: .nobodys)
        }
    }

    static let hireStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff", id: "hireStaff", summary: "Somebody joins the clinic",
        details: "An account to sign in with is made apart, and linked by the id.", tag: "Staff", for: AdminOnly.self,
        takes: .body(StaffDetails.codec.named("StaffDetails")), answers: [.created(StaffDocument.codec)],
        problems: [.clinicNotFounded, .staffEmailTaken], idempotency: .accepted
    ) { _, details throws(Problem) in
        .creation { newID in
            let member: ID<StaffMember> = newID()
            return ClinicCommand(
                HireStaff(member, details),
                answer: DocumentAnswer(
                    StaffMembers.self, DocumentKey(member), location: "/api/v1/staff/\(member)"))
        }
    }

    static let changeStaffDetails = Endpoint<ClinicAction>(
        .put, "/api/v1/staff/{staff_id}", id: "changeStaffDetails",
        summary: "Change name, roles, specialty, e-mail, hours", tag: "Staff", for: AdminOnly.self,
        takes: .path("staff_id", .id()), .body(StaffDetails.codec.named("StaffDetails")),
        answers: [.ok(StaffDocument.codec)],
        problems: [.notFound, .staffDeactivated, .staffEmailTaken, .clinicNotFounded, .ownAccess],
        idempotency: .accepted
    ) { caller, member, details throws(Problem) in
        .command(
            ClinicCommand(ChangeStaffDetails(member, details, by: ID(caller.subject)), answer: answer(member)))
    }

    static let deactivateStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/deactivate", id: "deactivateStaff", summary: "Somebody leaves the clinic",
        details: "They take no more appointments, and cannot sign in; the appointments that they have stay.",
        tag: "Staff",
        for: AdminOnly.self, takes: .path("staff_id", .id()), answers: [.ok(StaffDocument.codec)],
        problems: [.notFound, .ownAccess], idempotency: .accepted
    ) { caller, member throws(Problem) in
        .command(ClinicCommand(DeactivateStaff(member, by: ID(caller.subject)), answer: answer(member)))
    }

    static let addTimeOff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/time-off", id: "addTimeOff", summary: "Somebody is away for a while",
        details:
            "From a date or a time to a date or a time, by the clinic's wall clock. A date as `end` is part of it.",
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .id()), .body(TimeOffBody.codec),
        answers: [.created(StaffDocument.codec)],
        problems: [.notFound, .staffDeactivated, .noSuchLocalTime, .limitReached], idempotency: .accepted
    ) { _, member, body throws(Problem) in
        .creation { newID throws(Problem) in
            guard let timeOff = TimeOff(id: newID(), start: body.start, end: body.end, reason: body.reason) else {
                throw .malformed(body: "/end", code: "bad_range", detail: "must come after the start")
            }
            return ClinicCommand(
                AddTimeOff(member, timeOff),
                answer: DocumentAnswer(StaffMembers.self, DocumentKey(member), location: "/api/v1/staff/\(member)"))
        }
    }

    static let removeTimeOff = Endpoint<ClinicAction>(
        .delete, "/api/v1/staff/{staff_id}/time-off/{time_off_id}", id: "removeTimeOff",
        summary: "Somebody is there after all", tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .id()),
        .path("time_off_id", .id()), answers: [.ok(StaffDocument.codec)], problems: [.notFound],
        idempotency: .accepted
    ) { _, member, timeOff throws(Problem) in
        .command(ClinicCommand(RemoveTimeOff(member, timeOff), answer: answer(member)))
    }

    static let eraseStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/erasure", id: "eraseStaff",
        summary: "Forget how somebody who has left was reached, for good",
        details: """
            E-mail, the reasons of time off and the login are destroyed, in the log too. That they worked here, and whom they \
            treated, stays.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .id()), .body(ErasureBody.codec),
        answers: [.ok(StaffDocument.codec)], problems: [.notFound, .staffStillActive], idempotency: .accepted
    ) { _, member, body throws(Problem) in
        .command(ClinicCommand(EraseStaff(member, reason: body.reason), answer: answer(member)))
    }

    private static func column(for role: Role) -> Identifier {
        role == .admin ? Identifier("document") : Identifier("colleague_document")
    }

    private static func answer(_ member: ID<StaffMember>) -> DocumentAnswer {
        DocumentAnswer(StaffMembers.self, DocumentKey(member))
    }
}
