import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The queries that read documents of treatment plans. In their SQL, `t` is the table `treatment_plan`.
enum TreatmentPlanQueries {
    /// The query for a page of treatment plans, the latest first.
    static func list(
        in clinic: UUIDBytes, _ page: Page, _ status: TreatmentPlanStatus?, where filter: Statement
    ) -> DocumentQuery {
        let before: Statement =
            page.after.map { "AND t.treatment_plan_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        let only: Statement = status.map { "AND t.status = \($0.rawValue)" as Statement } ?? ""
        return DocumentQuery(
            """
            SELECT t.document, t.treatment_plan_id::text, t.patient_id FROM treatment_plan AS t
            WHERE t.clinic_id = \(clinic) AND \(filter) \(only) \(before)
            ORDER BY t.treatment_plan_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    static func one(_ plan: ID<TreatmentPlan>, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT t.document, t.patient_id FROM treatment_plan AS t
            WHERE t.clinic_id = \(clinic) AND t.treatment_plan_id = \(plan) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }
}

extension TreatmentPlansAPI {
    static let listTreatmentPlans = Endpoint<ClinicAction>(
        .get, "/api/v1/treatment-plans", id: "listTreatmentPlans", summary: "List treatment plans, the latest first",
        details: """
            Every version of a plan is listed. Plans of restricted records are listed only with `patient_id`, to a \
            caller who may open the record.
            """,
        tag: tag, for: Staff.self, takes: .page(key: [.uuid]),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only plans of this patient.")),
        .optionalQuery("status", .planStatusFilter),
        answers: [.page(of: TreatmentPlans.codec, "A page of treatment plans")], problems: [.restrictedRecord]
    ) { caller, page, patient, status throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "t.patient_id", in: caller.clinic, &model, at: now)
            let ofPatient = PersonRecords.filter("t.patient_id", of: patient, in: caller.clinic)
            return TreatmentPlanQueries.list(in: caller.clinic, page, status, where: "\(open) \(ofPatient)")
        }
    }

    static let getTreatmentPlan = Endpoint<ClinicAction>(
        .get, "/api/v1/treatment-plans/{treatment_plan_id}", id: "getTreatmentPlan", summary: "Show a treatment plan",
        details: "Each item has its status, and the ids of its appointment and its invoice.",
        tag: tag, for: Staff.self, takes: .path("treatment_plan_id", .treatmentPlanID),
        answers: [.ok(TreatmentPlans.codec, "The treatment plan")], problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.treatmentPlan(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "t.patient_id", in: caller.clinic, &model, at: now)
            return TreatmentPlanQueries.one(id, in: caller.clinic, where: open)
        }
    }

    static let listOwnTreatmentPlans = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/treatment-plans", id: "listOwnTreatmentPlans",
        summary: "List one's own treatment plans, the latest first",
        details: "Lists the caller's own plans, or those of a dependant. Every version of a plan is listed.",
        tag: tag, for: PatientOnly.self, takes: .page(key: [.uuid]), .dependant,
        .optionalQuery("status", .planStatusFilter),
        answers: [.page(of: TreatmentPlans.codec, "A page of treatment plans")]
    ) { caller, page, dependant, status throws(Problem) in
        let viewer = Viewer(caller)
        let patient = dependant ?? ID(caller.patient)
        let query = TreatmentPlanQueries.list(
            in: caller.clinic, page, status,
            where: "\(PersonRecords.has("t.patient_id", of: patient, in: caller.clinic)) AND \(viewer.maySee(patient))")
        return .query { _, _ in query }
    }

    static let getOwnTreatmentPlan = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/treatment-plans/{treatment_plan_id}", id: "getOwnTreatmentPlan",
        summary: "Show one's own treatment plan", details: "A dependant's plan is shown too.",
        tag: tag, for: PatientOnly.self, takes: .path("treatment_plan_id", .treatmentPlanID),
        answers: [.ok(TreatmentPlans.codec, "The treatment plan")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        let query = TreatmentPlanQueries.one(id, in: caller.clinic, where: Viewer(caller).maySee("t.patient_id"))
        return .query { _, _ in query }
    }
}

extension Codec where Value == TreatmentPlanStatus {
    fileprivate static var planStatusFilter: Codec { .stringEnum.described("Only plans with this status.") }
}
