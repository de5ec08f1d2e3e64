import EventSourcing
import Identifiers

/// Finds places for the visits of a series, and collects those that cannot take place.
struct SeriesPlan {
    let settings: ClinicSettings
    let now: Instant
    private(set) var conflicts: [SeriesConflict] = []
    /// The places that have been found for visits of the series. Each new place is compared with them: when the whole
    /// series moves, visits that were moved singly before may overlap each other, or take a chair in each other's
    /// buffers.
    private var placed: [Place] = []

    init(settings: ClinicSettings, now: Instant) {
        self.settings = settings
        self.now = now
    }

    /// Finds a place for a visit; `nil` if the visit cannot take place, which is noted as a conflict.
    ///
    /// - Parameter moved: the present place of a visit that is moved; `nil` for a new visit.
    /// - Throws: the reason why no visit of the series can take place.
    mutating func place(
        _ local: LocalDateTime, _ service: Service, _ length: VisitLength, _ doctor: ID<StaffMember>,
        _ visitor: Visitor,
        moving moved: Place? = nil, _ model: inout DecisionModel<ClinicEvent>
    ) throws(PlacementRejection) -> Placed? {
        guard let start = settings.zone.instant(local) else {
            conflicts.append(SeriesConflict(date: local.date, reason: .clocksSkip, alternatives: []))
            return nil
        }
        let placement = Placement(
            service: service, length: length, start: start, doctor: doctor, chair: nil, preferredChair: moved?.chair,
            seeker: TimeSeeker(side: .staff, visitor: visitor), moved: moved)
        do {
            let found = try placement.placeOnly(&model, settings, at: now)
            let place = found.place
            let isPatientBusy = placed.contains { $0.slot.overlaps(place.slot) }
            let isChairTaken = placed.contains { $0.chair == place.chair && $0.chairSlot.overlaps(place.chairSlot) }
            if isPatientBusy || isChairTaken {
                conflicts.append(
                    SeriesConflict(date: local.date, reason: isPatientBusy ? .patientBusy : .noChair, alternatives: []))
                return nil
            }
            placed.append(place)
            return found
        } catch {
            guard case .notFree(let obstacle, _) = error else { throw error }
            // A search for alternatives to a visit of a series reads many days, so only the first conflicts of a series
            // get alternatives.
            let hasSearch = conflicts.count < SeriesConflict.mostWithAlternatives
            conflicts.append(
                SeriesConflict(
                    date: local.date, reason: VisitRefusal(obstacle),
                    alternatives: hasSearch ? placement.alternatives(&model, settings, at: now) : []))
            return nil
        }
    }
}
