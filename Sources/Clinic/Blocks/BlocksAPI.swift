public import Endpoints

/// The endpoints for time in which nothing is booked though it is for no patient.
public enum BlocksAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listBlocks,
        blockTime,
        removeBlock,
    ]

    static let tag = "Availability"
}
