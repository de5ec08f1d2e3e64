public import Endpoints
import Identifiers
import JSON

/// The endpoints for vital signs of patients.
public enum VitalsAPI {
    public static let tag = ChartAPI.tag

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listVitals,
        recordVitals,
        getVitals,
        enterVitalsInError,
        listOwnVitals,
    ]
}

extension Codec where Value == ID<VitalsReading> {
    static var vitalsID: Codec { .id().described("The id of the reading of vital signs.") }
}
