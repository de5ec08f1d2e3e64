public import EventSourcing
import Identifiers
public import JSON
import SQL

/// The statuses of the appointments on one day of the clinic's calendar. It has no personal data, only ids and counts.
public struct ClinicDayDocument: Sendable {
    private var statuses: [ID<Appointment>: AppointmentStatus] = [:]
    /// The number of appointments per status: seven columns read it, with thousands of appointments on a busy day.
    private var counts: [AppointmentStatus: Int64] = [:]

    var isEmpty: Bool { statuses.isEmpty }

    func count(_ wanted: [AppointmentStatus]) -> Int64 { wanted.reduce(0) { $0 + (counts[$1] ?? 0) } }

    fileprivate mutating func put(_ appointment: ID<Appointment>, _ status: AppointmentStatus?) {
        // An appointment entered in error is not counted, and no later event changes that.
        let status = status == .enteredInError ? nil : status
        if let before = statuses[appointment] { counts[before, default: 0] -= 1 }
        if let status { counts[status, default: 0] += 1 }
        statuses[appointment] = status
    }

    /// The statuses by the appointment's id.
    fileprivate var stored: [String: AppointmentStatus] {
        Dictionary(uniqueKeysWithValues: statuses.map { ($0.text, $1) })
    }

    fileprivate init?(stored: [String: AppointmentStatus]) {
        for (text, status) in stored {
            guard let appointment = ID<Appointment>(text) else { return nil }
            put(appointment, status)
        }
    }

    fileprivate init() {}
}

/// The read model `clinic_day`, from which the dashboard's counts are read. It is asynchronous.
public enum ClinicDays: Projection {
    public static let table = DocumentTable("clinic_day", key: "day", .text)

    public static let codec = object({ $0 }, field("statuses", \.self, statuses)).named("ClinicDay")

    private static let statuses =
        Codec<[String: AppointmentStatus]>.dictionary(of: AppointmentStatus.codec, maximum: 100_000)
        .checked(
            code: "bad_format", detail: "must be appointments' ids", ClinicDayDocument.init(stored:), { $0.stored })

    public static let readsPersonal = false

    public static let columns = [
        DocumentColumn<ClinicDayDocument>("appointments", .bigint) {
            .int64($0.count(AppointmentStatus.allCases.filter { $0 != .cancelled }))
        },
        counted("open", [.requested, .booked, .confirmed]),
        counted("waiting", [.arrived, .seated]),
        counted("in_treatment", [.inTreatment]),
        counted("completed", [.readyForCheckout, .completed]),
        counted("cancelled", [.cancelled]),
        counted("no_shows", [.noShow]),
    ]

    private static func counted(
        _ name: StaticString, _ statuses: [AppointmentStatus]
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

    /// The settings' tag finds the staff, whose appointments a day consists of.
    public static func tags(of key: DocumentKey) -> [Tag] { [.settings] }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .appointment(let event) = event { return [.appointment(event.visit.appointment)] }
        guard case .staff(let event) = event, case .text(let day) = key, let date = CivilDate(iso8601: day) else {
            return []
        }
        return [.doctorDay(event.staff, date)]
    }

    public static func fold(
        _ document: consuming ClinicDayDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ClinicDayDocument? {
        guard case .appointment(let event) = recorded.event else { return document }
        // The value is uniquely owned, so that it is mutated in place: a busy day has many appointments.
        var day: ClinicDayDocument
        if let before = consume document { day = before } else { day = ClinicDayDocument() }
        // The day that it was moved away from no longer has it.
        day.put(event.visit.appointment, key == self.key(event.visit.place.date) ? event.leaves : nil)
        return day.isEmpty ? nil : day
    }
}

extension AppointmentEvent {
    /// The appointment's status after the event; `nil` if the event does not change it.
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
