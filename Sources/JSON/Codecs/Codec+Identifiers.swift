public import Identifiers

extension Codec where Value == UUIDBytes {
    /// A UUID in its canonical form; either case is read, lower case is written.
    public static var uuid: Codec {
        .ascii(Schema(.string).with { $0.format = "uuid" }, detail: "must be a UUID") {
            UUIDBytes(utf8: $0)
        } append: {
            $0.appendText(to: &$1)
        }
    }
}

extension Codec {
    /// The id of an entity, as a UUID.
    public static func id<Entity>() -> Codec where Value == ID<Entity> {
        Codec<UUIDBytes>.uuid.map({ ID($0) }, { $0.uuid })
    }
}
