import EventSourcing
import JSON

extension AppointmentDocument {
    /// The appointment as staff see it who may not open its patient's restricted record: with time, place and service,
    /// and without the texts, which are clinical.
    var closed: AppointmentDocument {
        var shown = self
        shown.reason = nil
        shown.note = nil
        shown.notes = []
        shown.override?.reason = nil
        shown.cancellation = cancellation.map { Cancellation(by: $0.by, reason: nil) }
        return shown
    }

    /// The stored JSON of an appointment without the texts. A document that cannot be read is not shown at all.
    static func closed(_ document: [UInt8]) -> [UInt8] {
        guard let appointment = try? codec.decode(parsing: document, unknownMembers: .ignored) else {
            return Array("null".utf8)
        }
        return codec.bytes(appointment.closed)
    }
}

extension DocumentQuery.Outdated {
    /// Leaves the texts out of the appointments of restricted records. Lists of several patients leave them out for all
    /// staff, since the callers of a view share its answer; `GET /appointments/{id}` shows them to whom the record is
    /// open.
    static func closedAppointment(markedIn column: Int) -> DocumentQuery.Outdated {
        DocumentQuery.Outdated(mark: column) { AppointmentDocument.closed($0) }
    }
}
