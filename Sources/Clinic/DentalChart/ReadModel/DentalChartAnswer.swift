import EventSourcing
import Identifiers
import JSON

/// An item of a treatment plan that is not done yet, in the chart of its tooth.
struct PlannedTooth: Sendable {
    let plan: ID<TreatmentPlan>
    let item: TreatmentPlanDocument.Item

    static let codec = object(
        PlannedTooth.init(plan:item:), field("treatment_plan_id", \.plan, .treatmentPlanID),
        field("item", \.item, TreatmentPlanDocument.Item.codec.described("The item, with its tooth."))
    ).described("An item of a treatment plan that is proposed, accepted or scheduled, with its tooth.")
        .named("PlannedTooth")
}

/// The answer with a patient's dental chart: findings and planned items, each with its tooth.
struct DentalChartAnswer: Sendable {
    let id: ID<Patient>
    let version: Int64
    let findings: [DentalChartDocument.Finding]
    let planned: [PlannedTooth]?

    static let codec = object(
        DentalChartAnswer.init(id:version:findings:planned:),
        field("id", \.id, .patientID),
        field("version", \.version, .version),
        field(
            "findings", \.findings,
            .array(DentalChartDocument.Finding.codec).described(
                "The findings. Resolved findings are included, findings entered in error are left out.")),
        optionalField(
            "planned_items", \.planned,
            .array(PlannedTooth.codec).described(
                """
                The items of treatment plans that have a tooth and are not done yet. Absent in the chart of an earlier \
                time, and in the answer to a change of the chart.
                """))
    ).described("A patient's dental chart.").named("DentalChart")

    init(_ document: DentalChartDocument) {
        self.init(id: document.id, version: document.version, findings: document.findings, planned: nil)
    }

    private init(
        id: ID<Patient>, version: Int64, findings: [DentalChartDocument.Finding], planned: [PlannedTooth]?
    ) {
        self.id = id
        self.version = version
        self.findings = findings.filter { !$0.isInError }
        self.planned = planned
    }

    /// The dental chart of a patient with the findings of records that were merged into the patient's. The version is
    /// the one of the patient's own chart, which the commands change and compare with `If-Match`.
    fileprivate init(_ present: PresentChart) {
        self.init(
            id: present.chart.id, version: present.chart.version,
            findings: ([present.chart] + present.merged).flatMap(\.findings),
            planned: present.planned)
    }
}

/// The JSON that the query for the present dental chart returns: the chart, the charts of merged records, and the
/// planned items of treatment plans.
struct PresentChart: Sendable {
    let chart: DentalChartDocument
    let merged: [DentalChartDocument]
    let planned: [PlannedTooth]

    private static let codec = object(
        PresentChart.init(chart:merged:planned:), field("chart", \.chart, DentalChartDocument.codec),
        field("merged", \.merged, .array(DentalChartDocument.codec, 0...Int.max)),
        field("planned", \.planned, .array(PlannedTooth.codec, 0...Int.max)))

    static let answer = AnswerForm(of: codec, as: DentalChartAnswer.codec) { DentalChartAnswer($0) }
}
