public import Identifiers

extension Codec where Value == UUIDBytes {
    /// A codec for a UUID in its canonical form; either case is read, lower case is written.
    public static var uuid: Codec {
        Codec(Schema(.string).with { $0.format = "uuid" }) { source, node, _ throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .string else { throw .wrongType("a string") }
            let text = source.utf8(token)
            guard let uuid = UUIDBytes(utf8: text.span) else { throw DecodingProblem("bad_format", "must be a UUID") }
            return uuid
        } write: { value, writer in
            writer.writePlain { value.appendText(to: &$0) }
        }
    }
}

extension Codec {
    /// A codec for the id of an entity, as a UUID.
    public static func id<Entity>() -> Codec where Value == ID<Entity> {
        Codec<UUIDBytes>.uuid.map({ ID($0) }, { $0.uuid })
    }
}
