public import EventSourcing
import Identifiers
public import JSON
import SQL

/// Where the appointments of one day of the clinic's calendar stand. Nobody's data: ids and counts.
public struct ClinicDayDocument: Hashable, Sendable {
    /// By the appointment's id.
    public private(set) var statuses: [String: AppointmentStatus] = [:]

    func count(_ statuses: Set<AppointmentStatus>) -> Int64 {
        Int64(self.statuses.values.count { statuses.contains($0) })
    }

    fileprivate mutating func put(_ appointment: ID<Appointment>, _ status: AppointmentStatus?) {
        // What never was is not counted, and nothing comes after it.
        statuses[appointment.uuid.text] = status == .enteredInError ? nil : status
    }
}

/// The read model `clinic_day`, behind the appends: what the dashboard counts, added up once.
public enum ClinicDays: Projection {
    public static let table = DocumentTable("clinic_day", key: "day", .text)

    public static let codec = object(
        ClinicDayDocument.init(statuses:),
        field("statuses", \.statuses, .dictionary(of: AppointmentStatus.codec, maximum: 100_000))
    ).named("ClinicDay")

    public static let readsPersonal = false

    public static let columns = [
        DocumentColumn<ClinicDayDocument>("appointments", .bigint) {
            .int64(Int64($0.statuses.count) - $0.count([.cancelled]))
        },
        counted("open", [.requested, .booked, .confirmed]),
        counted("waiting", [.arrived, .seated]),
        counted("in_treatment", [.inTreatment]),
        counted("completed", [.readyForCheckout, .completed]),
        counted("cancelled", [.cancelled]),
        counted("no_shows", [.noShow]),
    ]

    private static func counted(
        _ name: StaticString, _ statuses: Set<AppointmentStatus>
    ) -> DocumentColumn<ClinicDayDocument> {
        DocumentColumn(name, .bigint) { .int64($0.count(statuses)) }
    }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .appointment(let event) = event, event.leaves != nil else { return [] }
        let day = event.visit.place.date
        if case .rescheduled(let moved) = event, moved.from.date != day { return [key(moved.from.date), key(day)] }
        return [key(day)]
    }

    private static func key(_ date: CivilDate) -> DocumentKey { .text(date.iso8601) }

    /// Who works here, for whose days there are.
    public static func tags(of key: DocumentKey) -> [Tag] { [.settings] }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .appointment(let event) = event { return [.appointment(event.visit.appointment)] }
        guard case .staff(let event) = event, case .text(let day) = key, let date = CivilDate(iso8601: day) else {
            return []
        }
        return [.doctorDay(event.staff, date)]
    }

    public static func fold(
        _ document: ClinicDayDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ClinicDayDocument? {
        guard case .appointment(let event) = recorded.event else { return document }
        var day = document ?? ClinicDayDocument()
        // On the day that it was moved away from there is nothing of it.
        day.put(event.visit.appointment, key == self.key(event.visit.place.date) ? event.leaves : nil)
        return day.statuses.isEmpty ? nil : day
    }
}

extension AppointmentEvent {
    /// Where the event leaves the appointment; `nil`: where it was.
    var leaves: AppointmentStatus? {
        switch self {
        case .booked(let event): event.status
        case .approved: .booked
        case .confirmed: .confirmed
        case .arrived: .arrived
        case .seated: .seated
        case .started: .inTreatment
        case .finished: .readyForCheckout
        case .completed: .completed
        case .missed: .noShow
        case .cancelled: .cancelled
        case .enteredInError: .enteredInError
        case .rescheduled(let event): event.status
        case .undone(let event): event.to
        case .noted: nil
        }
    }
}
