import ClinicTestSupport
import Foundation

extension HTTPAnswer {
    /// Decodes the answer's body as the apps do, with Foundation's `JSONDecoder`, which fails if a member is missing.
    /// Dates are decoded as ISO 8601 without fractions of a second.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(body))
    }
}

extension Encodable {
    /// The value as the body of an app's request, with dates as ISO 8601.
    var encodedByApp: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
