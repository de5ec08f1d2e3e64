public import Endpoints

/// The endpoints for what is known about patients' files. The server adds those for their content, and puts the one
/// that removes a file behind them.
public enum FilesAPI {
    public static let tag = "Files"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listFiles,
        getFile,
        listOwnFiles,
        getOwnFile,
    ]
}
