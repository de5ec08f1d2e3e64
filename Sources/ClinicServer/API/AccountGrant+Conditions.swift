import Clinic
import Identifiers
import Identity
import SQL

/// Conditions that are checked again in the transaction that grants a login, since the clinic's data about a person may
/// change while the password is hashed. The check locks the rows, so they cannot change before the transaction ends.
extension AccountGrant.Condition {
    /// The condition that the member of staff is active and has all of the given roles.
    package static func isOnStaff(_ member: ID<StaffMember>, as roles: StaffRoles, in clinic: UUIDBytes) -> Self {
        Self(
            lock: """
                SELECT FROM staff_member WHERE clinic_id = \(clinic) AND staff_id = \(member.uuid) FOR SHARE
                """,
            holds: """
                EXISTS (
                    SELECT FROM staff_member
                    WHERE clinic_id = \(clinic) AND staff_id = \(member.uuid) AND active
                        AND roles @> \(roles.all.map(\.rawValue)))
                """)
    }

    /// The condition that the patient's key for contact data has not been destroyed, and that the record was not merged
    /// into another one.
    static func isCurrent(_ patient: ID<Patient>, in clinic: UUIDBytes) -> Self {
        Self(
            lock: """
                SELECT FROM person_key AS k JOIN patient AS p ON p.clinic_id = k.clinic_id AND p.patient_id = k.person_id
                WHERE k.clinic_id = \(clinic) AND k.person_id = \(patient.uuid) AND k.retention = 1 FOR SHARE
                """,
            holds: """
                NOT EXISTS (
                    SELECT FROM person_key
                    WHERE clinic_id = \(clinic) AND person_id = \(patient.uuid) AND retention = 1
                        AND destroyed_at IS NOT NULL)
                    AND NOT EXISTS (
                        SELECT FROM patient
                        WHERE clinic_id = \(clinic) AND patient_id = \(patient.uuid) AND merged_into IS NOT NULL)
                """)
    }
}
