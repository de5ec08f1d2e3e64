public import Endpoints
public import EventSourcing
public import Identifiers

/// Emergency access: a member of staff who does not treat a patient must see the restricted record, and gives a reason.
public struct BreakGlass: Decision {
    public let access: ID<EmergencyAccess>
    public let patient: ID<Patient>
    public let reader: RecordReader
    public let reason: Personal<String>

    /// The duration of an emergency access in hours: a shift.
    static let hours: Int64 = 8

    public init(
        _ access: ID<EmergencyAccess>, to patient: ID<Patient>, for reader: RecordReader, reason: Personal<String>
    ) {
        self.access = access
        self.patient = patient
        self.reader = reader
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(GlassRejection)
        -> [ClinicEvent]
    {
        guard model[.registration(of: patient)].isCurrent else { throw .noSuchPatient }
        switch reader.access(to: patient, &model, at: now) {
        case .unrestricted: throw .notRestricted
        case .granted: throw .openAlready
        case .refused: break
        }
        return [
            .emergency(
                .glassBroken(
                    GlassBroken(
                        access: access, patient: patient, account: reader.account, staff: reader.staff,
                        role: reader.role, until: now.adding(hours: BreakGlass.hours), reason: reason)))
        ]
    }
}

/// Why emergency access is rejected.
public enum GlassRejection: ClinicRejection, Hashable {
    case noSuchPatient
    case notRestricted
    /// The record is already open to the caller, by treatment or by an earlier emergency access.
    case openAlready

    public var problem: Problem {
        switch self {
        case .noSuchPatient: .notFound
        case .notRestricted: Problem(.recordNotRestricted)
        case .openAlready: Problem(.recordOpenAlready)
        }
    }
}

extension Problem.Kind {
    public static let recordNotRestricted = Problem.Kind(
        "record-not-restricted", 409, "This record is not restricted; open it as usual",
        means: "Emergency access is for restricted records only.",
        remedy: "Read the record without emergency access.")
    public static let recordOpenAlready = Problem.Kind(
        "record-open-already", 409, "This record is open to you already",
        means: "The caller treats the patient, or has emergency access that has not ended yet.",
        remedy: "Read the record.")
}
