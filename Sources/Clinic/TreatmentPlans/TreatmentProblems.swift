import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    static let treatmentItemStatus = Problem.Kind(
        "treatment-item-status", 409, "The status of the treatment plan's item does not permit this",
        means: """
            The item `item_id` of the plan `treatment_plan_id` has the status `item_status`. Only an accepted item can \
            be scheduled, and only a done item can be billed.
            """,
        remedy: "Show the treatment plan, and name only items whose status permits it.",
        members: [
            .member("treatment_plan_id", .treatmentPlanID, example: .example),
            .member("item_id", .treatmentItemID, example: .example),
            .member("item_status", .treatmentItemStatus, example: .billed),
        ])
    static let treatmentPlanStatus = Problem.Kind(
        "treatment-plan-status", 409, "The treatment plan's status does not permit this",
        means: "The plan has the status `plan_status`.",
        remedy: "Read the treatment plan again, and offer only what its status permits.",
        members: [.member("plan_status", .treatmentPlanStatus, example: .revised)])
}

extension TreatmentRefusal {
    var problem: Problem {
        switch self {
        case .unknownItem: .notFound
        case .wrongStatus(let item, let status): .treatmentItemStatus(item, status)
        case .namedTwice:
            .malformed(body: "/lines", code: "repeated", detail: "each item of a treatment plan at most once")
        }
    }
}

extension Problem {
    static func treatmentItemStatus(_ item: PlannedItem, _ status: TreatmentItemStatus) -> Problem {
        Problem(.treatmentItemStatus).with("treatment_plan_id", item.plan, .treatmentPlanID)
            .with("item_id", item.item, .treatmentItemID).with("item_status", status, .treatmentItemStatus)
    }

    static func treatmentPlanStatus(_ status: TreatmentPlanStatus) -> Problem {
        Problem(.treatmentPlanStatus).with("plan_status", status, .treatmentPlanStatus)
    }
}

extension Codec where Value == TreatmentItemStatus {
    static var treatmentItemStatus: Codec {
        .stringEnum.described(
            """
            The status of the item: `proposed`, `accepted`, `scheduled` (it has an appointment), `done`, `billed` (an \
            invoice charges it), `declined` (the patient declined the plan or chose another alternative), or \
            `cancelled` (the plan was cancelled or revised).
            """)
    }
}

extension Codec where Value == TreatmentPlanStatus {
    static var treatmentPlanStatus: Codec {
        .stringEnum.described(
            """
            The status of the plan: `proposed`, `accepted`, `declined`, `cancelled`, or `revised` if a new version \
            replaces the plan.
            """
        )
    }
}
