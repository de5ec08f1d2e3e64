public import Endpoints
public import EventSourcing
public import Identifiers
import SQL

/// A member of staff who asks to open a patient's record.
public struct RecordReader: Hashable, Sendable {
    public let account: UUIDBytes
    public let staff: ID<StaffMember>
    public let role: Role

    public init(account: UUIDBytes, staff: ID<StaffMember>, role: Role) {
        self.account = account
        self.staff = staff
        self.role = role
    }

    public init<Members: StaffAudience>(_ caller: Caller<Members>) {
        self.init(account: caller.account, staff: ID(caller.staff), role: caller.role)
    }

    public init(_ principal: Principal) {
        self.init(account: principal.account, staff: ID(principal.subject), role: principal.role)
    }

    /// A reader's access to a patient's record.
    public enum Access: Hashable, Sendable {
        /// The patient's record is open to all staff.
        case unrestricted
        /// The record is restricted, but open to this reader, who treats the patient or has emergency access.
        case granted
        case refused
    }

    public func access(
        to patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Access {
        let registration = model[.registration(of: patient)]
        guard registration.isRestricted else { return .unrestricted }
        if registration.hasEmergencyAccess(account, at: now) { return .granted }
        guard role == .doctor else { return .refused }
        let given = model[.treatment(of: patient)].appointments(givenTo: staff, account: account)
        for appointment in given where model[.appointment(appointment)].hasBegun { return .granted }
        return .refused
    }

    /// Returns true if the reader may see the complete record even if it is restricted between this check and the read.
    /// Returns false if the reader may see it only while it is not restricted.
    ///
    /// - Throws: `restrictedRecord` if the reader may not open the record at all.
    func opens(
        _ patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> Bool {
        switch access(to: patient, &model, at: now) {
        case .unrestricted: false
        case .granted: true
        case .refused: throw Problem(.restrictedRecord)
        }
    }

    /// An SQL condition that leaves out rows about patients with a restricted record. The condition is `true` if the
    /// reader may open the restricted record of `patient`. The condition does not limit the rows to `patient`; the
    /// query must do that itself.
    ///
    /// - Parameter column: an SQL expression for the patient's id in a row.
    /// - Throws: `restrictedRecord` if the reader may not open the record of `patient`.
    func openRows(
        of patient: ID<Patient>?, _ column: Statement, in clinic: UUIDBytes, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) throws(Problem) -> Statement {
        if let patient, try opens(patient, &model, at: now) { return "true" }
        return """
            NOT EXISTS (
                SELECT FROM patient AS closed
                WHERE closed.clinic_id = \(clinic) AND closed.patient_id = \(column)
                    AND closed.restricted_document IS NOT NULL)
            """
    }
}

extension Problem.Kind {
    public static let restrictedRecord = Problem.Kind(
        "restricted-record", 403, "This record is restricted to those who treat the patient",
        means: """
            An admin has restricted the patient's record, and the caller has not treated the patient. The attempt is \
            recorded.
            """,
        remedy: "In an emergency, use `POST /api/v1/patients/{patient_id}/emergency-access` with a reason.")
}
