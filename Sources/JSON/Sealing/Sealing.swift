/// Encrypts values while they are written. The label of a value selects its key.
public protocol ValueSealer: AnyObject, Sendable {
    /// Encrypts a value.
    ///
    /// - Returns: ASCII without quotation marks and backslashes, or `nil` if the key is not cached. The written text
    ///   must then be discarded.
    func seal(_ plain: [UInt8], label: UInt8) -> [UInt8]?
}

/// Decrypts values that a `ValueSealer` has written.
public protocol ValueOpener: AnyObject, Sendable {
    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue
}

public enum OpenedValue: Sendable {
    /// The decrypted JSON of the value.
    case plain([UInt8])
    /// The key was destroyed, and so the value is lost.
    case erased
    /// The value cannot be read, for a reason with a stable code.
    case unreadable(StaticString)
}

extension Codec {
    /// A codec that writes a value as `{"sealed":"…"}` if the writer has a sealer, and as plain JSON otherwise. With an
    /// opener it reads both forms.
    ///
    /// - Parameters:
    ///   - plain: returns the value for plain JSON.
    ///   - opened: returns the value for sealed JSON.
    ///   - from: returns the inner value to write; `nil` for a value that was erased.
    ///   - isSealed: whether a value is sealed.
    ///   - erased: the value that is read if the key was destroyed.
    ///   - placeholder: the value that is written instead of an erased one; `nil` writes `null`.
    public static func sealed<Inner>(
        _ codec: Codec<Inner>, label: UInt8, plain: @escaping @Sendable (Inner) -> Value,
        opened: @escaping @Sendable (Inner) -> Value, _ from: @escaping @Sendable (Value) -> Inner?,
        isSealed: @escaping @Sendable (Value) -> Bool = { _ in true }, erased: Value, placeholder: Inner? = nil
    ) -> Codec {
        let (read, write) = (codec.read, codec.write)
        let schema = codec.schema.name == nil ? codec.schema.with { $0.isSealed = true } : codec.schema
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

    /// The value as JSON, with its personal values sealed.
    public func bytes(_ value: Value, sealedBy sealer: any ValueSealer) -> [UInt8] {
        var writer = JSONWriter()
        writer.sealer = sealer
        write(value, &writer)
        return writer.bytes
    }
}

/// The form of a sealed value in JSON. It is an object; values that can be sealed never are, so a reader can
/// distinguish them.
private enum SealedForm {
    static let name = Array("sealed".utf8)
    static let prepared = Array("\"sealed\":".utf8)
}
