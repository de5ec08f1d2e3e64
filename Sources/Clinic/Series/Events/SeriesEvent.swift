public import EventSourcing
import Identifiers

/// The events of a series of visits. Each appointment of the series has its own events besides.
public enum SeriesEvent: FeatureEvent {
    case planned(SeriesPlanned)
    case moved(SeriesMoved)
    case cancelled(SeriesCancelled)

    public var payload: any EventPayload {
        switch self {
        case .planned(let payload): payload
        case .moved(let payload): payload
        case .cancelled(let payload): payload
        }
    }

    var series: ID<VisitSeries> {
        switch self {
        case .planned(let payload): payload.series
        case .moved(let payload): payload.series
        case .cancelled(let payload): payload.series
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(SeriesPlanned.self) { .series(.planned($0)) }
            .with(SeriesMoved.self) { .series(.moved($0)) }
            .with(SeriesCancelled.self) { .series(.cancelled($0)) }
    }
}
