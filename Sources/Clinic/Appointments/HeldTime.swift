public import EventSourcing
public import JSON
import SQL

/// The time that appointments hold, for the database to see that nobody is taken twice.
public enum HeldTime: Projection {
    public static let table = DocumentTable("held_time", key: "appointment_id", .uuid)
    public static let codec = Visit.codec

    public static let columns = [
        DocumentColumn<Visit>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<Visit>("doctor_id", .uuid) { $0.place.doctor.bind },
        DocumentColumn<Visit>("chair_id", .uuid) { $0.place.chair.bind },
        DocumentColumn<Visit>("starts_at", .timestamptz) { $0.place.slot.start.bind },
        DocumentColumn<Visit>("ends_at", .timestamptz) { $0.place.slot.end.bind },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .appointment(let event) = event else { return [] }
        switch event {
        case .booked, .rescheduled, .cancelled, .missed, .enteredInError:
            return [DocumentKey(event.visit.appointment)]
        case .undone(let undone):
            return undone.from.holdsTime == undone.to.holdsTime ? [] : [DocumentKey(undone.visit.appointment)]
        case .approved, .confirmed, .arrived, .seated, .started, .finished, .completed, .noted: return []
        }
    }

    public static func fold(_ held: Visit?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey) -> Visit? {
        guard case .appointment(let event) = recorded.event else { return held }
        switch event {
        case .booked, .rescheduled: return event.visit
        case .cancelled, .missed, .enteredInError: return nil
        case .undone(let undone): return undone.to.holdsTime ? event.visit : nil
        case .approved, .confirmed, .arrived, .seated, .started, .finished, .completed, .noted: return held
        }
    }
}
