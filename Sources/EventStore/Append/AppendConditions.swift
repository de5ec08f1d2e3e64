import EventSourcing
import Identifiers

/// The append conditions of a batch's commands that PostgreSQL must check, as one array per column.
struct AppendConditions {
    var commands: [Int64] = []
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var known: [Int64] = []
}

extension AppendConditions {
    /// Collects the append conditions of a batch that PostgreSQL must check while the batch holds the feeds' locks. A
    /// command that is not marked as outdated needs no check if the log has received every event of its clinic's feed.
    init<Event>(_ batch: Batch<Event>, feeds: [UUIDBytes: FeedEnd]) {
        for (index, command) in batch.commands.enumerated() {
            guard let last = feeds[command.clinic]?.position, let states = batch.states[command.clinic] else {
                continue
            }
            // The log has received every event up to the position `states.seen`. It has marked each command as outdated
            // that read a state which one of these events changes. So PostgreSQL must check only later events for a
            // command that is not marked.
            let seen = command.isOutdated ? 0 : states.seen
            guard seen < last else { continue }
            for (tag, position) in command.known where position < last {
                self.commands.append(Int64(index))
                clinics.append(command.clinic)
                tags.append(tag)
                known.append(max(position, seen))
            }
        }
    }
}

extension AppendConditions {
    /// The append conditions on tags of all days, which stand for the tags of every day, as one array per column.
    var ofAllDays: (commands: [Int64], clinics: [UUIDBytes], days: TagRanges, known: [Int64]) {
        let indexes = tags.aspects.indices.filter { tags[$0].isOfAllDays }
        return (
            indexes.map { commands[$0] }, indexes.map { clinics[$0] }, TagRanges(indexes.map { tags[$0] }),
            indexes.map { known[$0] }
        )
    }
}
