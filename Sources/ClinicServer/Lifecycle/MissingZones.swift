import PostgresClient
import SQL
import TimeZones
import ZoneFiles

/// The error for a zone database that lacks time zones of clinics.
package struct MissingZones: Error, CustomStringConvertible {
    let names: [String]
    let folder: ZoneFolder

    package var description: String {
        "there are clinics in zones that \(folder.path) does not have: \(names.joined(separator: ", ")); "
            + "install the package tzdata, or tzdata-legacy for old names"
    }

    /// Checks that zone rules include the time zones of all clinics.
    ///
    /// - Throws: `MissingZones`, or the error of the database query.
    package static func check(_ rules: ZoneRules, from folder: ZoneFolder, _ reads: PostgresPool) async throws {
        let rows = try await reads.perform(
            "SELECT DISTINCT document ->> 'time_zone' FROM clinic_profile ORDER BY 1", effect: .reads)
        let missing = try rows.map { try $0.text(0) }.filter { rules[$0] == nil }
        if !missing.isEmpty { throw MissingZones(names: missing, folder: folder) }
    }
}
