/// The recorded examples of the API's operations: the files of `fixtures/examples`, built into the program.
///
/// `ops/examples` records them. `Sources/APIExamples/json` is a symbolic link to that folder.
public enum APIExamples {
    /// The contents of the JSON files, one for each group of operations. A file maps each operation's id to a list of
    /// examples.
    public static let files: [[UInt8]] = [
        PackageResources.Accounts_json, PackageResources.Appointments_json, PackageResources.Audit_json,
        PackageResources.Availability_json, PackageResources.Batches_json, PackageResources.Billing_json,
        PackageResources.Catalogue_json, PackageResources.Chairs_json, PackageResources.Chart_json,
        PackageResources.Clinic_json, PackageResources.Confidentiality_json, PackageResources.Dashboard_json,
        PackageResources.Dental_charts_json, PackageResources.Files_json, PackageResources.Forms_json,
        PackageResources.Guardians_json, PackageResources.Health_json, PackageResources.Identity_json,
        PackageResources.Messages_json, PackageResources.Notifications_json, PackageResources.Pairing_json,
        PackageResources.Patients_json, PackageResources.Prescriptions_json, PackageResources.Recalls_json,
        PackageResources.Recovery_json, PackageResources.Services_json, PackageResources.Staff_json,
        PackageResources.Status_json, PackageResources.Tablets_json, PackageResources.Treatment_plans_json,
        PackageResources.Vault_json, PackageResources.Webhooks_json,
    ]
}
