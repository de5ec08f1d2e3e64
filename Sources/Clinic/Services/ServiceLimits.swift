import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The conditions for booking a service. A condition that the service does not have is `nil`.
public struct ServiceLimits: Hashable, Sendable {
    /// The people who may book the service; `nil` for everybody.
    public let bookedBy: ServiceBookers?
    /// The age in years from which patients may book the service themselves.
    public let minimumAge: Int?
    /// The amount that the clinic collects before a visit for the service. Bookings do not depend on it.
    public let deposit: Money?
    /// The equipment that a chair must have for the service.
    public let needs: [String]?

    public static let none = ServiceLimits()

    public init(
        bookedBy: ServiceBookers? = nil, minimumAge: Int? = nil, deposit: Money? = nil, needs: [String]? = nil
    ) {
        self.bookedBy = bookedBy
        self.minimumAge = minimumAge
        self.deposit = deposit
        self.needs = needs
    }
}

/// The people who may book a service: the staff and the patients who have had a visit, or only the staff.
public enum ServiceBookers: String, Hashable, Sendable, CaseIterable {
    case knownPatients = "known_patients"
    case staff
}

/// The reason why a patient may not book an offered service themselves; the staff may book it for them.
public enum ServiceRefusal: String, Hashable, Sendable, CaseIterable {
    case staffOnly = "staff_only"
    case knownPatientsOnly = "known_patients_only"
    case tooYoung = "too_young"

    var problem: Problem { Problem(.serviceNotForPatient).with("reason", self, .stringEnum) }
}

extension ServiceLimits {
    /// Checks that a patient may book the service themselves.
    ///
    /// - Parameter date: the day of the visit; `nil` if it is not known yet, so that the age is not checked.
    /// - Throws: the reason why the patient may not, converted to the rejection of the calling command.
    func check<Rejection: Error>(
        _ patient: ID<Patient>, on date: CivilDate?, _ model: inout DecisionModel<ClinicEvent>, at now: Instant,
        else rejection: (ServiceRefusal) -> Rejection
    ) throws(Rejection) {
        switch bookedBy {
        case nil: break
        case .staff: throw rejection(.staffOnly)
        case .knownPatients:
            let agendas = model.records(ofPersonWith: patient).map { Subject<PatientAgenda>.patientYears($0) }
            try model.require(
                oneOf: agendas, { $0.taken.contains { $0.slot.end <= now } }, else: rejection(.knownPatientsOnly))
        }
        guard let date, let minimumAge else { return }
        try model.require(
            .patient(patient), { date >= $0.birthday(minimumAge) ?? date }, else: rejection(.tooYoung))
    }

    /// The day on which a patient reaches the minimum age for the service; `nil` if there is none or the birth date is
    /// not known.
    func firstDay(for patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>) -> CivilDate? {
        minimumAge.flatMap { model[.patient(patient)].birthday($0) }
    }
}

extension Patient {
    /// The day on which the patient reaches an age in years; `nil` if the birth date is not known.
    fileprivate func birthday(_ age: Int) -> CivilDate? { details?.birthDate.value?.adding(months: age * 12) }
}

extension Chair {
    /// Whether the chair has all the equipment that the service needs. Differences of upper and lower case and of
    /// accents are ignored.
    func has(_ needs: [String]?) -> Bool {
        guard let needs, !needs.isEmpty else { return true }
        let present = Set(equipment.map { FoldedText.fold($0) })
        return needs.allSatisfy { present.contains(FoldedText.fold($0)) }
    }
}

extension Problem.Kind {
    static let serviceNotForPatient = Problem.Kind(
        "service-not-for-patient", 409, "Patients cannot book this service themselves",
        means: """
            The service is booked by the staff (`staff_only`), by patients who have been here before \
            (`known_patients_only`), or from an age on (`too_young`). `reason` says which.
            """,
        remedy: "Ask the patient to call the clinic.",
        members: [
            .member(
                "reason", Codec<ServiceRefusal>.stringEnum.described("The reason why the patient cannot book it."),
                example: .staffOnly)
        ])
}

// JSON members of a service's limits, in answers and requests.

extension Codec where Value == ServiceBookers {
    static var serviceBookers: Codec {
        .stringEnum.described(
            """
            The people who may book it: `known_patients` (the staff, and patients with an appointment whose time is over and which was \
            neither cancelled nor missed) or `staff`; absent: everybody.
            """
        )
    }
}

extension Codec where Value == Int {
    static var minimumAge: Codec {
        .int(1...120).described("From which age in years patients may book it themselves; absent: from any.")
    }
}

extension Codec where Value == Money {
    static var deposit: Codec {
        Money.unsignedCodec.described(
            """
            The amount that the clinic collects before the visit, for instance as a payment without an invoice. A booking \
            does not wait for it. Absent: none.
            """)
    }
}

extension Codec where Value == [String] {
    static var equipment: Codec {
        .array(.name(max: 50), 1...20).described("The equipment that the chair must have; absent: none in particular.")
    }
}
