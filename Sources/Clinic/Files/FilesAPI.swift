public import Endpoints

/// The endpoints for the documents of patients' files. The module `ClinicServer` adds the endpoints for the files'
/// contents, and the one that removes a file.
public enum FilesAPI {
    public static let tag = "Files"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listFiles,
        getFile,
        listOwnFiles,
        getOwnFile,
    ]
}
