import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension DentalChartAPI {
    static let getDentalChart = Endpoint<ClinicAction>(
        .get, "/api/v1/dental-charts/{patient_id}", id: "getDentalChart", summary: "Show a patient's dental chart",
        details: """
            The chart has the findings on teeth, findings of merged records included, and the items of treatment plans \
            that are not done yet. With `as_of` the answer is the chart of the patient's own record at that time, \
            without items. If that chart was empty, the answer is 404.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .asOf,
        answers: [.ok(DentalChartAnswer.codec, "The chart")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, time throws(Problem) in
        let (reader, clinic) = (RecordReader(caller), caller.clinic)
        let now: PastQuery.Now = { model, now throws(Problem) in
            let version = model[.registration(of: patient)].version
            guard version > 0 else { throw .notFound }
            let isOpen = try reader.opens(patient, &model, at: now)
            let empty = DentalCharts.codec.bytes(DentalChartDocument(id: patient, version: version, findings: []))
            return DocumentQuery(
                """
                SELECT json_build_object(
                    'chart', coalesce(c.document, \(Bind.json(empty))), 'merged', (\(merged(into: patient, in: clinic))),
                    'planned', (\(planned(of: patient, in: clinic)))),
                    shown.patient_id
                FROM patient AS p LEFT JOIN dental_chart AS c USING (clinic_id, patient_id)
                    CROSS JOIN (\(BillingQueries.records(shownFor: patient, in: clinic))) AS shown
                WHERE p.clinic_id = \(clinic) AND p.patient_id = \(patient.uuid)
                    AND \((isOpen ? "true" : "p.restricted_document IS NULL") as Statement)
                """, shape: .one, shows: .inLastColumn, form: PresentChart.answer)
        }
        guard let time else { return .query(now) }
        return .past(
            PastQuery(
                time, now: now,
                .one(PastDocument(DentalCharts.self, DocumentKey(patient), form: DentalCharts.answer))))
    }

    /// A subquery for the dental charts of the records that were merged into a patient's, as a JSON array.
    private static func merged(into patient: ID<Patient>, in clinic: UUIDBytes) -> Statement {
        """
        SELECT coalesce(json_agg(other.document), '[]')
        FROM patient AS same JOIN dental_chart AS other USING (clinic_id, patient_id)
        WHERE same.clinic_id = \(clinic) AND same.merged_into = \(patient)
        """
    }

    /// A subquery for the items of all treatment plans of a patient that have a tooth and are not done yet, as a JSON
    /// array.
    private static func planned(of patient: ID<Patient>, in clinic: UUIDBytes) -> Statement {
        """
        SELECT coalesce(
            json_agg(json_build_object('treatment_plan_id', t.treatment_plan_id, 'item', item) ORDER BY t.treatment_plan_id),
            '[]')
        FROM treatment_plan AS t CROSS JOIN json_array_elements(t.document -> 'items') AS items (item)
        WHERE t.clinic_id = \(clinic) AND \(PersonRecords.has("t.patient_id", of: patient, in: clinic))
            AND item ->> 'tooth' IS NOT NULL AND item ->> 'status' IN ('proposed', 'accepted', 'scheduled')
        """
    }
}
