public import Endpoints

/// The endpoints for treatment chairs.
public enum ChairsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listChairs,
        getChair,
        addChair,
        renameChair,
        retireChair,
        equipChair,
    ]
}
