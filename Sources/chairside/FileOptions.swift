import ArgumentParser
import ClinicServer

/// The options of `chairside serve` for patients' files. Without a folder of contents, the server stores no files.
struct FileOptions: ParsableArguments {
    @Option(
        name: .customLong("files"),
        help: .setting(
            "A folder for the contents of patients' files, outside of the database. All servers of a database need the same one",
            or: .files))
    var folder: String?
    @Option(help: ArgumentHelp("The largest file that can be added, in megabytes.", valueName: "megabytes"))
    var uploadLimit = 512
    @Option(
        help: ArgumentHelp("The largest size of all files of a patient, in megabytes.", valueName: "megabytes"))
    var patientFilesLimit = 10_240
    @Option(
        help: ArgumentHelp(
            "The largest size of all files of a clinic, in megabytes; 0 for any.", valueName: "megabytes"))
    var clinicFilesLimit = 0
    @Option(
        help: .setting(
            "A program that gets each file on its standard input before it is added, such as '/usr/bin/clamdscan --no-summary -'. Exit code 0 accepts the file, and 1 refuses it",
            or: .scanCommand, valueName: "command"))
    var scanCommand: String?

    func resolved() throws -> FileSettings? {
        guard let folder = folder ?? environment(.files) else { return nil }
        guard uploadLimit > 0, patientFilesLimit > 0, clinicFilesLimit >= 0, uploadLimit < 1 << 20,
            patientFilesLimit < 1 << 40, clinicFilesLimit < 1 << 40
        else { throw ValidationError("a limit for files is a positive number of megabytes") }
        var settings = FileSettings(folder: folder)
        settings.uploadLimit = uploadLimit << 20
        settings.patientLimit = Int64(patientFilesLimit) << 20
        if clinicFilesLimit > 0 { settings.clinicLimit = Int64(clinicFilesLimit) << 20 }
        if let command = scanCommand ?? environment(.scanCommand) {
            settings.scanCommand = command.split(separator: " ").map(String.init)
            guard settings.scanCommand?.first?.hasPrefix("/") == true else {
                throw ValidationError("the scan command must begin with a program's full path")
            }
        }
        return settings
    }
}
