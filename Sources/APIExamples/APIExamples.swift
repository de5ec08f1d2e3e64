/// The recorded examples of the API's operations: the files of `fixtures/examples`, built into the program.
///
/// `ops/examples` records them. `Sources/APIExamples/json` leads to the folder.
public enum APIExamples {
    /// A file for each group of operations: an object with a list of examples for each operation's id.
    public static let files: [[UInt8]] = [
        PackageResources.Accounts_json, PackageResources.Appointments_json, PackageResources.Audit_json,
        PackageResources.Availability_json, PackageResources.Billing_json, PackageResources.Chairs_json,
        PackageResources.Clinic_json, PackageResources.Confidentiality_json, PackageResources.Dashboard_json,
        PackageResources.Guardians_json, PackageResources.Identity_json, PackageResources.Patients_json,
        PackageResources.Services_json, PackageResources.Staff_json, PackageResources.Status_json,
        PackageResources.Tablets_json,
    ]
}
