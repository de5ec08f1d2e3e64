extension JSONWriter {
    public mutating func member(_ name: String, _ value: String) {
        self.name(name)
        write(value)
    }

    public mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        write(Int64(value))
    }

    public mutating func member(_ name: String, _ value: RawJSON) {
        self.name(name)
        write(value)
    }

    /// Writes a member that is an object with the members that `body` writes.
    public mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        self.object(body)
    }

    /// Writes an object with the members that `body` writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    public mutating func array<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
        beginArray()
        for element in elements { body(&self, element) }
        endArray()
    }
}
