/// A part of what the mobile app does, which a clinic opens to each role or closes (O21).
public enum AppArea: String, Hashable, CaseIterable, Sendable {
    case appointments, booking, records, billing, chat, patients, schedule, finance, statistics
}
