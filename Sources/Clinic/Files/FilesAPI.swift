public import Endpoints

/// The endpoints for what is known about patients' files. The server adds those for their content.
public enum FilesAPI {
    public static let tag = "Files"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listFiles,
        getFile,
        removeFile,
        listOwnFiles,
        getOwnFile,
    ]
}
