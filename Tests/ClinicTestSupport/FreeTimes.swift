import EventSourcing
import JSON

/// A free time that the clinic offers for booking.
package struct FreeTime: Hashable, Sendable {
    package let service: String
    package let doctor: String
    package let start: String

    package init(service: String, doctor: String, start: String) {
        self.service = service
        self.doctor = doctor
        self.start = start
    }

    /// The body of a request that books the free time. Staff must name the patient, and patients book for themselves.
    package func booking(for patient: String? = nil, reason: String? = nil) -> String {
        let patient = patient.map { #","patient_id":"\#($0)""# } ?? ""
        let reason = reason.map { #","reason":"\#($0)""# } ?? ""
        return #"{"service_id":"\#(service)","doctor_id":"\#(doctor)","start":"\#(start)"\#(patient)\#(reason)}"#
    }

    package var instant: Instant { Instant(rfc3339: start) ?? Instant(secondsSince1970: 0) }
}

extension App {
    package func service(named name: String = "Füllung") async throws -> JSONValue {
        for service in try await get("services?limit=50").items where service["name"]?.string == name {
            return service
        }
        throw Missing(what: "the service \(name)")
    }

    /// The free times for the service Füllung. `days` are counted from today. Staff may pass a patient and a doctor.
    package func freeTimes(
        _ days: ClosedRange<Int64> = 3...9, for patient: String? = nil, with doctor: String? = nil
    ) async throws -> [FreeTime] {
        let service = try await service().text("id")
        let (first, last) = try await (practice.day(days.lowerBound), practice.day(days.upperBound))
        var path = "slots?service_id=\(service)&from=\(first)&to=\(last)"
        if let patient { path += "&patient_id=\(patient)" }
        if let doctor { path += "&doctor_id=\(doctor)" }
        return try await get(path).items.map { slot in
            FreeTime(service: service, doctor: try slot.text("doctor_id"), start: try slot.text("start"))
        }
    }

    /// The first time, three to nine days ahead, that is free for all given patients. Only staff can request it.
    package func freeTime(forAll patients: [String], with doctor: String? = nil) async throws -> FreeTime {
        var common: [FreeTime]?
        for patient in patients {
            let free = try await freeTimes(for: patient, with: doctor)
            common = common.map { $0.filter(Set(free).contains) } ?? free
        }
        guard let time = common?.first else { throw Missing(what: "a free time") }
        return time
    }

    /// Books a patient's first free time that is three to nine days ahead. Only staff can do this.
    package func book(_ patient: String, with doctor: String? = nil) async throws -> HTTPAnswer {
        let time = try await freeTime(forAll: [patient], with: doctor)
        return try await post("appointments", time.booking(for: patient), key: newKey())
    }

    /// Sets the clinic's opening hours to all day and night, and returns the answer. Only an admin can do this.
    package func openAroundTheClock() async throws -> HTTPAnswer {
        let days = (1...7).map { #"{"weekday":\#($0),"opens":"00:00","closes":"24:00"}"# }.joined(separator: ",")
        return try await put("clinic/opening-hours", #"{"opening_hours":[\#(days)]}"#)
    }

    /// Issues an invoice with one line of `cents` euro cents, and returns the answer. A receptionist must be signed in
    /// at the test client.
    package func invoice(_ patient: String, _ cents: Int = 9_000) async throws -> HTTPAnswer {
        let price = #"{"amount":\#(cents),"currency":"EUR"}"#
        return try await post(
            "invoices",
            #"{"patient_id":"\#(patient)","lines":[{"description":"Schiene","quantity":1,"unit_price":\#(price)}]}"#,
            key: newKey())
    }

    /// Records a payment of `cents` euro cents by card for an invoice, and returns the answer. A receptionist must be
    /// signed in at the test client.
    package func pay(_ invoice: String, _ cents: Int, key: String = newKey()) async throws -> HTTPAnswer {
        try await post(
            "invoices/\(invoice)/payments", #"{"amount":{"amount":\#(cents),"currency":"EUR"},"method":"card"}"#,
            key: key)
    }
}
