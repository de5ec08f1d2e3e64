import Clinic
import EventSourcing
import Testing

extension AnyProjection<ClinicEvent> {
    /// The keys of documents that differ if they are stored and restored for each event, as the append does, or if all
    /// events are folded in one pass, as a rebuild does.
    func differences(over feed: [Recorded<ClinicEvent>]) throws -> [DocumentKey] {
        let whole = begin()
        var rows: [DocumentKey: DocumentRow] = [:]
        for recorded in feed {
            let keys = keys(of: recorded)
            guard !keys.isEmpty else { continue }
            whole.absorb([recorded])
            let step = begin()
            for key in keys { if let row = rows[key] { try step.restore(key, from: row.document) } }
            step.absorb([recorded])
            for key in step.changedKeys { rows[key] = step.row(key) }
        }
        let keys = whole.changedKeys.filter { whole.row($0) != nil }
        return keys.filter { whole.row($0) != rows[$0] } + rows.keys.filter { !keys.contains($0) }
    }
}
