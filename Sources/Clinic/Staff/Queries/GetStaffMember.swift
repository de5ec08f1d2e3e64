import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension StaffAPI {
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
                StaffMembers.self, DocumentKey(member), in: caller.clinic,
                column: StaffMembers.column(for: caller.role),
                shows: .nobodys)
        }
    }
}
