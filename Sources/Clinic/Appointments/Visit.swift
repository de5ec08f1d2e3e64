public import EventSourcing
public import Identifiers

/// Who comes to whom, where and when: what every event about an appointment says of it, so that whoever counts days,
/// doctors or patients needs no other event to understand one.
public struct Visit: Hashable, Sendable {
    public let appointment: ID<Appointment>
    public let patient: ID<Patient>
    public let service: ID<Service>
    public let place: Place

    public init(appointment: ID<Appointment>, patient: ID<Patient>, service: ID<Service>, place: Place) {
        self.appointment = appointment
        self.patient = patient
        self.service = service
        self.place = place
    }

    public func moved(to place: Place) -> Visit {
        Visit(appointment: appointment, patient: patient, service: service, place: place)
    }
}

/// A doctor's and a chair's time on one day of the clinic's calendar.
public struct Place: Hashable, Sendable {
    public let doctor: ID<StaffMember>
    public let chair: ID<Chair>
    /// The day in the clinic's zone that the whole slot lies in.
    public let date: CivilDate
    public let slot: Slot

    public init(doctor: ID<StaffMember>, chair: ID<Chair>, date: CivilDate, slot: Slot) {
        self.doctor = doctor
        self.chair = chair
        self.date = date
        self.slot = slot
    }

    /// Whose time it changes.
    func dayTags(with patient: ID<Patient>) -> [Tag] {
        [.patientYear(patient, date), .doctorDay(doctor, date), .chairDay(chair, date)]
    }
}

/// What was agreed on besides the time; later renamings and changes of the rules do not reach back.
public struct VisitTerms: Hashable, Sendable {
    public let serviceName: String
    public let doctorName: String
    public let chairName: String
    /// The patient may cancel or move it before this instant (O15).
    public let cancelBefore: Instant

    public init(serviceName: String, doctorName: String, chairName: String, cancelBefore: Instant) {
        self.serviceName = serviceName
        self.doctorName = doctorName
        self.chairName = chairName
        self.cancelBefore = cancelBefore
    }
}
