import Clinic
import EventSourcing

/// One of the demo's clinics, as it is before the first patient comes.
struct DemoClinic: Sendable {
    struct ServiceOffer: Sendable {
        let code: String
        let name: String
        let category: String
        let minutes: Int
        let price: Int64
        /// The frequency of this service among the demo's visits, relative to the clinic's other services.
        let weight: Int
    }

    /// The demo clinic's name in the e-mail addresses of its logins, such as `spree` in `reception@spree.example`.
    let slug: String
    let profile: ClinicProfile
    let zone: String
    let currency: String
    let services: [ServiceOffer]
    let chairs: [String]
    let doctors: [(name: String, specialty: String)]
    /// The languages of the names of the demo clinic's patients. A language that is more frequent is in the list
    /// several times.
    let languages: [String]

    static let all = [berlin, newYork]

    private static let berlin = DemoClinic(
        slug: "spree",
        profile: ClinicProfile(
            name: "Zahnklinik an der Spree", address: "Uferstraße 12, 10115 Berlin", phone: "+49 30 5550123",
            email: "praxis@spree.example"),
        zone: "Europe/Berlin", currency: "EUR",
        services: [
            ServiceOffer(code: "01", name: "Kontrolle", category: "Diagnostik", minutes: 15, price: 4_500, weight: 38),
            ServiceOffer(
                code: "PZR", name: "Zahnreinigung", category: "Prophylaxe", minutes: 30, price: 9_500, weight: 18),
            ServiceOffer(
                code: "F1", name: "Füllung", category: "Konservierend", minutes: 30, price: 14_000, weight: 14),
            ServiceOffer(code: "RX", name: "Röntgen", category: "Diagnostik", minutes: 10, price: 3_200, weight: 12),
            ServiceOffer(
                code: "WK", name: "Wurzelbehandlung", category: "Endodontie", minutes: 60, price: 48_000, weight: 4),
            ServiceOffer(code: "KR", name: "Krone", category: "Prothetik", minutes: 45, price: 62_000, weight: 4),
            ServiceOffer(code: "EX", name: "Extraktion", category: "Chirurgie", minutes: 30, price: 12_000, weight: 5),
            ServiceOffer(code: "NOT", name: "Schmerztermin", category: "Notfall", minutes: 15, price: 6_000, weight: 5),
        ],
        chairs: ["Zimmer 1", "Zimmer 2", "Zimmer 3", "Zimmer 4"],
        doctors: [
            ("Dr. Hannah Vogt", "Zahnerhaltung"), ("Dr. Ömer Şahin", "Endodontie"), ("Dr. Łucja Nowak", "Prophylaxe"),
            ("Dr. Felix Brandt", "Prothetik"), ("Dr. Thị Hồng Đặng", "Kinderzahnheilkunde"),
            ("Dr. João Assunção", "Oralchirurgie"),
        ],
        languages: ["de", "de", "de", "tr", "pl", "vi", "ar", "uk", "pt", "el"])

    private static let newYork = DemoClinic(
        slug: "harbor",
        profile: ClinicProfile(
            name: "Harbor Street Dental", address: "48 Harbor Street, Brooklyn, NY 11201", phone: "+1 718 555 0142",
            email: "desk@harbor.example"),
        zone: "America/New_York", currency: "USD",
        services: [
            ServiceOffer(
                code: "D0120", name: "Periodic exam", category: "Diagnostic", minutes: 15, price: 6_500, weight: 38),
            ServiceOffer(
                code: "D1110", name: "Adult cleaning", category: "Preventive", minutes: 30, price: 11_500, weight: 18),
            ServiceOffer(
                code: "D2391", name: "Filling", category: "Restorative", minutes: 30, price: 21_000, weight: 14),
            ServiceOffer(code: "D0220", name: "X-ray", category: "Diagnostic", minutes: 10, price: 3_500, weight: 12),
            ServiceOffer(
                code: "D3330", name: "Root canal", category: "Endodontics", minutes: 60, price: 98_000, weight: 4),
            ServiceOffer(
                code: "D2740", name: "Crown", category: "Prosthodontics", minutes: 45, price: 115_000, weight: 4),
            ServiceOffer(code: "D7140", name: "Extraction", category: "Surgery", minutes: 30, price: 24_000, weight: 5),
            ServiceOffer(
                code: "D9110", name: "Pain visit", category: "Emergency", minutes: 15, price: 9_000, weight: 5),
        ],
        chairs: ["Room A", "Room B", "Room C", "Room D"],
        doctors: [
            ("Dr. Grace Okafor", "General dentistry"), ("Dr. Seán O'Brien", "Endodontics"),
            ("Dr. María José Ibáñez", "Preventive care"), ("Dr. Wei Li", "Prosthodontics"),
            ("Dr. Solveig Sæther", "Pediatric dentistry"), ("Dr. Youssef Haddad", "Oral surgery"),
        ],
        languages: ["en", "en", "en", "es", "zh", "ar", "nb", "uk", "vi", "pt"])
}
