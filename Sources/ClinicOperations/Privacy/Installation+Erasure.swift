import ClinicServer
import Clinic
import Identifiers

extension Installation {
    /// The accepted reasons for erasing a person.
    package static let erasureReasons = ErasureReason.allCases.map(\.rawValue)

    /// The person whose data is erased, by id: a patient or a former member of staff.
    package enum Person: Sendable {
        case patient(String)
        case staff(String)
    }

    /// Erases a patient's identity, or the contact details of a former member of staff, by destroying the person's key.
    /// Running servers remove the key from memory as soon as they receive the event of the erasure.
    ///
    /// - Parameters:
    ///   - person: the person's id.
    ///   - clinic: the clinic's id or name.
    ///   - reason: one of `erasureReasons`.
    /// - Returns: true if this call erased the person; false if the person had been erased before.
    /// - Throws: `OperationRefused`, or another failure.
    package func erase(_ person: Person, of clinic: String, reason: String) async throws -> Bool {
        guard let reason = ErasureReason(rawValue: reason) else {
            throw OperationRefused(description: "no such reason")
        }
        return try await withServices(of: clinic) { services, clinic in
            switch person {
            case .patient(let patient):
                let erase = ErasePatient(ID(try UUIDBytes(written: patient)), reason: reason)
                return try await services.run(erase, in: clinic, at: .now)
            case .staff(let member):
                let erase = EraseStaff(ID(try UUIDBytes(written: member)), reason: reason)
                return try await services.run(erase, in: clinic, at: .now)
            }
        }
    }
}
