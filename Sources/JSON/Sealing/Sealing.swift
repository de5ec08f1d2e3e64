/// Encrypts personal values while JSON is written. The codec of a value passes a label, which selects the key for the
/// value.
public protocol ValueSealer: AnyObject, Sendable {
    /// Encrypts the JSON of a personal value.
    ///
    /// - Returns: ASCII without quotation marks and backslashes, or `nil` if the key is not in memory. The JSON that is
    ///   being written must then be discarded.
    func seal(_ plain: [UInt8], label: UInt8) -> [UInt8]?
}

/// Decrypts personal values that a `ValueSealer` has encrypted.
public protocol ValueOpener: AnyObject, Sendable {
    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue
}

public enum OpenedValue: Sendable {
    /// The JSON of the personal value, which was decrypted.
    case plain([UInt8])
    /// The key of the personal value was destroyed, so the value is lost.
    case erased
    /// The personal value cannot be decrypted; the text is a stable code of the reason.
    case unreadable(StaticString)
}

extension Codec {
    /// A codec for a personal value. It is written as `{"sealed":"…"}` if the writer has a sealer, and as plain JSON
    /// otherwise. With an opener both forms are read.
    ///
    /// - Parameters:
    ///   - plain: returns the value for plain JSON.
    ///   - opened: returns the value for sealed JSON.
    ///   - from: returns the inner value to write; `nil` for a value that was erased.
    ///   - isSealed: whether a value is encrypted when it is written. Any other value is written as plain JSON.
    ///   - erased: the value that is read if the key was destroyed.
    ///   - placeholder: the value that is written instead of an erased one; `nil` writes `null`.
    public static func sealed<Inner>(
        _ codec: Codec<Inner>, label: UInt8, plain: @escaping @Sendable (Inner) -> Value,
        opened: @escaping @Sendable (Inner) -> Value, _ from: @escaping @Sendable (Value) -> Inner?,
        isSealed: @escaping @Sendable (Value) -> Bool = { _ in true }, erased: Value, placeholder: Inner? = nil
    ) -> Codec {
        let (read, write) = (codec.read, codec.write)
        let schema = codec.schema.with { $0.isSealed = true }
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            guard let opener = source.opener, source.token(node).kind == .object,
                let member = source.member(SealedForm.name, of: node), source.token(member).kind == .string
            else { return plain(try read(source, node, context)) }
            switch opener.open(source.utf8(source.token(member))) {
            case .plain(let bytes):
                let inner: JSONSource
                do throws(JSONSyntaxError) { inner = try JSONSource(parsing: bytes, limits: .stored) } catch {
                    throw DecodingProblem(error)
                }
                return opened(try read(inner, 0, context))
            case .erased: return erased
            case .unreadable(let code): throw DecodingProblem(code.description, "cannot be opened")
            }
        } write: { value, writer in
            guard let inner = from(value) else {
                if let placeholder { write(placeholder, &writer) } else { writer.writeNull() }
                return
            }
            guard isSealed(value) else { return write(inner, &writer) }
            guard let sealer = writer.sealer else {
                writer.holdsSealable = true
                return write(inner, &writer)
            }
            var bare = JSONWriter(reservingCapacity: 64)
            write(inner, &bare)
            writer.beginObject()
            writer.name(prepared: SealedForm.prepared)
            writer.writePlain(sealer.seal(bare.bytes, label: label) ?? [])
            writer.endObject()
        }
    }

    /// A value as JSON in which the personal values are encrypted by `sealer`.
    public func bytes(_ value: Value, sealedBy sealer: any ValueSealer) -> [UInt8] {
        var writer = JSONWriter()
        writer.sealer = sealer
        write(value, &writer)
        return writer.bytes
    }
}

/// The form of a sealed value in JSON: an object with the member `sealed`. The plain form of a personal value is never
/// an object, so a reader can distinguish the two.
private enum SealedForm {
    static let name = Array("sealed".utf8)
    static let prepared = Array("\"sealed\":".utf8)
}
