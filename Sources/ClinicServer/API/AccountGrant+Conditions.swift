import Clinic
import Identifiers
import Identity
import SQL

/// The clinic's data about a person may change while a password is hashed. So it is checked again in the transaction
/// that grants the login, under locks that such a change must wait for.
extension AccountGrant.Condition {
    /// The member of staff is active and has this role.
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

    /// The key to the patient's identity has not been destroyed.
    static func isNotErased(_ patient: ID<Patient>, in clinic: UUIDBytes) -> Self {
        Self(
            lock: """
                SELECT FROM person_key
                WHERE clinic_id = \(clinic) AND person_id = \(patient.uuid) AND retention = 1 FOR SHARE
                """,
            holds: """
                NOT EXISTS (
                    SELECT FROM person_key
                    WHERE clinic_id = \(clinic) AND person_id = \(patient.uuid) AND retention = 1
                        AND destroyed_at IS NOT NULL)
                """)
    }
}
