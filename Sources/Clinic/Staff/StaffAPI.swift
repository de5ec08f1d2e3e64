public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for the clinic's staff, their hours and absences.
public enum StaffAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listDoctors, listStaff, getStaffMember, hireStaff, changeStaffDetails, deactivateStaff, addTimeOff,
        removeTimeOff, eraseStaff,
    ]

    static let listDoctors = Endpoint<ClinicAction>(
        .get, "/api/v1/doctors", id: "listDoctors", summary: "List the doctors who take appointments, by name",
        details: "Shows what patients may see of a doctor.",
        tag: "Staff", for: Anyone.self, takes: .pageByName,
        answers: [.page(of: DoctorDocument.codec, "A page of doctors")],
        caching: .privateETag(maxAge: 60)
    ) { caller, page throws(Problem) in
        .query { _, _ in
            .byName(
                StaffMembers.self, in: caller.clinic, column: Identifier("public_document"),
                where: "active AND \(StaffRole.doctor.rawValue) = ANY (roles)", page)
        }
    }

    static let listStaff = Endpoint<ClinicAction>(
        .get, "/api/v1/staff", id: "listStaff", summary: "List the clinic's staff by name",
        details: "Only admins see why somebody is away.", tag: "Staff", for: Staff.self,
        takes: .optionalQuery(
            "role", Codec<StaffRole>.stringEnum.described("Only those who have this role; absent: all.")),
        .optionalQuery(
            "active",
            .bool.described("`true`: only those who work here; `false`: only those who have left; absent: both.")),
        .pageByName,
        answers: [.page(of: StaffDocument.codec, "A page of members of staff")], caching: .privateETag(maxAge: 0)
    ) { caller, role, active, page throws(Problem) in
        let ofRole: Statement = role.map { "\($0.rawValue) = ANY (roles) AND" as Statement } ?? ""
        let filter: Statement = "\(ofRole) \(.whereActive(active))"
        return .query { _, _ in
            .byName(
                StaffMembers.self, in: caller.clinic, column: column(for: caller.role), where: filter, page)
        }
    }

    static let getStaffMember = Endpoint<ClinicAction>(
        .get, "/api/v1/staff/{staff_id}", id: "getStaffMember", summary: "Show a member of staff",
        details: "Only admins see why somebody is away.",
        tag: "Staff",
        for: Staff.self, takes: .path("staff_id", Codec<ID<StaffMember>>.staffID),
        answers: [.ok(StaffDocument.codec, "The member of staff")], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller, member throws(Problem) in
        .query { _, _ in
            .one(
                StaffMembers.self, DocumentKey(member), in: caller.clinic, column: column(for: caller.role),
                shows: .nobodys)
        }
    }

    static let hireStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff", id: "hireStaff", summary: "Add a member of staff",
        details: "This gives no login; `POST /api/v1/staff/{staff_id}/account` does.", tag: "Staff",
        for: AdminOnly.self,
        takes: .body(StaffDetails.codec.named("StaffDetails")),
        answers: [.created(StaffDocument.codec, "The new member of staff")],
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
        summary: "Change a member of staff's details",
        details: """
            The body replaces name, roles, specialty, e-mail and hours. Admins cannot take the role `admin` from \
            themselves.
            """,
        tag: "Staff", for: AdminOnly.self,
        takes: .path("staff_id", .staffID), .body(StaffDetails.codec.named("StaffDetails")),
        answers: [.ok(StaffDocument.codec, "The member of staff as they are now")],
        problems: [.notFound, .staffDeactivated, .staffEmailTaken, .clinicNotFounded, .ownAccess],
        idempotency: .accepted
    ) { caller, member, details throws(Problem) in
        .command(
            ClinicCommand(ChangeStaffDetails(member, details, by: ID(caller.subject)), answer: answer(member)))
    }

    static let deactivateStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/deactivate", id: "deactivateStaff", summary: "Deactivate a member of staff",
        details: """
            They take no more appointments and cannot sign in any more. Appointments that exist stay. Admins \
            cannot deactivate themselves.
            """,
        tag: "Staff",
        for: AdminOnly.self, takes: .path("staff_id", .staffID),
        answers: [.ok(StaffDocument.codec, "The member of staff as they are now")],
        problems: [.notFound, .ownAccess], idempotency: .accepted
    ) { caller, member throws(Problem) in
        .command(ClinicCommand(DeactivateStaff(member, by: ID(caller.subject)), answer: answer(member)))
    }

    static let addTimeOff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/time-off", id: "addTimeOff", summary: "Add time off",
        details:
            """
            From a date or time to a date or time, by the clinic's wall clock; a date as `end` is included. \
            Nothing can be booked with them in this time. Appointments that exist stay.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(TimeOffBody.codec),
        answers: [.created(StaffDocument.codec, "The member of staff with the time off")],
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
        summary: "Remove time off", details: "Appointments can be booked in this time again.",
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID),
        .path("time_off_id", .timeOffID),
        answers: [.ok(StaffDocument.codec, "The member of staff without the time off")], problems: [.notFound],
        idempotency: .accepted
    ) { _, member, timeOff throws(Problem) in
        .command(ClinicCommand(RemoveTimeOff(member, timeOff), answer: answer(member)))
    }

    static let eraseStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/erasure", id: "eraseStaff",
        summary: "Erase a former member of staff's personal data",
        details: """
            Destroys the e-mail address, the reasons of time off and the login, in the log too. The name and the \
            appointments stay. This cannot be undone.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(ErasureBody.codec),
        answers: [.ok(StaffDocument.codec, "The member of staff without these data")],
        problems: [.notFound, .staffStillActive], idempotency: .accepted
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
