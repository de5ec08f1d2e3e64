public import Endpoints
public import EventSourcing
public import Identifiers

extension RecordReader {
    /// Whether this reader sees all files of a patient whose record they may open, or only those for the reception.
    public var seesClinicalFiles: Bool { role == .doctor || role == .admin }

    /// The patient of a file that this reader may open.
    ///
    /// - Throws: 404 if there is no such file, or it is not for this role; `restrictedRecord` if the patient's record
    ///   is closed to the reader.
    public func patient(
        of file: ID<PatientFile>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> ID<Patient> {
        let known = model[.file(file)]
        guard let patient = known.patient, seesClinicalFiles || known.category.isForReception else { throw .notFound }
        guard access(to: patient, &model, at: now) != .refused else { throw Problem(.restrictedRecord) }
        return patient
    }
}

extension FilesAPI {
    /// The patient of a file, who is the caller or one of the caller's dependants.
    ///
    /// - Throws: 404 if there is no such file.
    public static func patient(
        of file: ID<PatientFile>, for caller: Caller<PatientOnly>, _ model: inout DecisionModel<ClinicEvent>
    ) throws(Problem) -> ID<Patient> {
        guard let patient = model[.file(file)].patient, Viewer(caller).visible(patient, &model) != nil else {
            throw .notFound
        }
        return patient
    }
}
