import EventSourcing
import Identifiers

/// The append conditions of a batch's commands, as one array per column.
struct AppendConditions {
    var commands: [Int64] = []
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var known: [Int64] = []
}

extension AppendConditions {
    /// Collects the append conditions that PostgreSQL must check. The commands of a clinic need no check if the log has
    /// received every event of the clinic's feed, since the batch holds the feed's lock.
    init<Event>(_ batch: Batch<Event>, feeds: [UUIDBytes: FeedEnd]) {
        for (index, command) in batch.commands.enumerated() {
            guard let last = feeds[command.clinic]?.position, let states = batch.states[command.clinic] else {
                continue
            }
            // If the command is not outdated, the log has received every event up to `states.seen`, and none of them
            // changes the states that the command read. So PostgreSQL checks only later events.
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
    /// The conditions on tags of all days, as one array per column.
    var ofAllDays: (commands: [Int64], clinics: [UUIDBytes], days: TagRanges, known: [Int64]) {
        let indexes = tags.aspects.indices.filter { tags[$0].isOfAllDays }
        return (
            indexes.map { commands[$0] }, indexes.map { clinics[$0] }, TagRanges(indexes.map { tags[$0] }),
            indexes.map { known[$0] }
        )
    }
}
