import EventSourcing
import Identifiers

/// The append conditions of a batch's commands, column by column.
struct AppendConditions {
    var commands: [Int64] = []
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var known: [Int64] = []
}

extension AppendConditions {
    /// The append conditions to check: none if the log knows the whole feed, which the batch holds locked.
    init<Event>(_ batch: Batch<Event>, feeds: [UUIDBytes: FeedEnd]) {
        for (index, command) in batch.commands.enumerated() {
            guard let last = feeds[command.clinic]?.position, let states = batch.states[command.clinic] else {
                continue
            }
            // Events received since, that do not touch what the command read, count as read.
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
    /// The conditions on tags of all days, column by column.
    var ofAllDays: (commands: [Int64], clinics: [UUIDBytes], days: TagRanges, known: [Int64]) {
        let indexes = tags.aspects.indices.filter { tags[$0].isOfAllDays }
        return (
            indexes.map { commands[$0] }, indexes.map { clinics[$0] }, TagRanges(indexes.map { tags[$0] }),
            indexes.map { known[$0] }
        )
    }
}
