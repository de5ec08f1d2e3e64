public import Endpoints
public import EventSourcing
public import Identifiers
public import SQL

/// The statements that read a prescription for a PDF file. A row has the patient's document, the prescription's
/// document and the doctor's name.
public enum PrintedPrescriptions {
    /// The statement with which a doctor or an admin reads a prescription for a PDF file.
    ///
    /// - Throws: 404 if there is no such prescription; `restrictedRecord` if the reader may not open the record.
    public static func statement(
        _ id: ID<Prescription>, for reader: RecordReader, in clinic: UUIDBytes,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> Statement {
        guard let patient = model[.prescription(id)].course?.prescription.patient else { throw .notFound }
        return statement(
            id, in: clinic, "p.document",
            where: try reader.openRows(of: patient, "r.patient_id", in: clinic, &model, at: now))
    }

    /// The statement with which a patient reads a prescription for a PDF file. It returns a row only if the
    /// prescription is the patient's own or a dependant's.
    public static func statement(_ id: ID<Prescription>, for caller: Caller<PatientOnly>) -> Statement {
        statement(id, in: caller.clinic, "p.own_document", where: Viewer(caller).maySee("r.patient_id"))
    }

    private static func statement(
        _ id: ID<Prescription>, in clinic: UUIDBytes, _ document: Statement, where filter: Statement
    ) -> Statement {
        """
        SELECT \(document), r.document, s.document ->> 'name'
        FROM prescription AS r JOIN patient AS p USING (clinic_id, patient_id)
            LEFT JOIN staff_member AS s ON s.clinic_id = r.clinic_id AND s.staff_id = r.doctor_id
        WHERE r.clinic_id = \(clinic) AND r.prescription_id = \(id.uuid) AND \(filter)
        """
    }
}
