import Endpoints
import EventSourcing
import JSON
import SQL

extension StaffAPI {
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
}
