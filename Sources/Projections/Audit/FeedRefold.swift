import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Folds one document by reading its clinic's whole feed, a page at a time. It is used if the document's tags do not
/// find its events, or find too many events.
final class FeedRefold<Event: DomainEvent> {
    let document: AuditedDocument
    private let model: AuditedProjection<Event>
    private let fold: DocumentFold<Event>
    private var position: Int64 = 0

    init(_ document: AuditedDocument, _ model: AuditedProjection<Event>) {
        self.document = document
        self.model = model
        fold = model.projection.begin()
    }

    enum Step {
        case hasMore
        /// The projection's position is now lower than the position up to which the audit has folded, for example after
        /// a crash. So the documents cannot be compared.
        case lost
        case compared(DocumentComparison.Finding?)
    }

    func step(_ snapshot: ProjectionAuditSnapshot<Event>, page: Int64) async throws -> Step {
        let clinic = document.clinic
        let end = try await snapshot.end(of: model, in: clinic)
        guard position <= end else { return .lost }
        let last = min(end, position + page)
        if position < last {
            let read = try await snapshot.attempt(
                .events(of: clinic, in: position + 1...last), of: clinic, opening: model.opening)
            if let (_, reason) = read.unreadable.first { throw reason }
            guard Int64(read.events.count + read.passedOver.count) == last - position else {
                throw Unreadable("clinic \(clinic) has no event for each of its positions up to \(last)")
            }
            for event in read.events { fold.absorb(event, into: document.key) }
            position = last
        }
        return position == end ? .compared(try await snapshot.finding(document, model, fold)) : .hasMore
    }
}
