public import Endpoints
public import EventSourcing
public import Identifiers

extension RecordReader {
    /// Whether a member of staff sees the files of every category in a record that the member may open, or only those
    /// for the reception.
    public var seesClinicalFiles: Bool { role == .doctor || role == .admin }

    /// The patient of a file that this reader may open.
    ///
    /// - Throws: 404 if there is no such file, or the reader's role may not see it; `restrictedRecord` if the patient's
    ///   record is closed to the reader.
    public func patient(
        of file: ID<PatientFile>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> ID<Patient> {
        let (patient, isVisible) = try owner(of: file, &model, at: now)
        guard isVisible else { throw .notFound }
        return patient
    }

    /// The patient of a file on a record that this reader may open, and whether the reader's role sees files of its
    /// category. Other files are visible only in messages (`FileQueries.isSent`).
    ///
    /// - Throws: 404 if there is no such file; `restrictedRecord` if the patient's record is closed to the reader.
    public func owner(
        of file: ID<PatientFile>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> (patient: ID<Patient>, isVisible: Bool) {
        let known = model[.file(file)]
        guard let patient = known.patient else { throw .notFound }
        guard access(to: patient, &model, at: now) != .refused else {
            // A reader who could not see the file anyway is not told that it exists.
            throw seesClinicalFiles || known.category.isForReception ? Problem(.restrictedRecord) : .notFound
        }
        return (patient, seesClinicalFiles || known.category.isForReception)
    }
}

extension FilesAPI {
    /// The patient of a file that the caller may see. The file is on the record of the caller or of one of the caller's
    /// dependants, or on a record that was merged into one of these records.
    ///
    /// - Throws: 404 if there is no such file.
    public static func patient(
        of file: ID<PatientFile>, for caller: Caller<PatientOnly>, _ model: inout DecisionModel<ClinicEvent>
    ) throws(Problem) -> ID<Patient> {
        guard let patient = model[.file(file)].patient else { throw .notFound }
        let survivor = model[.registration(of: patient)].mergedInto ?? patient
        let viewer = Viewer(caller)
        guard [patient, survivor].contains(where: { viewer.visible($0, &model) != nil }) else { throw .notFound }
        return patient
    }
}
