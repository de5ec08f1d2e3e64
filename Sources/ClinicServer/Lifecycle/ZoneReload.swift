import Logging
import TimeZones
import ZoneFiles

/// Brings newer zone rules into a running server.
struct ZoneReload: Sendable {
    let folder: ZoneFolder
    let source: ZoneSource

    func run(_ logger: Logger) {
        do {
            let rules = try folder.load()
            let missing = Set(source.current.names).subtracting(rules.names)
            let changed = source.replace(by: rules)
            logger.notice(
                "time zone rules were read",
                metadata: ["release": "\(rules.release)", "changed": "\(changed.joined(separator: " "))"])
            if !missing.isEmpty {
                logger.warning(
                    "the tz database lacks time zones that were there before; they keep their old rules",
                    metadata: ["zones": "\(missing.sorted().joined(separator: " "))"])
            }
        } catch {
            logger.error("the time zone rules cannot be read; the old ones stay", metadata: ["reason": "\(error)"])
        }
    }
}
