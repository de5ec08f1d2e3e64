import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import SQL

/// A signed link to a file's content, or to a thumbnail of it. The link is valid for a short time.
struct FileLink: Sendable {
    let path: String
    let expiresAt: Instant

    /// The number of minutes for which a link to a file's content is valid.
    static let minutes: Int64 = 5

    static let codec = object(
        FileLink.init(path:expiresAt:),
        field("path", \.path, Codec<String>.string(1...300).described("The path of the content on this server.")),
        field("expires_at", \.expiresAt, .instant.described("Until when (exclusive) the link is valid, in UTC."))
    ).described("A link to a file's content.").named("FileLink")
}

/// The session for which links to files are made, and until when (exclusive) they are valid.
package struct LinkTerm: Sendable {
    let session: UUIDBytes
    let until: Instant
}

extension FileLink {
    /// Signs a link to a file's content, for use while the session has access to the file.
    init(
        to file: UUIDBytes, for session: UUIDBytes, until: Instant, size: ContentSize = .original,
        by identity: Identity
    ) {
        let token = identity.sign(
            FileToken(session: session, file: file, until: until, isThumbnail: size == .thumbnail))
        self.init(path: "/api/v1/public/files/\(token)", expiresAt: until)
    }
}

extension LoopServices {
    /// The patient of a file that the principal may see: a patient who looks at a file of their own or of a dependant,
    /// or a member of staff to whom the record is open and the file's category is shown, or sent in the inbox.
    ///
    /// - Throws: 404 if the principal may not see the file, and 403 if the record is restricted.
    func patient(of file: ID<PatientFile>, for principal: Principal, _ call: ServerCall) async throws -> ID<Patient> {
        let clinic = principal.clinic
        if let caller = Caller<PatientOnly>(principal) {
            return try await ofLog(call) { () throws(LogFailure<Problem>) in
                try await log.read(clinic) { model throws(Problem) in
                    try FilesAPI.patient(of: file, for: caller, &model)
                }
            }
        }
        guard Caller<Staff>(principal) != nil else { throw Problem.notFound }
        let reader = RecordReader(principal)
        let (patient, isVisible) = try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await log.read(clinic) { model throws(Problem) in try reader.owner(of: file, &model, at: call.now) }
        }
        if !isVisible {
            let sent = FileQueries.isSent(to: reader, patient, in: clinic)
            let rows = try await documents.read(
                "SELECT f.file_id FROM file AS f WHERE f.clinic_id = \(clinic) AND f.file_id = \(file) AND \(sent)",
                of: clinic)
            guard !rows.isEmpty else { throw Problem.notFound }
        }
        return patient
    }
}
