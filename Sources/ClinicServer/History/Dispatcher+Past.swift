import Clinic
import Endpoints
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import PostgresClient
import SQL

/// Answers with a document, or with the appointments of a day, as they were at an earlier time. The answer is folded
/// from the events up to that time.
extension Dispatcher {
    func answerPast(_ past: PastQuery, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        do {
            if let now = past.now, let refusal = try await refusePast(now, call, principal) { return refusal }
            let limit = PastLimit(past.time)
            switch past.answer {
            case .one(let document):
                guard let bytes = try await fold(document, upTo: limit, in: principal.clinic) else {
                    return .problem(.notFound)
                }
                return call.ok(bytes)
            case .day(let make):
                let day = try await services.log.read(principal.clinic, fresh: false) { model throws(Problem) in
                    try make(&model, call.now)
                }
                return try await answer(day, upTo: limit, call, principal)
            }
        } catch let failure as LogFailure<Problem> {
            return answerLogFailure(failure, call)
        } catch { return answerError(error, call.operation, call.trace) }
    }

    /// Runs the query for the present document before an answer of an earlier time is given. The query checks that the
    /// caller may see the document, and the access is recorded.
    ///
    /// - Returns: the refusal if the caller may not see the document, or if it does not exist; otherwise `nil`.
    private func refusePast(
        _ now: @escaping PastQuery.Now, _ call: ServerCall, _ principal: Principal
    ) async throws -> HTTPResponse? {
        let query = try await makeDocumentQuery(now, call, principal)
        guard let content = try await renderDocuments(query, in: principal.clinic) else { return .problem(.notFound) }
        guard services.accesses.note(content.shown, to: principal, by: call.operation.id, at: call.now) else {
            return .problem(.unavailable())
        }
        return nil
    }

    /// Folds a document from its events. The document's key determines the first tags, and the events under these may
    /// determine further ones.
    private func fold(
        _ document: PastDocument, upTo limit: PastLimit, in clinic: UUIDBytes
    ) async throws -> [UInt8]? {
        var tags = document.projection.tags(of: document.key, toldBy: nil)
        var events = try await services.log.events(under: tags, in: clinic, upTo: limit)
        let more = Set(events.flatMap { document.projection.tags(of: document.key, toldBy: $0.event) }).subtracting(
            tags)
        if !more.isEmpty {
            tags += more
            events = try await services.log.events(under: tags, in: clinic, upTo: limit)
        }
        let fold = document.projection.begin()
        for event in events { fold.absorb(event, into: document.key) }
        guard let row = fold.row(document.key), let json = document.json(of: row) else { return nil }
        return try document.form?.answer(json) ?? json
    }

    private func answer(
        _ day: PastDay, upTo limit: PastLimit, _ call: ServerCall, _ principal: Principal
    ) async throws -> HTTPResponse {
        let clinic = principal.clinic
        let found = try await services.log.events(under: day.dayTags, in: clinic, upTo: limit)
        let events = try await services.log.events(under: day.appointmentTags(found), in: clinic, upTo: limit)
        let appointments = day.appointments(events)
        let accounts = try await services.log.events(under: day.accountTags(of: appointments), in: clinic, upTo: limit)
        let patients = Set(appointments.map(\.visit.patient)).sorted()
        var shownPatients: [ID<Patient>: PastDay.ShownPatient] = [:]
        let rows = try await services.documents.read(PastDay.shown(patients, in: clinic), of: clinic)
        for row in rows {
            shownPatients[ID(try row.uuid(0))] = PastDay.ShownPatient(
                card: try row.bytes(1), alerts: try row.optionalBytes(2), isClosed: try row.bool(3))
        }
        let shown = services.accesses.shown(patients.map(\.uuid))
        guard services.accesses.note(shown, to: principal, by: call.operation.id, at: call.now) else {
            return .problem(.unavailable())
        }
        return call.ok(day.answer(appointments, accounts: accounts, patients: shownPatients))
    }
}

extension PastLimit {
    init(_ time: PastTime) {
        switch time {
        case .instant(let instant): self.init(instant: instant)
        case .position(let position): self.init(position: position)
        }
    }
}
