/// Makes values unreadable as they are written, for whoever has no key. A label says which key a value takes.
public protocol ValueSealer: AnyObject, Sendable {
    /// - Returns: ASCII without quotation marks and backslashes, or `nil` where the key is not at hand; what was written is of no use then.
    func seal(_ plain: [UInt8], label: UInt8) -> [UInt8]?
}

/// Reads what a `ValueSealer` has written.
public protocol ValueOpener: AnyObject, Sendable {
    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue
}

public enum OpenedValue: Sendable {
    /// The value's JSON.
    case plain([UInt8])
    /// The key was destroyed, and with it the value.
    case erased
    /// Why it cannot be read: a stable code.
    case unreadable(StaticString)
}

extension Codec {
    /// The same JSON, but `{"sealed":"…"}` in texts that are written with a sealer. A text that is read with an opener may
    /// have either.
    ///
    /// - Parameters:
    ///   - plain: what is read where nothing was sealed.
    ///   - opened: what is read where it was.
    ///   - from: `nil` for a value that was erased.
    ///   - isSealed: whether this value is.
    ///   - erased: what is read where the key was destroyed.
    ///   - placeholder: stands for an erased value where nothing is sealed; `null` where there is none.
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

    /// The value's JSON, with what is sealable in it sealed.
    public func bytes(_ value: Value, sealedBy sealer: any ValueSealer) -> [UInt8] {
        var writer = JSONWriter()
        writer.sealer = sealer
        write(value, &writer)
        return writer.bytes
    }
}

/// How a sealed value stands in JSON: as an object, which no value is that can be sealed.
private enum SealedForm {
    static let name = Array("sealed".utf8)
    static let prepared = Array("\"sealed\":".utf8)
}
