import Clinic
import EventLoop
import Identifiers
import JSON
import PostgresClient
import SQL

extension LoopServices {
    /// Writes the contents of a patient's files into a folder, each under the id of the patient's file. One piece of a
    /// content is in memory at a time. The writing blocks the loop, so call this only in a process that serves no
    /// requests.
    ///
    /// - Returns: the ids of the files whose content is missing or damaged; the others are written.
    package func writeContents(
        of patient: ID<Patient>, _ clinic: UUIDBytes, from contents: FileFolder, into folder: String
    ) async throws -> [ID<PatientFile>] {
        let rows = try await documents.read(
            """
            SELECT document FROM file
            WHERE clinic_id = \(clinic) AND patient_id = \(patient) AND status = 'stored' ORDER BY file_id
            """, of: clinic)
        try FileTree.makeFolder(folder)
        var damaged: [ID<PatientFile>] = []
        for row in rows {
            let document = try Files.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
            let path = "\(folder)/\(document.id).\(document.type.suffix)"
            do {
                let sealed = try SealedFile(contents.place(of: document.address))
                guard sealed.size == document.size else { throw ContentDamaged() }
                let key = try await fileKey(of: document.id, salt: sealed.salt, patient: patient, clinic)
                let file = try OpenFile.create(path)
                do {
                    for number in 0..<sealed.pieces { try file.append(try sealed.piece(number, key)) }
                    try file.synchronize()
                } catch {
                    try FileTree.remove(path)
                    throw error
                }
            } catch is ContentDamaged { damaged.append(document.id) }
        }
        return damaged
    }
}
