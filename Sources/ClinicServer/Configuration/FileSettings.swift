import Foundation

/// The settings for patients' files.
package struct FileSettings: Sendable {
    /// The folder for the contents of patients' files, outside of the database. All servers of one database need the
    /// same folder.
    package var folder: String
    /// The maximum size of an uploaded file in bytes.
    package var uploadLimit = 512 * 1024 * 1024
    /// The maximum size of all files of one patient together, in bytes.
    package var patientLimit: Int64 = 10 * 1024 * 1024 * 1024
    /// The maximum size of all files of one clinic together, in bytes; `nil` for no limit.
    package var clinicLimit: Int64?
    /// The program that gets each content on its standard input before the file is recorded, and its arguments. Its
    /// exit code is 0 if the file is harmless, and 1 if it is not. `nil` if no program checks the files.
    package var scanCommand: [String]?
    /// The path of the program `chairside`, which the server runs for each thumbnail.
    package var thumbnailProgram = FileSettings.ownProgram

    /// The path of the program that this process runs. If an upgrade has replaced the file at the path, this is the
    /// path of the new program.
    private static var ownProgram: String {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        // Linux appends this mark to the link's target if the file was deleted or replaced (proc(5)).
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }

    package init(folder: String) { self.folder = folder }
}
