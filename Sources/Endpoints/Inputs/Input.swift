import JSON

/// An input of an endpoint: described, read and checked in one place.
public struct Input<Value: Sendable>: Sendable {
    let takes: Takes
    let read: @Sendable (InputReading) throws(InputFailure) -> Value

    init(_ takes: Takes, _ read: @escaping @Sendable (InputReading) throws(InputFailure) -> Value) {
        self.takes = takes
        self.read = read
    }

    /// Reads the input, drops its value, and adds the faults in it to `issues`.
    ///
    /// - Throws: a problem that is not a fault in the input's content, such as a wrong media type.
    func collect(_ reading: InputReading, into issues: inout [InputIssue]) throws(Problem) {
        let failure: InputFailure
        do throws(InputFailure) {
            _ = try read(reading)
            return
        } catch { failure = error }
        try failure.collect(into: &issues)
    }

    /// Returns an input that reads the same parts of a request as this one, and converts the value to another type.
    public func map<Other>(_ change: @escaping @Sendable (Value) -> Other) -> Input<Other> {
        let read = read
        return Input<Other>(takes) { reading throws(InputFailure) in change(try read(reading)) }
    }
}

/// The description of an endpoint's inputs: parameters, body and token.
struct Takes: Sendable {
    var parameters: [Parameter] = []
    var body: Schema?
    var bodyIsOptional = false
    /// The maximum size of a request's body in bytes; `nil` if the server's general limit applies.
    var bodyLimit: Int?
    var upload: [UploadForm] = []
    var bearerToken = false
    var bearerTokenIsOptional = false
    var refreshCookie = false

    mutating func add(_ other: Takes) {
        parameters += other.parameters
        precondition(body == nil || other.body == nil, "an endpoint takes one body")
        body = body ?? other.body
        upload += other.upload
        precondition(body == nil || upload.isEmpty, "an endpoint takes one body")
        bodyIsOptional = bodyIsOptional || other.bodyIsOptional
        bodyLimit = bodyLimit ?? other.bodyLimit
        bearerToken = bearerToken || other.bearerToken
        bearerTokenIsOptional = bearerTokenIsOptional || other.bearerTokenIsOptional
        refreshCookie = refreshCookie || other.refreshCookie
    }
}

/// The reason why an input of an endpoint cannot be read.
enum InputFailure: Error {
    case issues([InputIssue])
    case refused(Problem)

    func collect(into issues: inout [InputIssue]) throws(Problem) {
        switch self {
        case .issues(let more): issues += more
        case .refused(let problem): throw problem
        }
    }

    static func issue(_ place: InputIssue.Place, _ name: String, _ code: String, _ detail: String) -> InputFailure {
        .issues([InputIssue(place, "/" + name, code: code, detail: detail)])
    }

    init(_ problem: DecodingProblem, _ place: InputIssue.Place, _ prefix: String = "") {
        self = .issues(
            problem.issues.map { InputIssue(place, prefix + $0.pointer, code: $0.code, detail: $0.detail) })
    }
}
