import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON

/// A request for an endpoint, generated from the endpoint's description. It has placeholders for the ids of the
/// entities that it is about.
struct MatrixRequest {
    struct Place: Hashable {
        /// The name of the placeholder for an entity's id. It stands in braces in the request's path, query or body.
        let name: String
        let subject: Subject
        let isInPath: Bool
    }

    struct NoSample: Error, CustomStringConvertible {
        let description: String
    }

    let operation: Operation
    private let target: String
    private let body: String?
    let places: [Place]

    /// Creates the request of an endpoint for a role.
    ///
    /// - Throws: `NoSample` if `SampleBodies` has no sample of the endpoint's body, or if a placeholder is unknown.
    init(_ operation: Operation, as role: Role?) throws {
        self.operation = operation
        let asked = operation.parameters.filter { $0.place == .query }.compactMap { parameter -> String? in
            let isSubject = Subject(parameter.name, inPath: false) != nil
            return isSubject || parameter.isRequired ? "\(parameter.name)={\(parameter.name)}" : nil
        }
        target = operation.path.text + (asked.isEmpty ? "" : "?" + asked.joined(separator: "&"))
        if let name = operation.body?.name {
            guard var sample = SampleBodies[name] else { throw NoSample(description: "no body for \(name)") }
            // A patient who books an appointment cannot choose the chair.
            if role == .patient { sample = sample.replacing(#","chair_id":"{chair_id}""#, with: "") }
            body = sample
        } else if operation.takesFile {
            body = "%PDF-1.7 {token}"
        } else {
            guard operation.body == nil else { throw NoSample(description: "\(operation.id) takes a nameless body") }
            body = nil
        }
        var places: [Place] = []
        let inPath = Self.braces(in: operation.path.text)
        for name in inPath + Self.braces(in: asked.joined()) + Self.braces(in: body ?? "") {
            let isInPath = inPath.contains(name)
            if let subject = Subject(name, inPath: isInPath) {
                let place = Place(name: name, subject: subject, isInPath: isInPath)
                if !places.contains(place) { places.append(place) }
            } else if !Self.fillers.contains(name) {
                throw NoSample(description: "\(operation.id) is about a {\(name)} that the matrix does not know")
            }
        }
        self.places = places
    }

    /// The names of placeholders for values that are not ids of entities.
    private static let fillers: Set<String> = [
        "start", "from", "to", "last_day", "date", "new_token", "new_code", "position", "type",
        "token", "since_version", "device_id", "clinic_id", "request_id", "category",
    ]

    private static func braces(in text: String) -> [String] {
        text.matches(of: /\{([a-z_]+)\}/).map { String($0.output.1) }
    }

    /// Sends the request with the given ids, values for the other placeholders (`fillers`) and additional header
    /// fields.
    func send(
        by app: App, ids: [String: String], fillers: [String: String], _ more: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let token = newKey()
        var values = fillers.merging(["new_token": token, "new_code": String(token.prefix(13))]) { given, _ in given }
        values.merge(ids) { $1 }
        var fields = more
        if operation.idempotency != .none { fields["Idempotency-Key"] = more["Idempotency-Key"] ?? newKey() }
        if operation.takesFile { fields["Content-Type"] = "application/pdf" }
        if operation.takesLogo {
            return try await app.send(
                operation.method.rawValue, Self.fill(target, values), bytes: SampleLogo.png, type: "image/png", fields)
        }
        let consent = "X-Privacy-Consent"
        if operation.parameters.contains(where: { $0.name == consent }) { fields[consent] = "accepted" }
        return try await app.send(
            operation.method.rawValue, Self.fill(target, values), body.map { Self.fill($0, values) }, fields)
    }

    private static func fill(_ text: String, _ values: [String: String]) -> String {
        text.replacing(/\{([a-z_]+)\}/) { values[String($0.output.1)] ?? String($0.output.0) }
    }
}

extension Operation {
    /// Whether the body of a generated request is a file of a patient.
    var takesFile: Bool { upload.contains { $0.mediaType == "application/pdf" } }
    /// Whether the body of a generated request is a clinic's logo.
    var takesLogo: Bool { !upload.isEmpty && !takesFile }
}
