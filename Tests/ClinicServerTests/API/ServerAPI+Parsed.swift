import ClinicServer
import JSON

extension ServerAPI {
    /// The API's description as JSON. It is larger than a request may be.
    static func parsedDescription() throws -> JSONValue {
        try JSONValue(parsing: description(), limits: ParsingLimits(bytes: 1 << 24, values: 10_000_000))
    }
}
