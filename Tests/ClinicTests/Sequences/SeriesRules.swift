import Clinic
import EventSourcing
import Identifiers

/// The rules for series, which must hold after every sequence of commands.
enum SeriesRules {
    /// The faults of all series: a visit twice, or a visit that is not an appointment of the series' patient.
    static func faults(in clinic: ClinicInMemory) -> [String] {
        clinic.feed.flatMap { recorded -> [String] in
            guard case .series(.planned(let planned)) = recorded.event else { return [] }
            guard case .made(let course) = clinic.state(Subject<VisitSeries>(.series(planned.series))) else {
                return ["a series without a state"]
            }
            let ids = course.visits.map(\.appointment)
            let areOfPatient = ids.allSatisfy { id in
                clinic.state(Subject<Appointment>(.appointment(id))).course?.visit.patient == course.patient
            }
            return (Set(ids).count == ids.count ? [] : ["a visit twice in a series"])
                + (areOfPatient ? [] : ["a series with a visit that is not its patient's"])
        }
    }
}
