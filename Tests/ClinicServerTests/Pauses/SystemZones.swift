import TimeZones
import ZoneFiles

extension ZoneSource {
    /// The time zone rules of this machine.
    static let system = ZoneSource((try? ZoneFolder().load()) ?? .onlyUTC)
}
