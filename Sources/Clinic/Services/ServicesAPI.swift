public import Endpoints

/// The endpoints for the clinic's services, with duration and price.
public enum ServicesAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listServices,
        getService,
        createService,
        changeService,
        retireService,
        setRecallRule,
        removeRecallRule,
    ]
}
