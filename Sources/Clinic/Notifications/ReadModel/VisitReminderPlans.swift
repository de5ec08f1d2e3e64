public import EventSourcing
public import Identifiers
public import JSON
public import SQL

/// The data from which the next reminder of a visit is computed: the visit's start, whether the visit is booked or
/// confirmed, and the last reminder.
public struct VisitReminderPlanDocument: Hashable, Sendable {
    public let appointment: ID<Appointment>
    public let patient: ID<Patient>
    public internal(set) var start: Instant
    /// Whether the visit is booked or confirmed.
    public internal(set) var isAhead: Bool
    /// The time at which the visit got its present start.
    public internal(set) var since: Instant
    /// The number of minutes before the visit's present start at which the last reminder was due; `nil` if there was no
    /// reminder.
    public internal(set) var reminded: Int?

    public static let codec = object(
        VisitReminderPlanDocument.init(appointment:patient:start:isAhead:since:reminded:),
        field("appointment_id", \.appointment, .id()), field("patient_id", \.patient, .id()),
        field("start", \.start, .instant), field("ahead", \.isAhead, .bool), field("since", \.since, .instant),
        optionalField("reminded_minutes", \.reminded, .int(NotificationSettings.reminderMinutes)))
}

/// The read model in which servers find visits with a due reminder: one row for each appointment. It is written
/// asynchronously, because a reminder may be some seconds late.
public enum VisitReminderPlans: ClinicReadModel {
    public static let table = DocumentTable("visit_reminder_plan", key: "appointment_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = VisitReminderPlanDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<VisitReminderPlanDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<VisitReminderPlanDocument>("starts_at", .timestamptz) { $0.start.bind },
        DocumentColumn<VisitReminderPlanDocument>("ahead", .boolean) { .bool($0.isAhead) },
        DocumentColumn<VisitReminderPlanDocument>("since", .timestamptz) { $0.since.bind },
        DocumentColumn<VisitReminderPlanDocument>("reminded", .bigint) {
            $0.reminded.map { .int64(Int64($0)) } ?? .null(.int64)
        },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .appointment(let event): [DocumentKey(event.visit.appointment)]
        case .notification(.visitReminded(let event)): [DocumentKey(event.appointment)]
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] {
        key.tagged(Tag.appointment) + key.tagged(Tag.visitReminders)
    }

    public static func fold(
        _ document: VisitReminderPlanDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> VisitReminderPlanDocument? {
        var document = document
        switch recorded.event {
        case .appointment(let event):
            let effect = event.effect
            let start = effect.visit.place.slot.start
            var plan =
                document
                ?? VisitReminderPlanDocument(
                    appointment: effect.visit.appointment, patient: effect.visit.patient, start: start, isAhead: false,
                    since: recorded.recordedAt, reminded: nil)
            if plan.start != start {
                plan.start = start
                plan.since = recorded.recordedAt
                plan.reminded = nil
            }
            if let next = effect.status.next { plan.isAhead = next.isReminded }
            return plan
        case .notification(.visitReminded(let event)):
            if document?.start == event.start { document?.reminded = event.minutes }
            return document
        default: return document
        }
    }

    /// A statement that selects the clinics and appointments of the visits with a reminder that is due at or before an
    /// instant.
    public static func due(_ now: Instant) -> Statement {
        """
        SELECT due.clinic_id, due.appointment_id
        FROM clinic_profile AS c
        LEFT JOIN notification_settings AS s ON s.clinic_id = c.clinic_id
        CROSS JOIN LATERAL (
            SELECT p.clinic_id, p.appointment_id FROM visit_reminder_plan AS p
            WHERE p.clinic_id = c.clinic_id AND p.ahead AND p.starts_at > \(now)
                AND p.starts_at <= \(now) + coalesce(s.longest_reminder, \(standard[0])) * interval '1 minute'
                AND EXISTS (
                    SELECT FROM unnest(
                        CASE WHEN s.document IS NULL THEN \(standard) ELSE ARRAY(
                            SELECT minutes::bigint
                            FROM json_array_elements_text(s.document -> 'settings' -> 'reminder_minutes') AS m (minutes))
                        END) AS stage (minutes)
                    WHERE p.starts_at - stage.minutes * interval '1 minute' <= \(now)
                        AND p.starts_at - stage.minutes * interval '1 minute' > p.since
                        AND (p.reminded IS NULL OR stage.minutes < p.reminded))
        ) AS due
        """
    }

    private static let standard = NotificationSettings.standard.reminders.map { Int64($0) }
}
