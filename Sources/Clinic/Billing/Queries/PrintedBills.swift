public import Endpoints
import EventSourcing
public import Identifiers
public import SQL

/// The statements that read an invoice, a payment, a credit note or a patient's document for a PDF file. A row has the
/// patient's document first, and the patient's id last.
///
/// If the patient's record is restricted, staff get the patient's document with only the data that all staff may see.
public enum PrintedBills {
    public static func invoice<Members: Audience>(_ id: ID<Invoice>, for caller: Caller<Members>) -> Statement {
        statement("invoice", "invoice_id", id.uuid, caller)
    }

    public static func payment<Members: Audience>(_ id: ID<Payment>, for caller: Caller<Members>) -> Statement {
        statement("payment", "payment_id", id.uuid, caller)
    }

    public static func creditNote<Members: Audience>(_ id: ID<CreditNote>, for caller: Caller<Members>) -> Statement {
        statement("credit_note", "credit_note_id", id.uuid, caller)
    }

    /// The statement that reads only a patient's document for a PDF file. It returns no row if the caller is a patient
    /// who may not see this patient's data.
    public static func patient<Members: Audience>(_ id: ID<Patient>, for caller: Caller<Members>) -> Statement {
        """
        SELECT \(document(caller)), p.patient_id FROM patient AS p
        WHERE p.clinic_id = \(caller.clinic) AND p.patient_id = \(id.uuid)
            AND \(Viewer(ifPatient: caller)?.maySee(id) ?? "true")
        """
    }

    private static func statement<Members: Audience>(
        _ table: StaticString, _ key: StaticString, _ id: UUIDBytes, _ caller: Caller<Members>
    ) -> Statement {
        """
        SELECT \(document(caller)), b.document, p.patient_id
        FROM \(Identifier(table)) AS b JOIN patient AS p USING (clinic_id, patient_id)
        WHERE b.clinic_id = \(caller.clinic) AND b.\(Identifier(key)) = \(id)
            AND \(Viewer(ifPatient: caller)?.maySee("p.patient_id") ?? "true")
        """
    }

    private static func document<Members: Audience>(_ caller: Caller<Members>) -> Statement {
        caller.role == .patient ? "p.own_document" : "coalesce(p.restricted_document, p.document)"
    }
}
