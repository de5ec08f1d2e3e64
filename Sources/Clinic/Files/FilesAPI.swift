public import Endpoints

/// The endpoints for the documents of patients' files. The module `ClinicServer` adds the endpoints for the files'
/// contents, and the one that removes a file.
public enum FilesAPI {
    public static let tag = "Files"

    /// The part of a description that says which files the reception sees.
    public static let inbox = """
        The reception sees files of the category `document`, and those of messages in its inbox.
        """

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listFiles,
        getFile,
        listOwnFiles,
        getOwnFile,
    ]
}
