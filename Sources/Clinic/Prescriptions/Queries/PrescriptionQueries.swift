import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for prescriptions.
enum PrescriptionQueries {
    /// The SQL condition that a row `r` of the table `prescription` is active and its last valid day is over.
    static func isExpired(on today: CivilDate) -> Statement {
        "(r.status = 'active' AND r.valid_until < \(today))"
    }

    /// The query for a page of the prescriptions of a patient and of merged records, the latest first.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, _ status: PrescriptionStatus?,
        where filter: Statement, on today: CivilDate
    ) -> DocumentQuery {
        let before: Statement = page.after.map { "AND r.prescription_id < \($0.values[0])::text::uuid" } ?? ""
        let only: Statement =
            status.map {
                "AND CASE WHEN \(isExpired(on: today)) THEN 'expired' ELSE r.status END = \($0.rawValue)"
            } ?? ""
        return DocumentQuery(
            """
            SELECT r.document, \(isExpired(on: today)), r.prescription_id::text, r.patient_id FROM prescription AS r
            WHERE r.clinic_id = \(clinic) AND \(PersonRecords.has("r.patient_id", of: patient, in: clinic))
                AND \(filter) \(only) \(before)
            ORDER BY r.prescription_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn, outdated: .expired)
    }

    static func one(
        _ id: ID<Prescription>, in clinic: UUIDBytes, where filter: Statement, on today: CivilDate
    ) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT r.document, \(isExpired(on: today)), r.patient_id FROM prescription AS r
            WHERE r.clinic_id = \(clinic) AND r.prescription_id = \(id) AND \(filter)
            """, shape: .one, shows: .inLastColumn, outdated: .expired)
    }
}

extension DocumentQuery.Outdated {
    /// Shows the status of a prescription as `expired` after its last valid day. A document that cannot be decoded is
    /// sent unchanged. An expired prescription cannot be dispensed anyway, because the command that records a
    /// dispensing checks the last valid day.
    static let expired = DocumentQuery.Outdated(mark: 1) { stored in
        guard var document = try? Prescriptions.codec.decode(parsing: stored, unknownMembers: .ignored) else {
            return stored
        }
        document.status = .expired
        return Prescriptions.codec.bytes(document)
    }
}

extension PrescriptionsAPI {
    static let listPrescriptions = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/prescriptions", id: "listPrescriptions",
        summary: "List a patient's prescriptions, the latest first", details: "Ended prescriptions are included.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        .optionalQuery("status", .prescriptionFilter),
        answers: [.page(of: Prescriptions.codec, "A page of prescriptions")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page, status throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "r.patient_id", in: caller.clinic, &model, at: now)
            return PrescriptionQueries.list(
                of: patient, in: caller.clinic, page, status, where: open, on: model[.basics].zone.date(of: now))
        }
    }

    static let getPrescription = Endpoint<ClinicAction>(
        .get, "/api/v1/prescriptions/{prescription_id}", id: "getPrescription", summary: "Show a prescription",
        details: "The prescription has its dispensings and, if it ended early, its end.", tag: tag, for: Clinical.self,
        takes: .path("prescription_id", .prescriptionID), answers: [.ok(Prescriptions.codec, "The prescription")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.prescription(id)].course?.prescription.patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "r.patient_id", in: caller.clinic, &model, at: now)
            return PrescriptionQueries.one(
                id, in: caller.clinic, where: open, on: model[.basics].zone.date(of: now))
        }
    }

    static let listOwnPrescriptions = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/prescriptions", id: "listOwnPrescriptions",
        summary: "List one's own prescriptions, the latest first",
        details: "Lists the caller's own prescriptions, or those of a dependant.",
        tag: tag, for: PatientOnly.self, takes: .page(key: [.uuid]), .dependant,
        .optionalQuery("status", .prescriptionFilter),
        answers: [.page(of: Prescriptions.codec, "A page of prescriptions")]
    ) { caller, page, dependant, status throws(Problem) in
        let patient = dependant ?? ID(caller.patient)
        let open = Viewer(caller).maySee(patient)
        return .query { model, now throws(Problem) in
            PrescriptionQueries.list(
                of: patient, in: caller.clinic, page, status, where: open, on: model[.basics].zone.date(of: now))
        }
    }

    static let getOwnPrescription = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/prescriptions/{prescription_id}", id: "getOwnPrescription",
        summary: "Show one's own prescription", details: "A dependant's prescription is shown too.", tag: tag,
        for: PatientOnly.self,
        takes: .path("prescription_id", .prescriptionID), answers: [.ok(Prescriptions.codec, "The prescription")],
        problems: [.notFound]
    ) { caller, id throws(Problem) in
        let own = Viewer(caller).maySee("r.patient_id")
        return .query { model, now throws(Problem) in
            PrescriptionQueries.one(id, in: caller.clinic, where: own, on: model[.basics].zone.date(of: now))
        }
    }
}

extension Codec where Value == PrescriptionStatus {
    fileprivate static var prescriptionFilter: Codec { .stringEnum.described("Only prescriptions with this status.") }
}
