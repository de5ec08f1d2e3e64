import ClinicTestSupport
import JSON

/// A demo clinic with one entity of each kind for each of two patients. The texts contain a word by which a test
/// recognizes the clinic, and the patients' names a word by which it recognizes the patient, in any answer.
struct FurnishedClinic {
    /// The entities of the first and of the second patient of the furnished clinic.
    private(set) var things: [[Subject: String]] = [[:], [:]]
    let slug: String

    /// The word by which a test recognizes the texts of the furnished clinic in answers.
    static func mark(_ slug: String) -> String { "Quark\(slug)" }
    /// Words in the names of the furnished clinic's two patients.
    static func names(_ slug: String) -> [String] { ["Erste\(slug)", "Zweite\(slug)"] }

    /// The word in all texts of the record of the furnished clinic's first (0) or second (1) patient that are closed to
    /// others if the record is restricted.
    static func clinicalMark(_ slug: String, _ index: Int) -> String { "\(mark(slug))Befund\(index)" }

    /// The start of a free time for a visit of the furnished clinic's first patient, 47 to 53 days ahead.
    private(set) var start = ""

    init(_ practice: Practice, _ slug: String) async throws {
        self.slug = slug
        let admin = try await practice.signIn("admin", clinic: slug)
        let desk = try await practice.signIn("reception", clinic: slug)
        guard try await admin.setLogo().status == 200 else { throw Missing(what: "a logo") }
        for (index, name) in Self.names(slug).enumerated() {
            try await furnish(index, admin, practice)
            try await takeOn(index, name, desk, practice)
        }
        try await missCheckIns(practice)
        try await fillCharts(practice)
        try await notify(practice, admin)
        start = try await free(desk, after: 47)
    }

    var mark: String { Self.mark(slug) }

    mutating func keep(_ subject: Subject, _ index: Int, _ id: String) { things[index][subject] = id }

    /// Creates the entities of the furnished clinic that only an admin can create.
    private mutating func furnish(_ index: Int, _ admin: App, _ practice: Practice) async throws {
        let currency = slug == "spree" ? "EUR" : "USD"
        func service(_ name: String) async throws -> String {
            try await admin.post(
                "services",
                """
                {"code":"\(mark)\(name)\(index)","name":"\(mark) \(name) \(index)","duration_minutes":15,\
                "price":{"amount":5000,"currency":"\(currency)"}}
                """
            ).text("id")
        }
        keep(.service, index, try await service("S"))
        keep(.retiringService, index, try await service("R"))
        keep(.retiringChair, index, try await admin.post("chairs", #"{"name":"\#(mark) R\#(index)"}"#).text("id"))
        if index == 0 {
            let question = #"{"key":"diabetes","text":"\#(mark)","kind":"yes_no"}"#
            let set = try await admin.post("history-forms/templates", #"{"questions":[\#(question)]}"#)
            guard set.status == 201 else { throw Missing(what: "a medical history form") }
        }
        for subject in [Subject.consentTemplate, .retiringConsentTemplate] {
            let wording = #"{"title":"\#(mark)","text":"\#(mark) \#(index)"}"#
            keep(subject, index, try await admin.post("consent-templates", wording).text("id"))
        }
        keep(
            .payer, index,
            try await admin.post("insurance-payers", #"{"name":"\#(mark) P\#(index)"}"#).text("id"))
        keep(.tablet, index, try await admin.post("tablets", #"{"name":"\#(mark) \#(index)"}"#).text("id"))
        let webhook = try await admin.post(
            "webhooks", #"{"url":"https://hooks.clinic.invalid/\#(mark)","event_types":["invoice.issued"]}"#)
        keep(.webhook, index, webhook["webhook"]?["id"]?.string ?? "")
        keep(.chair, index, try await admin.get("chairs").items[index].text("id"))
        // All clinics share the drugs of the catalogue. So only one clinic lists drugs as its entities; otherwise the
        // tests would expect that the other clinic cannot read them.
        if slug == "spree" { keep(.drug, index, try await admin.findDrugs("amoxi").items[index].text("id")) }
        let member = try await admin.post("staff", #"{"name":"\#(mark) \#(index)","role":"receptionist"}"#).text("id")
        keep(.staffMember, index, member)
        let (first, last) = try await (practice.day(60), practice.day(61))
        let reason = "\(mark) \(index)"
        let away = try await admin.post(
            "staff/\(member)/time-off", #"{"start":"\#(first)","end":"\#(last)","reason":"\#(reason)"}"#)
        keep(.timeOff, index, try Self.id(of: reason, in: away))
        let closed = try await admin.post(
            "clinic/closures", #"{"first_day":"\#(first)","last_day":"\#(last)","reason":"\#(reason)"}"#)
        keep(.closure, index, try Self.id(of: reason, in: closed))
        let special = #""first_day":"\#(last)","last_day":"\#(last)","effect":"closed""#
        let changed = try await admin.post("clinic/special-hours", #"{\#(special),"reason":"\#(reason) hours"}"#)
        keep(.specialHours, index, try Self.id(of: "\(reason) hours", in: changed))
        let other = try await admin.post("staff/\(member)/special-hours", "{\(special)}")
        guard let hours = other["special_hours"]?.elements?.first?["id"]?.string else {
            throw Missing(what: "the member's special hours")
        }
        keep(.staffHours, index, hours)
        let doctor = try await practice.signIn("doctor\(index + 1)", clinic: slug).subject
        keep(.doctor, index, doctor)
        let blocked = try await admin.post(
            "blocks",
            #"{"kind":"other","title":"\#(mark)","start":"\#(first)","end":"\#(last)","doctor_ids":["\#(doctor)"]}"#)
        keep(.block, index, try blocked.text("id"))
    }

    /// Creates the entities of one patient of the furnished clinic.
    private mutating func takeOn(_ index: Int, _ name: String, _ desk: App, _ practice: Practice) async throws {
        let clinical = Self.clinicalMark(slug, index)
        let app = try await practice.signIn("patient\(index + 1)", clinic: slug)
        let patient = app.subject
        keep(.patient, index, patient)
        keep(.question, index, name)
        // The second patient has another guardian than the first, who has no login.
        let guardian =
            index == 0
            ? try await practice.signIn("patient3", clinic: slug).subject
            : try await desk.post(
                "patients", #"{"given_name":"Vera","family_name":"\#(mark)","birth_date":"1950-01-31"}"#
            ).text("id")
        keep(.guardian, index, guardian)
        let named = try await desk.send("PUT", "patients/\(patient)/guardians/\(guardian)")
        guard named.status == 200 else { throw Missing(what: "a guardian") }
        let renamed = try await desk.put(
            "patients/\(patient)",
            """
            {"given_name":"\(name)","family_name":"\(mark)","birth_date":"1980-01-3\(index)","note":"\(mark)",\
            "phone":"+49 30 555000\(index)"}
            """)
        guard renamed.status == 200 else { throw Missing(what: "the patient's new name") }
        let (service, doctor) = (things[index][.service] ?? "", things[index][.doctor] ?? "")
        let visit = #""patient_id":"\#(patient)","service_id":"\#(service)","doctor_id":"\#(doctor)""#
        let booked = try await free(desk, after: 33, index)
        let appointment = try await desk.post(
            "appointments", #"{\#(visit),"start":"\#(booked)","reason":"\#(clinical)"}"#
        ).text("id")
        keep(.appointment, index, appointment)
        let dentist = try await practice.signIn("doctor\(index + 1)", clinic: slug)
        let noted = try await dentist.post("appointments/\(appointment)/note", #"{"note":"\#(clinical)"}"#)
        guard noted.status == 200 else { throw Missing(what: "a note on an appointment") }
        let (first, last) = try await (practice.day(70), practice.day(75))
        let waits = try await desk.post(
            "waitlist",
            #"{"patient_id":"\#(patient)","service_id":"\#(service)","first_day":"\#(first)","last_day":"\#(last)"}"#)
        let planned = try await desk.post(
            "series",
            #"{\#(visit),"start":"\#(first)T\#(11 + index):00","rule":{"every":1,"unit":"days","count":5},"skip_refused":true}"#
        )
        keep(.series, index, try planned.text("id"))
        keep(.waitlistEntry, index, try waits.text("id"))
        keep(.hold, index, try await newHold(index, desk))
        let currency = slug == "spree" ? "EUR" : "USD"
        let line = #"{"description":"\#(mark)","quantity":1,"unit_price":{"amount":9000,"currency":"\#(currency)"}}"#
        let invoice = try await desk.post(
            "invoices", #"{"patient_id":"\#(patient)","lines":[\#(line)]}"#, key: newKey()
        ).text("id")
        keep(.invoice, index, invoice)
        let paid = try await desk.post(
            "invoices/\(invoice)/payments",
            #"{"amount":{"amount":1000,"currency":"\#(currency)"},"method":"card","reference":"\#(mark)"}"#,
            key: newKey())
        keep(.payment, index, try paid.text("id"))
        let note = try await desk.post(
            "invoices/\(invoice)/credit-notes",
            #"{"amount":{"amount":100,"currency":"\#(currency)"},"reason":"\#(mark)"}"#, key: newKey())
        keep(.creditNote, index, try note.text("id"))
        let draft = try await desk.post(
            "invoice-drafts", #"{"patient_id":"\#(patient)","lines":[\#(line)]}"#, key: newKey())
        keep(.draft, index, try draft.text("id"))
        _ = try await desk.put("family-accounts/\(patient)", #"{"members":[]}"#)
        let family = try await desk.post(
            "family-accounts/\(patient)/payments",
            #"{"amount":{"amount":100,"currency":"\#(currency)"},"method":"cash","reference":"\#(mark)"}"#,
            key: newKey())
        guard family.status == 201 else { throw Missing(what: "a payment for a family") }
        try await insure(index, patient, line, desk)
        let treatment = try await dentist.planTreatment(of: patient, with: service, clinical)
        for (subject, id) in treatment { keep(subject, index, id) }
        let file = try await desk.addFile(to: patient, "%PDF-\(mark)", category: "document", name: "\(clinical).pdf")
        keep(.file, index, try file.text("id"))
        let prescribed = try await dentist.post(
            "patients/\(patient)/prescriptions", SampleBodies.prescription(clinical))
        keep(.prescription, index, try prescribed.text("id"))
        let wanted = #"{"template_id":"\#(things[index][.consentTemplate] ?? "")"}"#
        keep(.consent, index, try await desk.post("patients/\(patient)/consents", wanted).text("id"))
        keep(.historyForm, index, try await desk.post("patients/\(patient)/history-forms/paper", "{}").text("id"))
        let written = try await practice.newThread(of: app, clinical, clinic: slug)
        keep(.thread, index, written.thread)
        keep(.message, index, written.message)
        keep(.session, index, try await practice.login("patient\(index + 1)", clinic: slug).text("session_id"))
        keep(.device, index, try await app.newDevice())
        keep(.vaultEntity, index, try await app.newVaultEntity())
        keep(.pairedClient, index, try await app.newPairedClient())
    }

    /// Records a coverage of a patient, and a claim that is submitted.
    private mutating func insure(_ index: Int, _ patient: String, _ line: String, _ desk: App) async throws {
        let payer = things[index][.payer] ?? ""
        let terms = #"{"valid_from":"2020-01-01","percent":50}"#
        let coverage = try await desk.post(
            "coverages",
            #"{"patient_id":"\#(patient)","payer_id":"\#(payer)","member_number":"\#(Self.clinicalMark(slug, index))","terms":\#(terms)}"#,
            key: newKey()
        ).text("id")
        keep(.coverage, index, coverage)
        let invoice = try await desk.post(
            "invoices", #"{"patient_id":"\#(patient)","lines":[\#(line)]}"#, key: newKey()
        ).text("id")
        let claim = try await desk.post(
            "insurance-claims", #"{"invoice_id":"\#(invoice)","coverage_id":"\#(coverage)"}"#, key: newKey()
        ).text("id")
        keep(.claim, index, claim)
        let submitted = try await desk.post("insurance-claims/\(claim)/submit")
        guard submitted.status == 200 else { throw Missing(what: "a submitted claim") }
    }

    /// Prescribes check-ins for both patients, each of whom misses one.
    private mutating func missCheckIns(_ practice: Practice) async throws {
        for index in things.indices {
            let doctor = try await practice.signIn("doctor\(index + 1)", clinic: slug)
            let contact = #"{"name":"\#(mark)","phone":"+49 30 5550000"}"#
            let plan = try await doctor.put(
                "check-ins/patients/\(things[index][.patient] ?? "")/plan", #"{"contact":\#(contact)}"#)
            guard plan.status == 200 else { throw Missing(what: "a plan of check-ins") }
        }
        try await practice.settleCheckIns(after: 25)
        for index in things.indices {
            let doctor = try await practice.signIn("doctor\(index + 1)", clinic: slug)
            let list = try await doctor.get("check-ins/missed?doctor_id=\(doctor.subject)")
            guard let missed = list.items.first?["missed"] else { throw Missing(what: "a missed check-in") }
            keep(.missedCheckIn, index, try missed.text("id"))
        }
    }

    /// Holds a free time for a patient, and returns the hold's id.
    func newHold(_ index: Int, _ desk: App) async throws -> String {
        let (patient, service) = (things[index][.patient] ?? "", things[index][.service] ?? "")
        let (doctor, start) = (things[index][.doctor] ?? "", try await free(desk, after: 40, index))
        return try await desk.post(
            "holds",
            #"{"patient_id":"\#(patient)","service_id":"\#(service)","doctor_id":"\#(doctor)","start":"\#(start)"}"#
        ).text("id")
    }

    /// The start of the first free time for a patient's visit in the seven days that begin `days` days after today. A
    /// whole week is searched, since the tests may have closed the clinic on most days of the week.
    private func free(_ desk: App, after days: Int64, _ index: Int = 0) async throws -> String {
        let (first, last) = try await (desk.practice.day(days), desk.practice.day(days + 6))
        let (service, doctor) = (things[index][.service] ?? "", things[index][.doctor] ?? "")
        let patient = things[index][.patient] ?? ""
        let slots = try await desk.get(
            "slots?service_id=\(service)&doctor_id=\(doctor)&patient_id=\(patient)&from=\(first)&to=\(last)")
        guard let slot = slots.items.first else { throw Missing(what: "a free time in \(slug)") }
        return try slot.text("start")
    }

    private static func id(of reason: String, in answer: HTTPAnswer) throws -> String {
        guard let found = answer.json?.objects().first(where: { $0.object["reason"]?.string == reason }) else {
            throw Missing(what: "\(reason) in \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return try found.object.text("id")
    }
}

extension App {
    /// Searches the catalogue of drugs with the person's consent.
    ///
    /// - Parameter query: the query of the URL, such as `amoxi` or `amoxi&page=2`, percent-encoded.
    func findDrugs(_ query: String) async throws -> HTTPAnswer {
        try await send("GET", "/v1/catalog/drugs?q=\(query)", nil, ["X-Privacy-Consent": "accepted"])
    }

    /// Registers a new push token, and returns the registration's id.
    func newDevice() async throws -> String {
        try await post(
            "user-devices", #"{"platform":"ios","push_token":"\#(newKey())","environment":"sandbox"}"#
        ).text("id")
    }

    /// Stores a key envelope and an entity in the vault of the caller's account. Returns the entity's id.
    func newVaultEntity() async throws -> String {
        let entity = newKey()
        let stored = try await put("/v1/sync/key-envelope", #"{"envelope":"AAECAwQFBgc="}"#)
        guard stored.status == 200 else { throw Missing(what: "a key envelope") }
        let pushed = try await post("/v1/sync/push", SampleBodies.push(of: entity))
        guard pushed["accepted"]?.elements?.count == 1 else { throw Missing(what: "an entity of the vault") }
        return entity
    }
}
