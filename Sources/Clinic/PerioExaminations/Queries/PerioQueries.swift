import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension PerioAPI {
    static let listPerioExaminations = Endpoint<ClinicAction>(
        .get, "/api/v1/perio-examinations", id: "listPerioExaminations",
        summary: "List a patient's periodontal examinations, the latest first",
        details: "Examinations of merged records and examinations entered in error are included.",
        tag: DentalChartAPI.tag, for: Clinical.self,
        takes: .query("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.date, .uuid]),
        answers: [.page(of: PerioExaminations.codec, "A page of examinations")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page throws(Problem) in
        let reader = RecordReader(caller)
        let before: Statement =
            page.after.map {
                "AND (x.examined_on, x.examination_id) < (\($0.values[0])::text::date, \($0.values[1])::text::uuid)"
            } ?? ""
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "x.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT x.document, x.examined_on::text, x.examination_id::text, x.patient_id
                FROM perio_examination AS x
                WHERE x.clinic_id = \(caller.clinic)
                    AND \(PersonRecords.has("x.patient_id", of: patient, in: caller.clinic)) AND \(open) \(before)
                ORDER BY x.examined_on DESC, x.examination_id DESC LIMIT \(Int64(page.limit + 1))
                """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn)
        }
    }

    static let getPerioExamination = Endpoint<ClinicAction>(
        .get, "/api/v1/perio-examinations/{examination_id}", id: "getPerioExamination",
        summary: "Show a periodontal examination",
        details: "The examination has its measurements and the figures that are computed from them.",
        tag: DentalChartAPI.tag, for: Clinical.self, takes: .path("examination_id", .examinationID),
        answers: [.ok(PerioExaminations.codec, "The examination")], problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.perioExamination(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "x.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT x.document, x.patient_id FROM perio_examination AS x
                WHERE x.clinic_id = \(caller.clinic) AND x.examination_id = \(id.uuid) AND \(open)
                """, shape: .one, shows: .inLastColumn)
        }
    }

    static let comparePerioExamination = Endpoint<ClinicAction>(
        .get, "/api/v1/perio-examinations/{examination_id}/comparison", id: "comparePerioExamination",
        summary: "Compare a periodontal examination with the last one before it",
        details: "Only sites that both examinations measured are compared.",
        tag: DentalChartAPI.tag, for: Clinical.self, takes: .path("examination_id", .examinationID),
        answers: [.ok(PerioComparison.codec, "Both examinations")], problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.perioExamination(id)].patient else { throw .notFound }
            let survivor = model[.registration(of: patient)].mergedInto ?? patient
            let open = try reader.openRows(of: patient, "x.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT json_build_object('examination', x.document, 'previous', (
                        SELECT y.document FROM perio_examination AS y
                        WHERE y.clinic_id = x.clinic_id AND NOT y.in_error
                            AND \(PersonRecords.has("y.patient_id", of: survivor, in: caller.clinic))
                            AND (y.examined_on, y.examination_id) < (x.examined_on, x.examination_id)
                        ORDER BY y.examined_on DESC, y.examination_id DESC LIMIT 1)),
                    x.patient_id
                FROM perio_examination AS x
                WHERE x.clinic_id = \(caller.clinic) AND x.examination_id = \(id.uuid) AND \(open)
                """, shape: .one, shows: .withLastColumn(survivor), form: PerioComparison.answer)
        }
    }
}
