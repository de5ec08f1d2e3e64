import ClinicTestSupport
import Endpoints
import JSON

/// Example requests about the audit trail, and about the server's own state.
extension ExampleWalk {
    func showAudit() async throws {
        try await show(
            "listAuditEvents", "An admin reads which patients were registered", by: admin,
            ["event_type": "patient-registered", "limit": "2"])
        try await show(
            "exportAuditEvents", "An admin downloads which patients were registered", by: admin,
            ["event_type": "patient-registered", "limit": "2"])
        try await show(
            "getAppointmentHistory", "A receptionist reads who changed an appointment", by: receptionist,
            ["appointment_id": id("visit")], keeping: 3)
        try await show(
            "getInvoiceHistory", "A receptionist reads what became of an invoice", by: receptionist,
            ["invoice_id": id("invoice")])
        try await show(
            "getPaymentHistory", "A receptionist reads what became of a payment", by: receptionist,
            ["payment_id": id("payment")])
        try await show(
            "getCreditNoteHistory", "A receptionist reads who issued a credit note", by: receptionist,
            ["credit_note_id": id("credit_note")])
        try await show(
            "getFamilyAccountHistory", "A receptionist reads who changed a family account", by: receptionist,
            ["patient_id": "\(clinic.patient)"])
        try await show(
            "getPatientHistory", "An admin reads who changed a child's details", by: admin,
            ["patient_id": id("child")])
        try await show(
            "getStaffHistory", "An admin reads who changed a doctor's details", by: admin,
            ["staff_id": "\(clinic.doctor)"], keeping: 2)
        try await show(
            "getServiceHistory", "An admin reads who changed a service", by: admin, ["service_id": id("filling")])
        try await show(
            "getChairHistory", "An admin reads who changed a chair", by: admin, ["chair_id": id("chair")])
        try await show(
            "readFeed", "A receptionist's program reads the first events", by: receptionist,
            ["after": "0", "limit": "5"])
        // Wait until the hash chain has the event at `lastPosition`. Events are added to it within a second or two.
        for _ in 0..<3_000 {
            let proof = try await admin.app.get("audit-events/proof?position=1")
            if let end = proof["head"]?["position"]?.integer, end >= lastPosition { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await show(
            "proveEvent", "An admin asks for the proof of the first event", by: admin, ["position": "1"], keeping: 2)
    }

    func showServer() async throws {
        try await show("getLiveness", "A supervisor asks whether the process answers", by: anyone)
        try await show("getReadiness", "A load balancer asks whether to send requests", by: anyone)
        try await show("getStatus", "A client compares its clock", by: anyone)
        try await show("getEntry", "A client looks for the login (the example is shortened)", by: anyone, keeping: 2)
        try await show(
            "getDescription", "A generator of clients reads the description (the example is shortened)", by: anyone)
        try await show("listCertificates", "An app reads which certificate to pin", by: anyone)
        try await show("getKeys", "A gateway reads the keys of access tokens", by: anyone)
        try await show(
            "listProblemTypes", "A developer lists the kinds of problems (the example is shortened)", by: anyone,
            keeping: 1)
        try await show(
            "getProblemType", "A developer reads what a problem means", by: anyone,
            ["type": "cancellation-deadline-passed"])
    }
}
