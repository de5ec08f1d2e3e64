import Clinic
import Endpoints
import EventSourcing
import Identifiers

/// The decisions about files and messages, for `BoundedReadsTests`.
extension Walk {
    private var file: ID<PatientFile> { 0xf4 }
    private var reader: RecordReader { RestrictionTests.reader(9, .doctor) }
    private var limits: FileLimits { FileLimits(bytes: 1 << 30) }

    mutating func prepareFiles() throws {
        try desk.run(AddFile(added(file), by: .staff(reader), within: limits), at: noon)
    }

    /// The number of events that each decision about files or messages reads, by the decision's name.
    func fileReads() throws -> [(String, Int)] {
        try [
            read(AddFile(added(0xff), by: .staff(reader), within: limits)),
            read(AddFile(added(0xfe), by: .patient(Practice.patient(1)), within: limits)),
            read(RemoveFile(file, by: reader, reason: Personal("Mistake"))),
        ] + messageReads()
    }

    private func added(_ id: ID<PatientFile>) -> FileAdded {
        FileTests.added(id, 100, .document, of: Practice.patient(1))
    }
}
