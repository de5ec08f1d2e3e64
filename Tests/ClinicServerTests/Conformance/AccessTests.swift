import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Endpoints
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    @Suite struct Accesses {
        /// Read operations that leave no record in the access log, since they do not show a patient's record.
        private static let impersonal: Set<String> = [
            "getMe", "listSessions", "getSecondFactor", "listTablets", "getClinic", "getClinicSettings",
            "getMobileAccess", "listServices", "getService", "listChairs", "getChair", "listDoctors", "listStaff",
            "getStaffMember", "listSlots", "listFreeDays", "listNextSlots", "explainSlot", "listCalendarDays",
            "listBlocks", "getDashboard",
            "proveEvent", "listAuditEvents", "exportAuditEvents", "listDayCloses", "getDayClose", "getStaffHistory",
            "getServiceHistory",
            "getChairHistory", "listInsurancePayers", "getInsurancePayer", "getInsuranceClaimAgeing", "getKPIs",
            "listKPIBars", "exportKPIBars", "listPayroll", "exportPayroll", "listReceivables", "exportReceivables",
            "listStatusCounts", "exportStatusCounts", "listNewPatients", "exportNewPatients",
            // `readFeed` answers with events' ids and types, and without values of a patient's data.
            "readFeed",
            // Notifications and their deliveries name entities by ids, and have no values of a patient's data.
            "listNotifications", "countUnreadNotifications", "getNotificationPreferences", "getNotificationSettings",
            "listDeadDeliveries", "getWebPushKey",
            // Webhooks and their messages have ids, and no values of a patient's data.
            "listWebhooks", "listWebhookDeliveries",
            // The vault's operations are left out of the access log, since the vault belongs to the account and the
            // server cannot read it.
            "pullVault", "listVaultVersions", "getKeyEnvelope",
            // The operations that count unread messages answer with numbers, and show no message.
            "countUnreadMessages", "countOwnUnreadMessages",
            // Requests about paired clients and about the settings for health samples are in no clinic's access log,
            // since they belong to the account. Reads of the samples are recorded as device events.
            "listPairedClients", "getHealthSettings", "listDeviceEvents",
            // `exportOwnCheckIns` answers with check-ins that belong to an account, and not to a patient of a clinic.
            "exportOwnCheckIns",
            // The endpoints of the catalogue answer about drugs and studies, and not about people.
            "searchDrugs", "searchDrugsToPrescribe", "getDrug", "listStudies", "listStudyUpdates",
            // Templates for medical history forms, consents and clinical notes are about no patient.
            "getHistoryTemplate", "listConsentTemplates", "getConsentTemplate", "listNoteTemplates", "getNoteTemplate",
        ]

        @Test func `O33 every read operation that shows a patient's data leaves an access record`() async throws {
            try await Practice.open { practice in
                let (patient, reception) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let id = patient.subject
                let times = try await patient.freeTimes()
                let visit = try await patient.post("appointments", times[0].booking()).text("id")
                let dependant = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Klein","birth_date":"2019-04-01"}"#
                ).text("id")
                let double = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Kleine","birth_date":"2019-04-01"}"#
                ).text("id")
                #expect(try await reception.put("patients/\(dependant)/guardians/\(id)", "").status == 200)
                #expect(try await reception.put("patients/\(id)/guardians/\(double)", "").status == 200)
                #expect(try await patient.get("patient/dependants").items.count == 1)
                #expect(try await admin.put("patients/\(dependant)/restriction", #"{"restricted":true}"#).status == 200)
                let emergency = #"{"reason":"The child has fallen"}"#
                #expect(try await doctor.post("patients/\(dependant)/emergency-access", emergency).status == 201)
                #expect(try await admin.get("emergency-accesses").items.count == 1)
                let day = try await patient.get("appointments/\(visit)").text("date")
                let invoice = try await reception.get("invoices?limit=1").items[0].text("id")
                let payment = try await reception.get("payments?limit=1").items[0].text("id")
                for path in [
                    "patient/home", "patient/profile", "patient/guardians", "patient/appointments",
                    "patient/invoices", "patient/balance",
                ] { #expect(try await patient.get(path).status == 200) }
                for path in [
                    "patients?q=\(day)", "patients", "patients/\(id)", "appointments?from=\(day)&to=\(day)",
                    "reception/queue?date=\(day)", "invoices/\(invoice)", "payments/\(payment)",
                    "patients/\(id)/balance", "call-lists/unconfirmed?date=\(day)", "appointments/\(visit)/history",
                    "invoices/\(invoice)/history", "payments/\(payment)/history",
                    "patients/\(double)/possible-duplicates",
                ] { #expect(try await reception.get(path).status == 200, "\(path)") }
                try await showScheduling(of: id, times[1], desk: reception, patient: patient, admin: admin)
                // A patient whose only appointment was cancelled is on the list of unbooked patients.
                let unbooked = try await reception.post(
                    "patients", #"{"given_name":"Jo","family_name":"Kern","birth_date":"1984-04-01"}"#
                ).text("id")
                let cancelled = try await reception.book(unbooked).text("id")
                #expect(
                    try await reception.post("appointments/\(cancelled)/cancel", #"{"reason":"Ill"}"#).status == 200)
                #expect(try await reception.get("call-lists/unbooked").items.isEmpty == false)
                let away = #"{"start":"\#(day)","end":"\#(day)"}"#
                #expect(try await admin.post("staff/\(times[0].doctor)/time-off", away).status == 201)
                #expect(try await reception.get("affected-appointments?from=\(day)&to=\(day)").items.count >= 1)
                let doctorsDay = "doctor/schedule?date=\(day)&doctor_id=\(times[0].doctor)"
                #expect(try await admin.get(doctorsDay).status == 200)
                #expect(try await admin.get("patients/\(id)/history").status == 200)
                #expect(try await admin.get("patients/\(id)/export").status == 200)
                let page = try await admin.get("patients/\(id)/export.html")
                #expect(page.status == 200)
                #expect(page.fields["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
                #expect(page.fields["content-disposition"] == "attachment; filename=\"patient-\(id).html\"")
                #expect(
                    String(decoding: page.body, as: UTF8.self).contains(
                        #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'"#))
                #expect(try await doctor.get("appointments/\(visit)").status == 200)

                try await readBooks(reception, of: id, on: practice.day(0))
                try await practice.readInsurance(reception, admin, of: id)
                try await practice.readCheckIns(of: patient, doctor)
                try await practice.readFiles(doctor, patient)
                try await practice.readTreatmentPlans(of: patient, doctor)
                try await practice.readDentalChart(of: patient, doctor)
                try await practice.readChart(of: patient, doctor)
                try await practice.readPrescriptions(of: patient, doctor)
                try await practice.readHistoryForms(of: patient, doctor)
                try await practice.readConsents(of: patient, admin)
                try await practice.readMessages(of: patient, reception)
                try await practice.readRecords(of: patient, admin)

                let wanted = Set(
                    ServerAPI.operations.filter { $0.method == .get && $0.requiresAuthentication }.map(\.id)
                ).subtracting(Self.impersonal)
                var records: [JSONValue] = []
                var recorded: Set<String> = []
                // The server writes access records to the database about a second after the answers.
                try? await until {
                    records = try await admin.patientDataReads()
                    recorded = Set(records.compactMap { $0["detail"]?["operation"]?.string })
                    return recorded == wanted
                }
                #expect(recorded == wanted)
                #expect(records.allSatisfy { $0["event_type"]?.string == "patient-data-read" })
                let compared = records.first { $0["detail"]?["operation"]?.string == "listPossibleDuplicates" }
                let both = Set(compared?["detail"]?["patient_ids"]?.elements?.compactMap(\.string) ?? [])
                #expect(both == [double, dependant])
                let his = try await admin.get("audit-events?event_type=patient-data-read&limit=100&patient_id=\(id)")
                    .items
                #expect(!his.isEmpty && his.count < records.count)
                for record in his {
                    let shown = record["detail"]?["patient_ids"]?.elements?.compactMap(\.string) ?? []
                    #expect(shown.contains(id))
                }
                let looked = his.first { $0["detail"]?["subject_id"]?.string == reception.subject }
                #expect(looked?["detail"]?["role"]?.string == "receptionist")
                let account = try #require(looked?["detail"]?["account_id"]?.string)
                let reads = try await admin.get(
                    "audit-events?event_type=patient-data-read&limit=100&account_id=\(account)"
                ).items
                #expect(Set(reads.compactMap { $0["detail"]?["role"]?.string }) == ["receptionist"])
                let first = try await admin.get("audit-events?event_type=patient-data-read&limit=1")
                #expect(first["has_more"]?.bool == true)
                let cursor = try first.text("next_cursor")
                let second = try await admin.get("audit-events?event_type=patient-data-read&limit=1&cursor=\(cursor)")
                    .items[0].text("id")
                #expect(second < (try first.items[0].text("id")))
            }
        }

        /// Reads series, waitlist and recalls, each with an entry about a patient.
        private func showScheduling(
            of id: String, _ time: FreeTime, desk: App, patient: App, admin: App
        ) async throws {
            let last = try await desk.practice.day(80)
            let wait = #"{"service_id":"\#(time.service)","first_day":"\#(last)","last_day":"\#(last)"}"#
            #expect(try await patient.post("waitlist", wait).status == 201)
            let visits = #""patient_id":"\#(id)","service_id":"\#(time.service)","doctor_id":"\#(time.doctor)""#
            let rule = #""rule":{"every":1,"unit":"days","count":7},"skip_refused":true"#
            let series = try await desk.post("series", #"{\#(visits),"start":"\#(last)T11:00",\#(rule)}"#).text("id")
            for service in try await admin.get("services?active=true").items {
                let path = "services/\(try service.text("id"))/recall"
                #expect(try await admin.put(path, #"{"days":1}"#).status == 200)
            }
            #expect(try await !desk.get("recalls?by=\(last)").items.isEmpty)
            #expect(try await !desk.get("call-lists/recalls?by=\(last)").items.isEmpty)
            for path in ["waitlist", "series?patient_id=\(id)", "series/\(series)"] {
                #expect(try await desk.get(path).status == 200)
            }
            #expect(try await patient.get("patient/waitlist").items.count == 1)
        }

        /// Creates bills of a patient, and sends one request to every path that shows the bills.
        private func readBooks(_ reception: App, of patient: String, on day: String) async throws {
            let invoice = try await reception.invoice(patient).text("id")
            let payment = try await reception.pay(invoice, 4_000).text("id")
            let note = try await reception.post(
                "invoices/\(invoice)/credit-notes",
                #"{"amount":{"amount":1000,"currency":"EUR"},"reason":"Not done"}"#, key: newKey()
            ).text("id")
            let line = #"{"description":"Filling","quantity":1,"unit_price":{"amount":100,"currency":"EUR"}}"#
            let draft = try await reception.post(
                "invoice-drafts", #"{"patient_id":"\#(patient)","lines":[\#(line)]}"#, key: newKey()
            ).text("id")
            #expect(try await reception.put("family-accounts/\(patient)", #"{"members":[]}"#).status == 200)
            let days = "from=\(day)&to=\(day)"
            for path in [
                "invoices/totals?patient_id=\(patient)", "payments/totals?patient_id=\(patient)",
                "invoices/\(invoice)/insurance-estimate", "invoice-drafts/\(draft)/insurance-estimate",
                "invoices/\(invoice)/pdf", "payments/\(payment)/pdf", "credit-notes/\(note)/pdf",
                "credit-notes/\(note)", "credit-notes?patient_id=\(patient)", "invoice-drafts/\(draft)",
                "credit-notes/\(note)/history",
                "invoice-drafts?patient_id=\(patient)", "family-accounts/\(patient)",
                "family-accounts/\(patient)/history",
                "family-accounts/\(patient)/statements?\(days)", "patients/\(patient)/statements?\(days)",
                "patients/\(patient)/statements/pdf?\(days)", "day-close/\(day)/takings.csv",
            ] { #expect(try await reception.get(path).status == 200, "\(path)") }
        }

        @Test func `O33 repeated reads of a patient's data leave at most one access record for each event loop`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let id = try await practice.signIn("patient1").subject
                for _ in 1...40 { #expect(try await reception.get("patients/\(id)").status == 200) }
                let records = try await admin.accessRecords(of: id)
                // Each event loop records an access once, so there is at most one record for each loop.
                #expect(records.count <= ProcessInfo.processInfo.activeProcessorCount)
            }
        }

        @Test func `O33 a command that is repeated or changes nothing leaves an access record`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let id = try await practice.signIn("patient1").subject
                let visit = try await reception.book(id).text("id")
                let key = newKey()
                for _ in 1...2 {
                    let cancelled = try await reception.post(
                        "appointments/\(visit)/cancel", #"{"reason":"Ill"}"#, key: key)
                    #expect(cancelled.status == 200)
                    // The patient's record is not restricted, so a request to lift the restriction changes nothing.
                    #expect(try await admin.put("patients/\(id)/restriction", #"{"restricted":false}"#).status == 200)
                }
                let records = try await admin.accessRecords(of: id, by: ["cancelAppointment", "restrictRecord"])
                #expect(!records.contains { $0["detail"]?["operation"]?.string == "bookAppointment" })
            }
        }

        @Test func `O33 a patient's request for another patient's home page leaves no access record`() async throws {
            try await Practice.open { practice in
                let (patient, admin) = try await (practice.signIn("patient1"), practice.signIn("admin"))
                let stranger = try await practice.signIn("patient2").subject
                #expect(try await patient.get("patient/home?patient_id=\(stranger)").status == 200)
                #expect(try await patient.get("patient/home").status == 200)
                // Each event loop writes its own access records, at different times. Wait first for the access record
                // of the patient who asked.
                _ = try await admin.accessRecords(of: patient.subject)
                #expect(
                    try await admin.get("audit-events?event_type=patient-data-read&patient_id=\(stranger)").items
                        .isEmpty)
            }
        }

        @Test func `O33 an access record cannot be changed, and not deleted before its retention period ends`()
            async throws
        {
            let database = try TestDatabase.current
            let insert: Statement = """
                INSERT INTO patient_access
                SELECT gen_random_uuid(), gen_random_uuid(), now() - age, gen_random_uuid(), gen_random_uuid(), 'doctor',
                    'getPatient', ARRAY[gen_random_uuid()]
                FROM unnest(ARRAY['1 day', '6 years 1 day']::interval[]) AS age
                """
            try await database.withConnection { connection in
                _ = try await connection.perform(insert)
                for statement in [
                    "UPDATE patient_access SET role = 'admin'", "TRUNCATE patient_access", "DELETE FROM patient_access",
                ] as [Statement] {
                    await #expect(throws: PostgresError.self) { try await connection.perform(statement) }
                }
            }
            _ = try await Installation.demo(database.conninfo).expire()
            try await database.withConnection { connection in
                let left = try await connection.perform(
                    "SELECT accessed_at > now() - interval '2 days' FROM patient_access")
                #expect(try left.map { try $0.bool(0) } == [true])
            }
        }
    }
}
