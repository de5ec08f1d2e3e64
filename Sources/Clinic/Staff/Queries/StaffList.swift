import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension StaffAPI {
    static let listStaff = Endpoint<ClinicAction>(
        .get, "/api/v1/staff", id: "listStaff", summary: "List the clinic's staff by name",
        details: "Only admins see why somebody is away.", tag: "Staff", for: Staff.self,
        takes: .optionalQuery(
            "role", Codec<StaffRole>.stringEnum.described("Only those who have this role; absent: all.")),
        .optionalQuery(
            "active",
            .bool.described("`true`: only those who work here; `false`: only those who have left; absent: both.")),
        .pageByName,
        answers: [.page(of: StaffAnswer.codec, "A page of members of staff")], caching: .privateETag(maxAge: 0)
    ) { caller, role, active, page throws(Problem) in
        let ofRole: Statement = role.map { "\($0.rawValue) = ANY (roles) AND" as Statement } ?? ""
        let filter: Statement = "\(ofRole) \(.whereActive(active))"
        return .query { _, _ in
            .byName(
                StaffMembers.self, in: caller.clinic, column: StaffMembers.column(for: caller.role), where: filter,
                page,
                form: StaffMembers.answer)
        }
    }

    static let getStaffMember = Endpoint<ClinicAction>(
        .get, "/api/v1/staff/{staff_id}", id: "getStaffMember", summary: "Show a member of staff",
        details: "Only admins see why somebody is away.",
        tag: "Staff",
        for: Staff.self, takes: .path("staff_id", Codec<ID<StaffMember>>.staffID),
        answers: [.ok(StaffAnswer.codec, "The member of staff")], problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller, member throws(Problem) in
        .query { _, _ in
            .one(
                StaffMembers.self, DocumentKey(member), in: caller.clinic,
                column: StaffMembers.column(for: caller.role), shows: .nobodys, form: StaffMembers.answer)
        }
    }
}
