import Clinic
import EventSourcing
import JSON

/// Seals values as hexadecimal digits, without encryption. It opens sealed values, or reports all as erased if
/// `isErased`.
final class GlassSeal: ValueSealer, ValueOpener {
    let isErased: Bool

    init(isErased: Bool) { self.isErased = isErased }

    func seal(_ plain: [UInt8], label: UInt8) -> [UInt8]? {
        plain.flatMap { Array(String(Int($0) | 256, radix: 16).utf8) }
    }

    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue {
        if isErased { return .erased }
        let digits = Array(sealed)
        return .plain(
            stride(from: 0, to: digits.count, by: 3).map { index in
                let text = String(decoding: digits[(index + 1)...(index + 2)], as: UTF8.self)
                return UInt8(text, radix: 16) ?? 0
            })
    }

    /// Encodes an event with sealed values, as the log stores it, and decodes it again.
    func stored(_ event: ClinicEvent) throws -> ClinicEvent {
        let payload = event.payload
        let stored = type(of: payload).stored
        return try ClinicEvent.types.decode(
            type: stored.name, version: stored.version, data: payload.storedBytes(sealedBy: self), openedBy: self)
    }
}
