import Clinic
import Crypto
import Endpoints
import HTTPServer
import Identifiers
import JSON
import PostgresClient
import SQL

extension LoopServices {
    /// The maximum number of logo images that are stored for one clinic. The shown logo counts, and so does each image
    /// that was stored in the last ten minutes.
    private static let mostLogos: Int64 = 16

    /// Stores the content of a clinic's logo, before the command that records it.
    ///
    /// - Throws: 503 if the clinic has changed its logo so often within ten minutes that `mostLogos` contents are
    ///   stored.
    func storeLogo(
        _ content: [UInt8], _ type: ClinicLogo.MediaType, of clinic: UUIDBytes
    ) async throws -> PreparedUpload {
        let sha256 = hexadecimal(SHA256.hash(data: content))
        let rows = try await reads.perform([
            .deleteHiddenLogos(where: "l.clinic_id = \(clinic)"),
            """
            INSERT INTO clinic_logo (clinic_id, sha256, content)
            SELECT \(clinic), \(sha256), \(Bytes(content))
            WHERE (SELECT count(*) FROM clinic_logo WHERE clinic_id = \(clinic)) < \(Self.mostLogos)
            ON CONFLICT (clinic_id, sha256) DO UPDATE SET stored_at = now()
            RETURNING sha256
            """,
        ])
        guard rows.last?.isEmpty == false else { throw Problem.unavailable() }
        return PreparedUpload(
            file: nil, command: ProfileAPI.changeLogo(to: ClinicLogo(type: type, sha256: sha256)),
            size: Int64(content.count), digest: Array(sha256.utf8), settle: { _ in })
    }

    /// The answer with a clinic's logo, or 304.
    ///
    /// - Throws: 404 if the clinic has none.
    func logo(of clinic: UUIDBytes, _ call: ServerCall) async throws -> WorkAnswer {
        let found = try await reads.perform(
            """
            SELECT document -> 'logo' FROM clinic_profile
            WHERE clinic_id = \(clinic) AND document -> 'logo' IS NOT NULL
            """, effect: .reads)
        guard let row = found.first else { throw Problem.notFound }
        let logo = try ClinicLogo.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        let etag = EntityTag(logo.sha256)
        switch try call.preconditions().reading(etag) {
        case .show: break
        case .notModified: return WorkAnswer(.notModified(etag, caching: call.operation.caching))
        case .failed: throw Problem(.preconditionFailed)
        }
        let contents = try await reads.perform(
            "SELECT content FROM clinic_logo WHERE clinic_id = \(clinic) AND sha256 = \(logo.sha256)",
            effect: .reads)
        // The clinic may have removed its logo after the row with the logo's hash was read.
        guard let content = contents.first else { throw Problem.notFound }
        return WorkAnswer(
            .image(try content.bytes(0), logo.type.rawValue, etag: etag, caching: call.operation.caching))
    }
}

extension Statement {
    /// A statement that deletes contents of logos that are not shown. A content that was stored in the last ten minutes
    /// stays, since its event may be about to be appended.
    ///
    /// - Parameter condition: the SQL condition that chooses the contents; it names the table `clinic_logo` as `l`.
    package static func deleteHiddenLogos(where condition: Statement = "true") -> Statement {
        """
        DELETE FROM clinic_logo AS l
        WHERE l.stored_at < now() - interval '10 minutes' AND \(condition) AND l.sha256 IS DISTINCT FROM (
            SELECT p.document -> 'logo' ->> 'sha256' FROM clinic_profile AS p WHERE p.clinic_id = l.clinic_id)
        """
    }
}
