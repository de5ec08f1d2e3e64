import Clinic
import Identifiers
import Identity
import SQL

/// What the clinic knew of somebody may have changed while a password was hashed: it is asked once more where the login is
/// given, and what would change it waits for that, or is waited for.
extension AccountGrant.Condition {
    /// Works here, as this.
    static func isOnStaff(_ member: ID<StaffMember>, as roles: StaffRoles, in clinic: UUIDBytes) -> Self {
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

    /// The key to who the patient is has not been destroyed.
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
