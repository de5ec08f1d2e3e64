import Clinic
import EventSourcing
import JSON
import Printing

/// Makes the printed pages of a treatment plan: its items by phase and alternative, with their fees and sums.
struct PrintedTreatmentPlan {
    let clinic: ClinicProfile
    let patient: PatientDocument
    let plan: TreatmentPlanDocument
    let now: Instant

    private static let columns = [
        PrintedDocument.Column("Service", share: 0.46), PrintedDocument.Column("Tooth", share: 0.16),
        PrintedDocument.Column("Status", share: 0.18), PrintedDocument.Column("Fee", share: 0.2, isNumber: true),
    ]

    var document: PrintedDocument {
        var facts = [
            (name: "Date", value: plan.proposedOn.iso8601), (name: "Version", value: "\(plan.revision)"),
            (name: "Status", value: plan.status.rawValue),
        ]
        if let title = plan.title?.value { facts.insert((name: "Title", value: title), at: 0) }
        if let answeredOn = plan.answeredOn { facts.append((name: "Answered on", value: answeredOn.iso8601)) }
        var blocks: [PrintedDocument.Block] = [.facts(facts)]
        for number in Set(plan.items.map(\.terms.phase)).sorted() { blocks += phase(number) }
        blocks += [
            .sum("Agreed, without tax", plan.fees.agreed.printed, isTotal: plan.status != .proposed), .gap(48),
            .note("Date and signature: ______________________________"),
        ]
        return .letter("Treatment plan", from: clinic, to: patient, at: now, blocks)
    }

    /// The printed blocks of one phase of a treatment plan: the phase's name, a table of the items that belong to no
    /// alternative, and a table for the items of each alternative. Each table is followed by the sum of its items.
    private func phase(_ number: Int) -> [PrintedDocument.Block] {
        let items = plan.items.filter { $0.terms.phase == number }
        let name = number <= plan.phases.count ? plan.phases[number - 1].value ?? "(erased)" : ""
        var blocks: [PrintedDocument.Block] = [.gap(12), .paragraph("Phase \(number): \(name)")]
        let common = items.filter { $0.terms.alternative == nil }
        if !common.isEmpty { blocks += [table(common), sum(common)] }
        for alternative in Set(items.compactMap(\.terms.alternative)).sorted() {
            let items = items.filter { $0.terms.alternative == alternative }
            let isChosen = plan.choices.contains(PlanChoice(phase: number, alternative: alternative))
            blocks.append(.paragraph("Alternative \(alternative)\(isChosen ? " (chosen)" : "")"))
            blocks += [table(items), sum(items)]
        }
        return blocks
    }

    private func table(_ items: [TreatmentPlanDocument.Item]) -> PrintedDocument.Block {
        .table(
            PrintedDocument.Table(
                columns: Self.columns,
                rows: items.map { item in
                    let surfaces = (item.terms.surfaces ?? []).map(\.rawValue).joined()
                    let tooth = item.terms.tooth.map { "\($0.number) \(surfaces)" } ?? ""
                    let note = item.terms.note?.value.map { "\n\($0)" } ?? ""
                    return [item.terms.serviceName + note, tooth, item.status.rawValue, item.terms.fee.printed]
                }))
    }

    private func sum(_ items: [TreatmentPlanDocument.Item]) -> PrintedDocument.Block {
        let sum = items.reduce(0) { $0 + $1.terms.fee.amount }
        return .sum("Sum, without tax", Money(sum, plan.fees.agreed.currency).printed, isTotal: false)
    }
}

extension Money {
    /// An amount of money with its currency, as it is printed in a treatment plan: `1234.50 EUR`.
    fileprivate var printed: String { "\(decimalText) \(currency.code)" }
}
