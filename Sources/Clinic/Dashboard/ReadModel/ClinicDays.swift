public import EventSourcing
import Identifiers
public import JSON
import SQL

/// The statuses of the appointments on one day of the clinic's calendar. The document contains no personal data, only
/// ids.
public struct ClinicDayDocument: Sendable {
    private var statuses: [ID<Appointment>: AppointmentStatus] = [:]
    /// The number of appointments per status. The numbers are kept in memory beside `statuses`, since the row has seven
    /// columns with such counts, and counting a busy day's appointments for each would be slow.
    private var counts: [AppointmentStatus: Int64] = [:]

    var isEmpty: Bool { statuses.isEmpty }

    func count(_ wanted: [AppointmentStatus]) -> Int64 { wanted.reduce(0) { $0 + (counts[$1] ?? 0) } }

    fileprivate mutating func put(_ appointment: ID<Appointment>, _ status: AppointmentStatus?) {
        // An appointment entered in error is removed from the day's statuses and counts, since no later event can
        // change its status.
        let status = status == .enteredInError ? nil : status
        if let before = statuses[appointment] { counts[before, default: 0] -= 1 }
        if let status { counts[status, default: 0] += 1 }
        statuses[appointment] = status
    }

    fileprivate init() {}

    /// The statuses of a day's appointments, by the appointment's id.
    fileprivate var statusesByID: [String: AppointmentStatus] {
        Dictionary(uniqueKeysWithValues: statuses.map { ($0.text, $1) })
    }

    fileprivate static func stored(
        statusesByID: [String: AppointmentStatus]
    ) throws(CheckFailure) -> ClinicDayDocument {
        var day = ClinicDayDocument()
        for (text, status) in statusesByID {
            guard let appointment = ID<Appointment>(text) else {
                throw CheckFailure("bad_format", "must be appointments' ids")
            }
            day.put(appointment, status)
        }
        return day
    }
}

/// The read model `clinic_day`, from which the dashboard's counts of appointments are read: a row for each clinic and
/// day with appointments. It is asynchronous.
public enum ClinicDays: ClinicReadModel {
    public static let table = DocumentTable("clinic_day", key: "day", .text)
    public static let audience = DocumentAudience.aboutNobody

    public static let codec = object(
        ClinicDayDocument.stored(statusesByID:),
        field("statuses", \.statusesByID, .dictionary(of: AppointmentStatus.codec, maximum: 100_000))
    ).named("ClinicDay")

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
        guard case .appointment(let event) = event else { return [] }
        let effect = event.effect
        guard effect.status.next != nil else { return [] }
        let day = effect.visit.place.date
        if case .moves(let from) = effect.time, from.date != day { return [key(from.date), key(day)] }
        return [key(day)]
    }

    private static func key(_ date: CivilDate) -> DocumentKey { .text(date.iso8601) }

    /// The tag with which the search for the events of a day's document begins: the settings tag, which events of staff
    /// have. From each event of staff, `tags(of:toldBy:)` makes the tag of a doctor's day. From each event of an
    /// appointment, it makes the tag of the appointment.
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
        // The document of a day's statuses is consumed, so that the value is uniquely owned and can be mutated in
        // place. A copy would be slow, since a busy day has many appointments.
        var day: ClinicDayDocument
        if let before = consume document { day = before } else { day = ClinicDayDocument() }
        let effect = event.effect
        // If the appointment was moved to another day, it is removed from the document of the old day.
        let isThere = key == self.key(effect.visit.place.date)
        day.put(effect.visit.appointment, isThere ? effect.status.next : nil)
        return day.isEmpty ? nil : day
    }
}
