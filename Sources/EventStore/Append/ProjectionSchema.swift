import EventSourcing

/// A projection and the SQL statements for its table.
struct ProjectionSchema<Event: DomainEvent> {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema

    init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
    }

    /// Whether a command can be written and answered without reading a document.
    func needsNothingRead(for command: PendingCommand<Event>) -> Bool {
        var makesAnswer = command.answer?.table != schema.table
        for proposed in command.proposed {
            let changed = projection.keys(of: proposed.event)
            guard changed.isEmpty || projection.isMadeAnew(by: proposed.event) else { return false }
            if let answer = command.answer, changed.contains(answer.key) { makesAnswer = true }
        }
        return makesAnswer
    }

    /// The keys of the documents that commands change or are answered with, each once. Documents that the commands
    /// create are left out.
    func keysToRead(for commands: [PendingCommand<Event>]) -> [InClinic<DocumentKey>] {
        var isRead: [InClinic<DocumentKey>: Bool] = [:]
        for command in commands {
            for proposed in command.proposed {
                for key in projection.keys(of: proposed.event) {
                    let key = InClinic(clinic: command.clinic, value: key)
                    if isRead[key] == nil { isRead[key] = !projection.isMadeAnew(by: proposed.event) }
                }
            }
            if let answer = command.answer, answer.table == schema.table {
                let key = InClinic(clinic: command.clinic, value: answer.key)
                isRead[key] = isRead[key] ?? true
            }
        }
        return isRead.compactMap { $0.value ? $0.key : nil }
    }
}
