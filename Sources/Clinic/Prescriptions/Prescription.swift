public import EventSourcing
public import Identifiers
public import JSON

/// The parts of a prescription that each of its events repeats: its id, its patient and the day of its issue.
///
/// Prescriptions are counted and compared by the year of this day, and the events have a tag for each year.
public struct Prescription: Hashable, Sendable {
    public let id: ID<Prescription>
    public let patient: ID<Patient>
    /// The day on which the prescription was issued, by the clinic's calendar.
    public let issuedOn: CivilDate

    public init(id: ID<Prescription>, patient: ID<Patient>, issuedOn: CivilDate) {
        self.id = id
        self.patient = patient
        self.issuedOn = issuedOn
    }

    static let codec = object(
        Prescription.init(id:patient:issuedOn:), field("prescription_id", \.id, .id()),
        field("patient_id", \.patient, .id()), field("issued_on", \.issuedOn, .date))

    var tags: [Tag] { [.prescription(id), .prescriptions(of: patient, issuedOn)] }

    /// The maximum validity of a prescription in days. A new prescription is compared only with prescriptions of the
    /// last three calendar years, which is enough because of this maximum.
    static let longestValidityInDays = 365
    /// The validity of a prescription in days if the doctor names no last day.
    static let usualValidityInDays = 90
}

/// The status of a prescription. `expired` is computed from the present day, and no event records it.
public enum PrescriptionStatus: String, CaseIterable, Hashable, Sendable {
    case active
    /// The quantity was given out as often as the prescription allows.
    case completed
    /// The treatment with the drug was ended.
    case stopped
    /// The prescription was withdrawn before the drug was given out.
    case cancelled
    case expired
    case enteredInError = "entered_in_error"

    static let codec = Codec<PrescriptionStatus>.stringEnum.described(
        """
        `active`: the quantity may be given out. `completed`: the quantity was given out as often as allowed. \
        `stopped`: the treatment was ended. `cancelled`: the prescription was withdrawn before anything was given out. \
        `expired`: the last valid day is over. `entered_in_error`: the prescription was issued by mistake.
        """)
}

/// The state of a prescription that decisions need: the dispensings and the end.
public struct PrescriptionCourse: Hashable, Sendable {
    public let prescription: Prescription
    public let validUntil: CivilDate
    public let refills: Int
    /// The days on which the prescription's quantity was given out, by the clinic's calendar.
    public private(set) var dispensedOn: [CivilDate] = []
    public private(set) var end: PrescriptionEnd?

    init(_ issued: PrescriptionIssued) {
        prescription = issued.prescription
        validUntil = issued.validUntil
        refills = issued.refills
    }

    mutating func evolve(_ event: PrescriptionEvent) {
        switch event {
        case .issued: break
        case .dispensed(let dispensed): dispensedOn.append(dispensed.dispensedOn)
        case .ended(let ended): end = ended.end
        }
    }

    public func status(on today: CivilDate) -> PrescriptionStatus {
        if let end { return end.status }
        if dispensedOn.count > refills { return .completed }
        return today > validUntil ? .expired : .active
    }

    /// Whether the prescription is in use on a day: the drug may still be given out, or the quantity of the last
    /// dispensing still lasts.
    ///
    /// - Parameter days: the number of days for which the quantity of one dispensing lasts.
    func isInUse(on today: CivilDate, for days: Int) -> Bool {
        guard end == nil else { return false }
        return status(on: today) == .active || dispensedOn.last.map { today <= $0.adding(days: days) } ?? false
    }
}

/// The way in which a prescription was ended.
public enum PrescriptionEnd: String, CaseIterable, Hashable, Sendable {
    case stopped, cancelled
    case enteredInError = "entered_in_error"

    var status: PrescriptionStatus {
        switch self {
        case .stopped: .stopped
        case .cancelled: .cancelled
        case .enteredInError: .enteredInError
        }
    }
}

extension Codec where Value == ID<Prescription> {
    public static var prescriptionID: Codec { .id().described("The prescription's id.") }
}
