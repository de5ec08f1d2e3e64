public import EventSourcing
public import Identifiers

/// The state of one prescription, without its medical content; `course` is `nil` if there is no such prescription.
public struct KnownPrescription: EventSourced {
    public private(set) var course: PrescriptionCourse?

    public static let initial = KnownPrescription()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .prescription(let event) = recorded.event else { return }
        if case .issued(let issued) = event { course = PrescriptionCourse(issued) }
        course?.evolve(event)
    }
}

/// The prescriptions of a patient that were issued in one year, with their medical content.
public struct PatientPrescriptions: EventSourced {
    struct Entry: Sendable {
        /// The medical content of the prescription; `nil` if it was erased.
        let medication: PrescribedMedication?
        var course: PrescriptionCourse
    }

    private(set) var entries: [Entry] = []

    public static let initial = PatientPrescriptions()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .prescription(let event) = recorded.event else { return }
        if case .issued(let issued) = event {
            entries.append(Entry(medication: issued.medication.value, course: PrescriptionCourse(issued)))
        }
        for index in entries.indices where entries[index].course.prescription.id == event.prescription.id {
            entries[index].course.evolve(event)
        }
    }

    /// The prescriptions that are in use on a day: the drug may still be given out, or the quantity of the last
    /// dispensing still lasts.
    func inUse(on today: CivilDate) -> [(id: ID<Prescription>, drug: PrescribedDrug)] {
        entries.compactMap { entry in
            guard let medication = entry.medication,
                entry.course.isInUse(on: today, for: medication.durationDays)
            else { return nil }
            return (entry.course.prescription.id, medication.drug)
        }
    }
}

extension Subject<KnownPrescription> {
    public static func prescription(_ id: ID<Prescription>) -> Subject<KnownPrescription> {
        Subject(.prescription(id))
    }
}

extension Subject<PatientPrescriptions> {
    /// The patient's prescriptions that were issued in the calendar year of the given date.
    static func prescriptions(of patient: ID<Patient>, inYearOf date: CivilDate) -> Subject<PatientPrescriptions> {
        Subject(.prescriptions(of: patient, date))
    }
}
