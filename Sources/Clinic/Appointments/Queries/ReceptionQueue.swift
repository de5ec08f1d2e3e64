import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The reception's queue: a day's appointments, each with the patient's card and alerts, the amount that the patient
/// has to pay, and how long the patient waits.
enum ReceptionQueue {
    struct Filter: Sendable {
        let doctor: ID<StaffMember>?
        let chair: ID<Chair>?
    }

    static func query(
        _ clinic: UUIDBytes, _ date: CivilDate, _ filter: Filter, since: String?, currency: Currency, limits: WaitLimits
    ) -> DocumentQuery {
        let doctor: Statement = filter.doctor.map { "AND \(AppointmentQueries.treated(by: $0))" as Statement } ?? ""
        let chair: Statement = filter.chair.map { "AND a.chair_id = \($0)" as Statement } ?? ""
        let select: @Sendable (Statement) -> Statement = { more in
            """
            SELECT a.document, p.card,
                json_build_object(
                    'amount', coalesce(m.open, 0),
                    'currency', coalesce(nullif(m.document ->> 'currency', ''), \(currency.code))),
                json_build_object(
                    'amount', (\(BillingQueries.withPayers(clinic, where: "claimed.patient_id = a.patient_id"))),
                    'currency', coalesce(nullif(m.document ->> 'currency', ''), \(currency.code))),
                to_json(a.status IN ('ready_for_checkout', 'completed') AND NOT EXISTS (\(invoices))),
                \(wait(limits)), \(PatientAlert.list), to_json(\(HistoryFormStatus.isDue("a.patient_id", in: clinic, on: "a.date"))),
                \(AppointmentQueries.isClosed), a.patient_id
            FROM appointment AS a
                LEFT JOIN patient AS p USING (clinic_id, patient_id)
                LEFT JOIN patient_account AS m USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date = \(date) AND a.status NOT IN ('cancelled', 'entered_in_error')
                \(doctor) \(chair) \(more)
            ORDER BY a.starts_at, a.appointment_id LIMIT \(AppointmentQueries.dayLimit)
            """
        }
        return DocumentQuery(
            select(""),
            members: [
                "appointment", "patient", "balance_due", "with_payers", "not_invoiced", "wait", "alerts", "form_due",
            ],
            shape: .page(limit: AppointmentQueries.dayLimit, cursorColumns: 0), shows: .inLastColumn,
            view: .reception(date), outdated: .closedAppointment(markedIn: 8),
            followed: FollowedList(.reception(date), since: since, limit: AppointmentQueries.dayLimit, select))
    }

    /// An SQL subquery for the invoices of the appointment `a` that are not void and not reduced to zero.
    private static let invoices: Statement = """
        SELECT FROM invoice AS i
        WHERE i.clinic_id = a.clinic_id AND i.patient_id = a.patient_id AND \(BillingQueries.counts)
            AND i.document ->> 'appointment_id' = a.appointment_id::text
        """

    /// An SQL expression for a JSON object that says since when the patient of the appointment `a` waits, and from when
    /// the wait is too long. The expression is NULL unless the appointment's status is one in which a patient waits.
    private static func wait(_ limits: WaitLimits) -> Statement {
        """
        (SELECT json_build_object(
                'since', w.since,
                'warn_at', to_char(
                    (w.since::timestamptz + make_interval(mins => w.minutes)) AT TIME ZONE 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
            FROM (VALUES
                    ('arrived', a.document -> 'times' ->> 'arrived_at', \(Int32(limits.arrived))),
                    ('seated', a.document -> 'times' ->> 'seated_at', \(Int32(limits.seated))),
                    ('ready_for_checkout', a.document -> 'times' ->> 'finished_at', \(Int32(limits.readyForCheckout)))
                ) AS w (status, since, minutes)
            WHERE w.status = a.status AND w.since IS NOT NULL)
        """
    }
}

/// An appointment in the reception's queue.
struct QueueEntry: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?
    let balanceDue: Money
    let withPayers: Money
    let notInvoiced: Bool
    let wait: Wait?
    let alerts: [PatientAlert]?
    /// Whether the patient has to fill in a medical history form; `nil` if the queue is shown as it was at an earlier
    /// time.
    let isFormDue: Bool?

    struct Wait: Sendable {
        let since: Instant
        let warnAt: Instant

        static let codec = object(
            Wait.init(since:warnAt:),
            field("since", \.since, .instant.described("Since when the patient waits, in UTC.")),
            field(
                "warn_at", \.warnAt,
                .instant.described("From when on the wait is too long by the clinic's `wait_limits`, in UTC.")))
    }

    static let codec = object(
        QueueEntry.init(appointment:patient:balanceDue:withPayers:notInvoiced:wait:alerts:isFormDue:),
        field("appointment", \.appointment, AppointmentDocument.codec.described("The appointment.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card.")),
        field(
            "balance_due", \.balanceDue,
            Money.codec.described("The sum that the patient still has to pay, of all visits.")),
        field(
            "with_payers", \.withPayers,
            Money.codec.described("The part of `balance_due` that submitted claims ask payers for.")),
        field(
            "not_invoiced", \.notInvoiced,
            .bool.described(
                """
                `true`: the treatment has ended, and there is no invoice for this visit. Void invoices do not count, nor those \
                that were credited or written off as a whole, nor drafts.
                """)),
        optionalField(
            "wait", \.wait,
            Wait.codec.described(
                "For a patient who has arrived, is seated, or is ready to check out: the wait in this status. Else null."
            )),
        optionalField("alerts", \.alerts, .patientAlerts),
        optionalField(
            "form_due", \.isFormDue,
            .bool.described(
                """
                Whether the patient has no medical history form that is valid on this day; absent in the queue of an \
                earlier time.
                """
            ))
    ).described("An appointment in the reception's queue.").named("QueueEntry")
}

extension AppointmentsAPI {
    /// The endpoint of the reception's queue: a day's appointments except cancelled ones and those entered in error,
    /// sorted by time.
    static let getReceptionQueue = Endpoint<ClinicAction>(
        .get, "/api/v1/reception/queue", id: "getReceptionQueue",
        summary: "List a day's appointments for the reception",
        details: """
            The appointments of the day but cancelled ones and those entered in error, by time, with what the reception has to \
            know of each: the patient's alerts, what the patient owes, whether the visit is invoiced, and how long the patient waits. \
            \(polling) \(FollowedList.text)
            """,
        tag: tag, for: FrontDesk.self, takes: .optionalQuery("date", day),
        .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id().described("Only appointments with this doctor.")),
        .optionalQuery("chair_id", Codec<ID<Chair>>.id().described("Only appointments in this chair.")), .since, .asOf,
        answers: [.followed(of: QueueEntry.codec, "The day's appointments, as one page, or what changed")],
        caching: .polled
    ) { caller, date, doctor, chair, since, time throws(Problem) in
        if let time {
            return .past(
                PastQuery(
                    time,
                    .day { model, now throws(Problem) in
                        let basics = model[.basics]
                        return PastDay(
                            date: date ?? basics.zone.date(of: now), doctor: doctor, chair: chair,
                            chairs: model[.settings].chairs.all.map(\.id),
                            list: .queue(basics.currency, basics.waitLimits))
                    }))
        }
        return .query { model, now throws(Problem) in
            let basics = model[.basics]
            return ReceptionQueue.query(
                caller.clinic, date ?? basics.zone.date(of: now), ReceptionQueue.Filter(doctor: doctor, chair: chair),
                since: since, currency: basics.currency, limits: basics.waitLimits)
        }
    }

    static let polling = "Poll with `If-None-Match`, and with `Prefer: wait=25` to hear of news at once."

    static let day = Codec<CivilDate>.date.described("The day, by the clinic's calendar; absent: today.")
}
