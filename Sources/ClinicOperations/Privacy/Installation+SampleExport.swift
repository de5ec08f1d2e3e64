import ClinicServer
import Health
import Identifiers
import JSON

/// The form in which a person's health samples are exported.
package enum SampleFormat: String, CaseIterable, Sendable {
    case csv, json
}

extension Installation {
    /// Exports all health samples of a person, as CSV or as a JSON array. The export is recorded as a device event.
    ///
    /// - Parameters:
    ///   - account: the account's e-mail address or id.
    ///   - write: a function that receives the parts of the output, in order.
    /// - Throws: `OperationRefused` if there is no such account, or if its samples cannot be decrypted.
    package func exportSamples(
        of account: String, as format: SampleFormat, write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws {
        try await withServices { services in
            let id: UUIDBytes? =
                if let id = UUIDBytes(account) { id } else { try await services.health.account(of: account) }
            guard let id else { throw OperationRefused(description: "there is no account \(account)") }
            var isFirst = true
            try write(Array((format == .csv ? HealthSample.csvHeading : "[").utf8))
            do {
                try await services.health.export(of: id, at: .now) { samples in
                    var part: [UInt8] = []
                    for sample in samples {
                        switch format {
                        case .csv: part += Array(sample.csvLine.utf8)
                        case .json: part += Array((isFirst ? "\n" : ",\n").utf8) + HealthSample.codec.bytes(sample)
                        }
                        isFirst = false
                    }
                    try write(part)
                }
            } catch is HealthError {
                throw OperationRefused(description: "the samples cannot be decrypted with this server's keys")
            }
            if format == .json { try write(Array("\n]\n".utf8)) }
        }
    }
}
