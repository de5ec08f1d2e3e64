public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a patient's visits for a service: the latest completed ones and those to come, on which the recall
/// depends.
public struct RecallVisitsDocument: Sendable {
    public let patient: ID<Patient>
    public let service: ID<Service>
    /// The patient's latest completed visits for the service, at most `mostCompleted`, the oldest first.
    public internal(set) var completed: [Visited]
    /// The patient's appointments for the service that take time and are not completed, sorted by day.
    public internal(set) var ahead: [Visited]

    /// An appointment of the patient for the service, and the day of the appointment.
    public struct Visited: Hashable, Sendable {
        public let appointment: ID<Appointment>
        public let date: CivilDate
    }

    /// The maximum number of completed visits that the document keeps. If the completion of the latest one is undone,
    /// the one before it counts for the recall.
    static let mostCompleted = 3

    fileprivate var isEmpty: Bool { completed.isEmpty && ahead.isEmpty }

    public static let codec = object(
        RecallVisitsDocument.init(patient:service:completed:ahead:), field("patient_id", \.patient, .id()),
        field("service_id", \.service, .id()), field("completed", \.completed, .array(Visited.codec)),
        field("ahead", \.ahead, .array(Visited.codec)))

    /// Removes an appointment from both lists.
    fileprivate mutating func remove(_ appointment: ID<Appointment>) {
        completed.removeAll { $0.appointment == appointment }
        ahead.removeAll { $0.appointment == appointment }
    }

    /// Puts an appointment into the list that fits its new status, completed or to come, and removes it from the other
    /// list.
    fileprivate mutating func put(_ visited: Visited, _ status: AppointmentStatus) {
        remove(visited.appointment)
        if status == .completed {
            completed.append(visited)
            completed.sort { $0.date < $1.date }
            completed.removeFirst(max(0, completed.count - RecallVisitsDocument.mostCompleted))
        } else if status.holdsTime {
            ahead.append(visited)
            ahead.sort { $0.date < $1.date }
        }
    }
}

extension RecallVisitsDocument.Visited {
    static let codec = object(
        RecallVisitsDocument.Visited.init(appointment:date:), field("appointment_id", \.appointment, .id()),
        field("date", \.date, .date))
}

/// The read model from which due recalls are found: one row for each patient and service with a completed visit or an
/// appointment ahead. Of a visit with several services, only the first counts, since the events of a visit's steps name
/// no other. The read model is written asynchronously.
public enum RecallVisits: ClinicReadModel {
    public static let table = DocumentTable("recall_visits", key: "recall", .text)
    public static let audience = DocumentAudience.allStaff
    public static let codec = RecallVisitsDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<RecallVisitsDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<RecallVisitsDocument>("service_id", .uuid) { $0.service.bind },
        DocumentColumn<RecallVisitsDocument>("last_visit", .date) { $0.completed.last?.date.bind ?? .null(.date) },
        DocumentColumn<RecallVisitsDocument>("next_visit", .date) { $0.ahead.last?.date.bind ?? .null(.date) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .appointment(let event) = event else { return [] }
        let effect = event.effect
        let (visit, status) = (effect.visit, effect.statusForRecalls)
        var keys = status == nil ? [] : [RecallKey.of(visit.patient, visit.service)]
        if case .changes(let former) = effect.purpose { keys.append(RecallKey.of(visit.patient, former.service)) }
        return keys
    }

    public static func tags(of key: DocumentKey) -> [Tag] { RecallKey.patient(key).map { [.patientYears($0)] } ?? [] }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .appointment(let event) = event { [.appointment(event.visit.appointment)] } else { [] }
    }

    public static func fold(
        _ document: RecallVisitsDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> RecallVisitsDocument? {
        guard case .appointment(let event) = recorded.event else { return document }
        let effect = event.effect
        let visit = effect.visit
        if case .changes(let former) = effect.purpose, key == RecallKey.of(visit.patient, former.service) {
            var visits = document
            visits?.remove(visit.appointment)
            return visits.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let status = effect.statusForRecalls, key == RecallKey.of(visit.patient, visit.service) else {
            return document
        }
        var visits =
            document
            ?? RecallVisitsDocument(patient: visit.patient, service: visit.service, completed: [], ahead: [])
        visits.put(.init(appointment: visit.appointment, date: visit.place.date), status)
        return visits.isEmpty ? nil : visits
    }
}

extension AppointmentEffect {
    /// The status by which recalls count the appointment after the event; `nil` if the event changes nothing for them. An
    /// event that changes the service leaves the status as it is: the visit takes its time, and is not completed.
    fileprivate var statusForRecalls: AppointmentStatus? {
        if let next = status.next { return next }
        if case .changes = purpose { return .booked }
        return nil
    }
}
