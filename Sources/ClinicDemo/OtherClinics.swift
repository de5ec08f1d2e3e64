import Identifiers
import PostgresClient
import SQL

/// The error for a demo that would be added to a database with clinics of other origin. The passwords of the demo's
/// accounts are public.
package struct OtherClinics: Error, CustomStringConvertible {
    /// The name of one of these clinics, or its id if it has no name yet.
    let first: String

    package var description: String {
        """
        this database has a clinic that is not the demo's: \(first). The passwords of the demo's accounts are public. \
        Nothing was added. To add the demo's two clinics all the same, give --beside-other-clinics
        """
    }

    /// - Parameter demo: the ids of the demo's clinics.
    static func refuse(beside demo: [UUIDBytes], _ pool: PostgresPool) async throws {
        let rows = try await pool.perform(
            """
            SELECT coalesce(p.document -> 'profile' ->> 'name', f.clinic_id::text)
            FROM clinic_feed AS f LEFT JOIN clinic_profile AS p ON p.clinic_id = f.clinic_id
            WHERE f.clinic_id <> ALL (\(demo)) AND f.last_position > 0
            ORDER BY 1 LIMIT 1
            """, effect: .reads)
        if let first = try rows.first?.text(0) { throw OtherClinics(first: first) }
    }
}
