public import EventSourcing
public import Identifiers

/// The state of a patient's dental chart for decisions.
public struct DentalChart: EventSourced {
    struct Known: Hashable {
        let tooth: ToothNumber
        let kind: ToothFindingKind
        var state: ToothFindingState
        var isResolved = false
        var isInError = false
    }

    /// All findings on a patient's teeth. Findings that were resolved or entered in error are included.
    private(set) var findings: [ID<ToothFinding>: Known] = [:]

    public static let initial = DentalChart()
    public static let readsPersonal = false

    /// The maximum number of findings on the teeth of one patient. Findings that were resolved or entered in error
    /// count.
    public static let limit = 500

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .finding(let event) = recorded.event else { return }
        switch event {
        case .recorded(let found):
            findings[found.id] = Known(tooth: found.finding.tooth, kind: found.finding.kind, state: found.state)
        case .done(let done): findings[done.finding]?.state = .done
        case .resolved(let resolved): findings[resolved.finding]?.isResolved = true
        case .enteredInError(let error): findings[error.finding]?.isInError = true
        }
    }

    /// Whether the chart says that a tooth is missing.
    func isMissing(_ tooth: ToothNumber) -> Bool {
        findings.values.contains {
            $0.tooth == tooth && $0.kind == .absent && $0.state != .planned && !$0.isResolved && !$0.isInError
        }
    }
}

extension Subject<DentalChart> {
    public static func dentalChart(of patient: ID<Patient>) -> Subject<DentalChart> { Subject(.dentalChart(patient)) }
}
