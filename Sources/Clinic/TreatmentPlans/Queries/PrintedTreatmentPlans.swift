public import Endpoints
public import EventSourcing
public import Identifiers
public import SQL

/// The statements that read a treatment plan for a PDF file. A row has the patient's document and the plan's document.
public enum PrintedTreatmentPlans {
    /// The statement with which a member of staff reads a treatment plan for a PDF file.
    ///
    /// - Throws: 404 if there is no such treatment plan; `restrictedRecord` if the reader may not open the record.
    public static func statement(
        _ id: ID<TreatmentPlan>, for reader: RecordReader, in clinic: UUIDBytes,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> Statement {
        guard let patient = model[.treatmentPlan(id)].patient else { throw .notFound }
        return statement(
            id, in: clinic, "p.document",
            where: try reader.openRows(of: patient, "t.patient_id", in: clinic, &model, at: now))
    }

    /// The statement with which a patient reads a treatment plan for a PDF file. It returns a row only if the plan is
    /// the patient's own or a dependant's.
    public static func statement(_ id: ID<TreatmentPlan>, for caller: Caller<PatientOnly>) -> Statement {
        statement(id, in: caller.clinic, "p.own_document", where: Viewer(caller).maySee("t.patient_id"))
    }

    private static func statement(
        _ id: ID<TreatmentPlan>, in clinic: UUIDBytes, _ document: Statement, where filter: Statement
    ) -> Statement {
        """
        SELECT \(document), t.document
        FROM treatment_plan AS t JOIN patient AS p USING (clinic_id, patient_id)
        WHERE t.clinic_id = \(clinic) AND t.treatment_plan_id = \(id.uuid) AND \(filter)
        """
    }
}
