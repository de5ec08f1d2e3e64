import Identifiers

/// A rebuild's notice to the other processes: documents of a clinic changed without an event.
package struct EditionNotice: Equatable {
    package let clinic: UUIDBytes
    package let edition: Int64

    /// Reads the notice in a notification's payload.
    ///
    /// - Returns: `nil` for a payload that is not `clinic:edition`.
    package static func read(_ payload: String) -> EditionNotice? {
        let parts = payload.split(separator: ":")
        guard parts.count == 2, let clinic = UUIDBytes(parts[0]), let edition = Int64(parts[1]), edition > 0 else {
            return nil
        }
        return EditionNotice(clinic: clinic, edition: edition)
    }
}
