public import EventSourcing
public import Identifiers

/// Patient, doctor, chair, service and time of an appointment. Every event about an appointment contains all of them,
/// so that a projection of days, doctors or patients needs no other event.
public struct Visit: Hashable, Sendable {
    public let appointment: ID<Appointment>
    public let patient: ID<Patient>
    public let service: ID<Service>
    public let place: Place
    /// The items of treatment plans that the visit is for.
    public let treatment: [PlannedItem]
    /// The series with which the visit was planned; `nil` for a visit that was planned alone, and in events from before
    /// visits named their series.
    public let series: ID<VisitSeries>?

    public init(
        appointment: ID<Appointment>, patient: ID<Patient>, service: ID<Service>, place: Place,
        treatment: [PlannedItem] = [], series: ID<VisitSeries>? = nil
    ) {
        self.appointment = appointment
        self.patient = patient
        self.service = service
        self.place = place
        self.treatment = treatment
        self.series = series
    }

    public func moved(to place: Place) -> Visit {
        Visit(
            appointment: appointment, patient: patient, service: service, place: place, treatment: treatment,
            series: series)
    }

    /// The visit as a part of a series. The events of a series name it, also for visits that were booked before visits
    /// named their series.
    func planned(in series: ID<VisitSeries>) -> Visit {
        Visit(
            appointment: appointment, patient: patient, service: service, place: place, treatment: treatment,
            series: series)
    }

    /// The visit for another service and other items of treatment plans, at another place.
    func changed(to service: ID<Service>, for treatment: [PlannedItem], at place: Place) -> Visit {
        Visit(
            appointment: appointment, patient: patient, service: service, place: place, treatment: treatment,
            series: series)
    }
}

/// The doctor, the chair, the day and the slot of an appointment or of a hold.
public struct Place: Hashable, Sendable {
    public let doctor: ID<StaffMember>
    public let chair: ID<Chair>
    /// The day of the clinic's calendar that contains the whole slot.
    public let date: CivilDate
    public let slot: Slot
    /// The minutes in which the chair is taken before and after the slot; `nil` if the chair is taken only during the
    /// slot.
    public let buffers: ChairBuffers?
    /// The hygienist and the segments of the visit; `nil` if the doctor treats the whole time.
    public let segments: VisitSegments?
    /// The service's capacity when this patient was booked; `nil` if the visit is for one patient only.
    public let capacity: Int?

    public init(
        doctor: ID<StaffMember>, chair: ID<Chair>, date: CivilDate, slot: Slot, buffers: ChairBuffers? = nil,
        segments: VisitSegments? = nil, capacity: Int? = nil
    ) {
        self.doctor = doctor
        self.chair = chair
        self.date = date
        self.slot = slot
        self.buffers = buffers
        self.segments = segments
        self.capacity = capacity
    }

    /// The time in which the chair is taken: the slot with its buffers.
    public var chairSlot: Slot { buffers?.around(slot) ?? slot }

    /// The tags of the patient's year, the doctor's day, the chair's day and the hygienist's day that contain the slot.
    func dayTags(with patient: ID<Patient>) -> [Tag] {
        var tags: [Tag] = [.patientYear(patient, date), .doctorDay(doctor, date), .chairDay(chair, date)]
        if let segments { tags.append(.doctorDay(segments.hygienist, date)) }
        return tags
    }
}

/// The terms of a visit besides its time, as they were at its booking or its last change. Later changes of names and
/// rules in the settings do not affect them.
public struct VisitTerms: Hashable, Sendable {
    public let serviceName: String
    public let doctorName: String
    public let chairName: String
    /// The name of the hygienist; `nil` if the visit has none.
    public let hygienistName: String?
    /// The instant before which the patient may cancel or move the visit.
    public let cancelBefore: Instant
    /// The services of the visit besides the first.
    public let furtherServices: [BookedService]

    public init(
        serviceName: String, doctorName: String, chairName: String, hygienistName: String? = nil,
        cancelBefore: Instant, furtherServices: [BookedService] = []
    ) {
        self.serviceName = serviceName
        self.doctorName = doctorName
        self.chairName = chairName
        self.hygienistName = hygienistName
        self.cancelBefore = cancelBefore
        self.furtherServices = furtherServices
    }

    init(
        serviceName: String, doctorName: String, chairName: String, hygienistName: String?, cancelBefore: Instant,
        furtherServicesIfAny: [BookedService]?
    ) {
        self.init(
            serviceName: serviceName, doctorName: doctorName, chairName: chairName, hygienistName: hygienistName,
            cancelBefore: cancelBefore, furtherServices: furtherServicesIfAny ?? [])
    }

    /// The visit's services besides the first; `nil` if there are none, so that the JSON of events leaves the member
    /// out.
    var furtherServicesIfAny: [BookedService]? { furtherServices.isEmpty ? nil : furtherServices }

    /// A copy of a visit's terms with another time until which the patient may cancel.
    func with(cancelBefore: Instant) -> VisitTerms {
        VisitTerms(
            serviceName: serviceName, doctorName: doctorName, chairName: chairName, hygienistName: hygienistName,
            cancelBefore: cancelBefore, furtherServices: furtherServices)
    }
}
