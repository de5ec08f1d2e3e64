/// An area of the mobile app, which a clinic opens or closes for each role.
public enum AppArea: String, Hashable, CaseIterable, Sendable {
    case appointments, booking, records, billing, chat, patients, schedule, finance, statistics
}
