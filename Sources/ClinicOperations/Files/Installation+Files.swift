import ClinicServer
import EventLoop
import PostgresClient
import SQL

/// The result of a comparison of the contents of patients' files with the database.
package struct FilesReport: Sendable {
    /// The number of files whose content should be in the folder of contents.
    package fileprivate(set) var files = 0
    /// A line for each file whose content is missing or damaged, and for each content that belongs to no file.
    package fileprivate(set) var findings: [String] = []
    /// The number of stored contents that belong to no file, or to a removed or erased one.
    package fileprivate(set) var superfluous = 0
}

extension Installation {
    /// Compares the folder of contents with the database.
    ///
    /// - Parameters:
    ///   - removes: whether contents are deleted that belong to no file, or to a removed or erased one. Contents of the
    ///     last hour that belong to no file stay, since the file may be about to be recorded.
    ///   - progress: called with the number of checked files, and of all files.
    package func verifyFiles(
        in folder: String, removing removes: Bool,
        _ progress: @escaping @Sendable (_ done: Int64, _ all: Int64) -> Void
    ) async throws -> FilesReport {
        try await withServices { services in
            let contents = FileFolder(path: folder)
            // The folder of contents is read before the database. Otherwise a content that is stored in between would
            // seem to belong to no file.
            let addresses = try contents.addresses()
            var report = FilesReport()
            var named: Set<String> = []
            var last = ""
            let count = try await services.reads.perform(
                "SELECT count(*) FROM file WHERE status = 'stored'", effect: .reads)
            let all = try count.first?.int64(0) ?? 0
            while true {
                let rows = try await services.reads.perform(
                    """
                    SELECT address, clinic_id::text, file_id::text, status FROM file WHERE address > \(last)
                    ORDER BY address LIMIT 1000
                    """, effect: .reads)
                for row in rows {
                    last = try row.text(0)
                    let file = try "file \(row.text(2)) of clinic \(row.text(1))"
                    guard try row.text(3) == "stored" else { continue }
                    named.insert(last)
                    report.files += 1
                    if !contents.has(last) {
                        report.findings.append("\(file): its content \(last) is missing")
                    } else if try !contents.isWhole(last) {
                        report.findings.append("\(file): its content \(last) is damaged")
                    }
                    progress(Int64(report.files), all)
                }
                if rows.count == 0 { break }
            }
            for address in addresses where !named.contains(address) {
                if contents.isRecent(address, at: .now) { continue }
                report.superfluous += 1
                if removes {
                    try contents.remove(address)
                } else {
                    report.findings.append("\(address) belongs to no file, or to a removed or erased one")
                }
            }
            return report
        }
    }
}
