import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// An entry of the doctors' list of missed check-ins: a missed check-in with its patient's card.
struct ListedMissedCheckIn: Sendable {
    let missed: MissedCheckInDocument
    let patient: PatientCard?

    static let codec = object(
        ListedMissedCheckIn.init(missed:patient:),
        field("missed", \.missed, MissedCheckInDocument.codec.described("The missed check-in.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card."))
    ).described("A missed check-in with its patient's card.").named("ListedMissedCheckIn")
}

extension RecoveryAPI {
    static let listMissedCheckIns = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins/missed", id: "listMissedCheckIns", summary: "List missed check-ins",
        details: """
            Missed check-ins that doctors prescribed, the longest due first, each with its patient. Those of a restricted \
            record are listed only for the doctor who prescribed them.
            """,
        tag: tag, for: Clinical.self,
        takes: .query(
            "seen", Codec<Bool>.bool.described("`false`: those that nobody has seen; `true`: the others."),
            default: false),
        .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id().described("Only those that this doctor prescribed.")),
        .page(key: [.second, .uuid]), answers: [.page(of: ListedMissedCheckIn.codec, "A page of missed check-ins")]
    ) { caller, seen, doctor, page throws(Problem) in
        let ofDoctor: Statement = doctor.map { "AND m.doctor_id = \($0)" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT m.document, p.card, extract(epoch FROM m.due_at)::bigint::text, m.missed_check_in_id::text, m.patient_id
            FROM missed_check_in AS m JOIN patient AS p USING (clinic_id, patient_id)
            WHERE m.clinic_id = \(caller.clinic) AND m.doctor_id IS NOT NULL AND m.seen = \(seen) \(ofDoctor)
                AND (p.restricted_document IS NULL OR m.doctor_id = \(caller.staff)) \(after(page))
            ORDER BY m.due_at, m.missed_check_in_id LIMIT \(page.limit + 1)
            """, members: ["missed", "patient"], shape: .page(limit: page.limit, cursorColumns: 2),
            shows: .inLastColumn)
        return .query { _, _ in query }
    }

    /// The SQL condition for the missed check-ins after the last one of the previous page.
    private static func after(_ page: Page) -> Statement {
        guard let values = page.after?.values, values.count == 2, let second = Int64(values[0]),
            let id = UUIDBytes(values[1])
        else { return "" }
        return "AND (m.due_at, m.missed_check_in_id) > (\(Instant(secondsSince1970: second)), \(id))"
    }
}
