import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension RecoveryAPI {
    static let getOwnCheckInPlan = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins/plan", id: "getOwnCheckInPlan", summary: "Show the check-ins that are expected of one",
        details: """
            The plan of the caller or of a dependant, with its intervals and with the time at which the next check-in is due. \
            404 if no check-ins were ever prescribed or chosen. A locked session, or one for background work, sees the \
            caller's own plan, without the doctor and the contact.
            """,
        tag: tag, for: PatientOrPerson.self, evenLocked: true, evenInBackground: true, takes: .dependant,
        answers: [.ok(CheckInPlanDocument.codec, "The plan")],
        problems: [.notFound, .sessionLocked, .sessionRestricted]
    ) { caller, dependant throws(Problem) in
        try CheckInQueries.requireOpenSession(of: caller, toSee: dependant)
        let (viewer, patient) = (Viewer(caller), dependant ?? ID<Patient>(caller.subject))
        let query = DocumentQuery(
            """
            SELECT document FROM check_in_plan
            WHERE clinic_id = \(caller.feed) AND patient_id = \(patient) AND \(viewer.maySee(patient))
            """, shape: .one, shows: .only(patient), form: CheckInPlans.form(for: caller))
        return .query { _, _ in query }
    }

    static let getCheckInPlan = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins/patients/{patient_id}/plan", id: "getCheckInPlan",
        summary: "Show a patient's plan of check-ins",
        details: "404 if no check-ins were ever prescribed or chosen.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(CheckInPlanDocument.codec, "The plan")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let filter = CheckInQueries.isOpen(try reader.opens(patient, &model, at: now))
            return DocumentQuery(
                """
                SELECT c.document FROM check_in_plan AS c JOIN patient AS p USING (clinic_id, patient_id)
                WHERE c.clinic_id = \(caller.clinic) AND c.patient_id = \(patient) AND \(filter)
                """, shape: .one, shows: .only(patient))
        }
    }
}

enum CheckInQueries {
    /// Refuses the data of a dependant to a session that is locked or restricted: such a session sees only the caller's
    /// own check-ins.
    static func requireOpenSession(
        of caller: Caller<PatientOrPerson>, toSee dependant: ID<Patient>?
    ) throws(Problem) {
        guard let dependant, dependant.uuid != caller.subject else { return }
        guard !caller.principal.isLocked else { throw Problem(.sessionLocked) }
        if let restriction = caller.principal.restriction { throw .restricted(restriction) }
    }

    /// The SQL condition on a patient's row `p` under which a reader sees the record. If the record becomes restricted
    /// between the check of the reader's access and the read, the condition excludes the patient.
    static func isOpen(_ isGranted: Bool) -> Statement { isGranted ? "true" : "p.restricted_document IS NULL" }
}
