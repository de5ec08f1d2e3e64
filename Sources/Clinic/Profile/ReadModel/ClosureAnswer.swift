import EventSourcing
import Identifiers
import JSON

/// The JSON of a closure in an answer. The version of the closure is the version of the clinic's settings, which
/// contain the closure.
struct ClosureAnswer: Sendable {
    let id: ID<Closure>
    let version: Int64
    let first: CivilDate
    let last: CivilDate
    let reason: String

    static let codec = object(
        ClosureAnswer.init(id:version:first:last:reason:),
        field("id", \.id, .closureID),
        field("version", \.version, .versionOfPart),
        field("first_day", \.first, .date.described("The first closed day (inclusive), by the clinic's calendar.")),
        field("last_day", \.last, .date.described("The last closed day (inclusive), by the clinic's calendar.")),
        field(
            "reason", \.reason,
            .name().described("Why the clinic is closed; everybody at the clinic and its patients may read it."))
    ).described("Days on which the clinic is closed.").named("Closure")
}

extension ClosureAnswer {
    init(_ closure: Closure, version: Int64) {
        self.init(
            id: closure.id, version: version, first: closure.days.first, last: closure.days.last,
            reason: closure.reason)
    }
}
