public import EventSourcing
import Identifiers
public import JSON
public import SQL

/// The number and the first ids of the appointments to come that cannot take place as booked, for the answer to a
/// change of hours, closures or staff. Appointments that an earlier change affects are included.
struct AffectedSummary: Sendable {
    let count: Int
    let appointments: [ID<Appointment>]

    /// The maximum number of ids in a summary of affected appointments. The count in the summary also includes
    /// appointments whose ids are left out.
    static let limit = 100

    static let codec = object(
        AffectedSummary.init(count:appointments:),
        field("count", \.count, .int(0...1_000_000).described("How many there are.")),
        field(
            "appointment_ids", \.appointments,
            .array(.id(), 0...limit).described("The first of them, by time."))
    ).described(
        """
        Appointments to come that cannot take place as they were booked since this change or earlier ones. \
        `GET /api/v1/affected-appointments` lists them until each is dealt with.
        """
    ).named("AffectedAppointments")

    /// The codec of the member `affected_appointments` in the answer to a change of hours, closures or staff.
    static let member = codec.described(
        "Appointments to come that this change or an earlier one affects; only in the answer to a change of hours, closures, absences or staff."
    )
}

/// Further fields of the answer to a command. They are read after the command, and are not part of the command's
/// document.
public struct AnswerAddition: Sendable {
    /// A statement that returns one row with one column of JSON, to be read after the command.
    public let statement: @Sendable (ClinicSettings, Instant) -> Statement
    /// Makes the answer's JSON from the command's stored document and the JSON that `statement` has returned.
    public let answer: @Sendable (_ document: [UInt8], _ addition: [UInt8]) throws(DecodingProblem) -> [UInt8]

    /// An additional field of the answer to a change of hours, closures or staff: the appointments to come that cannot
    /// take place as booked.
    ///
    /// - Parameters:
    ///   - days: the days on which such appointments are searched. Past days are left out, and at most
    ///     `AffectedAppointments.maximumDays` days are searched. `nil` means so many days from today on.
    ///   - doctor: the doctor or hygienist whose appointments are searched; `nil` for those of all staff.
    static func affected<Document: Sendable, Answer: Sendable>(
        in clinic: UUIDBytes, days: DateRange? = nil, doctor: ID<StaffMember>? = nil, of stored: Codec<Document>,
        as answer: Codec<Answer>, _ make: @escaping @Sendable (Document, AffectedSummary) -> Answer
    ) -> AnswerAddition {
        AnswerAddition(
            statement: { settings, now in
                let today = settings.zone.date(of: now)
                let first = max(days?.first ?? today, today)
                let most = first.adding(days: AffectedAppointments.maximumDays - 1)
                let last = max(first, min(days?.last ?? most, most))
                let filter: Statement = doctor.map { "AND \(AppointmentQueries.treated(by: $0))" as Statement } ?? ""
                return """
                    SELECT json_build_object('count', count(*), 'appointment_ids', coalesce(
                        (json_agg(a.appointment_id ORDER BY a.starts_at) FILTER (WHERE a.number <= \(AffectedSummary.limit))),
                        '[]'))
                    FROM (
                        SELECT a.appointment_id, a.starts_at, row_number() OVER (ORDER BY a.starts_at) AS number
                        FROM (\(AffectedAppointments.rows(clinic, first...last, settings, filter, at: now))) AS a
                    ) AS a
                    """
            },
            answer: { document, addition throws(DecodingProblem) in
                answer.bytes(
                    make(
                        try stored.decode(parsing: document, unknownMembers: .ignored),
                        try AffectedSummary.codec.decode(parsing: addition, unknownMembers: .ignored)))
            })
    }
}
