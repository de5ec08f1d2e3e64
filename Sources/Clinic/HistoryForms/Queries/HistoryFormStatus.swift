import Endpoints
import EventSourcing
public import Identifiers
import JSON
public import SQL

/// Whether a patient has to fill in a medical history form.
public struct HistoryFormStatus: Sendable {
    let isDue: Bool
    let lastFilledOn: CivilDate?
    let validUntil: CivilDate?

    static let codec = object(
        HistoryFormStatus.init(isDue:lastFilledOn:validUntil:),
        field(
            "form_due", \.isDue,
            .bool.described(
                "Whether the patient has no valid form: none was filled in, or the last form is over a year old.")),
        optionalField(
            "last_filled_on", \.lastFilledOn,
            .date.described("The day on which the last form was filled in; null if there is none.")),
        optionalField(
            "valid_until", \.validUntil,
            .date.described("The last day on which the last form is valid; null if there is none."))
    ).described("Whether a medical history form is due.").named("HistoryFormStatus")

    /// The SQL condition that a patient has no medical history form that is valid on a day. Forms of records that are
    /// merged with the patient's record count too.
    ///
    /// - Parameters:
    ///   - patient: an SQL expression for the patient's id.
    ///   - day: an SQL expression for the day.
    public static func isDue(_ patient: Statement, in clinic: UUIDBytes, on day: Statement) -> Statement {
        """
        NOT EXISTS (
            SELECT FROM history_form AS h
            WHERE h.clinic_id = \(clinic) AND h.valid_until >= \(day)
                AND \(PersonRecords.has("h.patient_id", ofPersonWith: patient, in: clinic)))
        """
    }

    fileprivate static func query(
        of patient: ID<Patient>, in clinic: UUIDBytes, on today: CivilDate, where filter: Statement
    ) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT json_build_object(
                'form_due', \(isDue("p.patient_id", in: clinic, on: "\(today)::date")),
                'last_filled_on', last.document -> 'filled_on', 'valid_until', last.valid_until)
            FROM patient AS p LEFT JOIN LATERAL (
                SELECT h.document, h.valid_until FROM history_form AS h
                WHERE h.clinic_id = \(clinic) AND \(PersonRecords.has("h.patient_id", of: patient, in: clinic))
                ORDER BY h.valid_until DESC LIMIT 1) AS last ON true
            WHERE p.clinic_id = \(clinic) AND p.patient_id = \(patient) AND \(filter)
            """, shape: .one, shows: .only(patient))
    }
}

extension HistoryFormsAPI {
    static let getStatus = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/history-form-status", id: "getHistoryFormStatus",
        summary: "Show whether a patient's medical history form is due",
        details: "The status has no answers, so receptionists may see it.", tag: tag, for: Staff.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(HistoryFormStatus.codec, "The status")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "p.patient_id", in: caller.clinic, &model, at: now)
            return HistoryFormStatus.query(
                of: patient, in: caller.clinic, on: model[.basics].zone.date(of: now), where: open)
        }
    }

    static let getOwnStatus = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/history-form-status", id: "getOwnHistoryFormStatus",
        summary: "Show whether one's own medical history form is due", details: "A dependant's status is shown too.",
        tag: tag, for: PatientOnly.self, takes: .dependant,
        answers: [.ok(HistoryFormStatus.codec, "The status")], problems: [.notFound]
    ) { caller, dependant throws(Problem) in
        let (viewer, patient) = (Viewer(caller), dependant ?? ID<Patient>(caller.patient))
        return .query { model, now throws(Problem) in
            HistoryFormStatus.query(
                of: patient, in: caller.clinic, on: model[.basics].zone.date(of: now), where: viewer.maySee(patient))
        }
    }
}
