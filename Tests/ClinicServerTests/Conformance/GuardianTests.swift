import ClinicTestSupport
import JSON
import TestSupport
import Testing

extension Conformance {
    @Suite struct GuardiansOverHTTP {
        @Test func `a guardian can read a dependant's appointments and bills until the guardianship ends`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (parent, child) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let stranger = try await practice.signIn("patient3").subject
                let appointment = try await reception.book(child.subject).text("id")
                let invoice = try await reception.invoice(child.subject).text("id")
                let payment = try await reception.pay(invoice, 1_000).text("id")
                let documents = ["appointments/\(appointment)", "invoices/\(invoice)", "payments/\(payment)"]
                let lists = ["patient/appointments", "patient/invoices"]
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"

                func expectNothing() async throws {
                    for path in documents { #expect(try await parent.get(path).status == 404, "\(path)") }
                    for path in lists {
                        #expect(try await parent.get("\(path)?patient_id=\(child.subject)").items.isEmpty, "\(path)")
                    }
                    let home = try await parent.get("patient/home?patient_id=\(child.subject)")
                    #expect(home["upcoming_count"]?.integer == 0)
                    #expect(try await parent.get("patient/balance?patient_id=\(child.subject)").status == 404)
                    #expect(try await parent.get("patient/dependants").items.isEmpty)
                }

                try await expectNothing()
                #expect(try await parent.send("PUT", relation).status == 403)
                #expect(try await reception.send("PUT", relation).status == 200)
                #expect(try await reception.send("PUT", relation).status == 200)
                for path in documents {
                    #expect(try await parent.get(path).body == child.get(path).body, "\(path)")
                }
                for path in lists + ["patient/home", "patient/balance"] {
                    let seen = try await parent.get("\(path)?patient_id=\(child.subject)")
                    #expect(seen.status == 200)
                    #expect(try await seen.body == child.get(path).body, "\(path)")
                    #expect(try await seen.body != parent.get(path).body, "\(path)")
                }
                let cards = try await parent.get("patient/dependants").items
                #expect(cards.map { $0["id"]?.string } == [child.subject])

                // The guardianship gives no access in the opposite direction, and none to a third person.
                #expect(try await child.get("patient/balance?patient_id=\(parent.subject)").status == 404)
                #expect(try await parent.get("patient/balance?patient_id=\(stranger)").status == 404)
                // Unless the clinic lets guardians book, a guardian can read the dependant's data, but not change it.
                #expect(try await parent.post("appointments/\(appointment)/cancel", "{}").status == 404)

                #expect(try await reception.delete(relation).status == 200)
                #expect(try await reception.delete(relation).status == 200)
                try await expectNothing()
            }
        }

        @Test func `a guardian must be another patient of the same clinic`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let child = try await practice.signIn("patient1").subject
                let elsewhere = try await practice.signIn("patient1", clinic: "harbor").subject
                for guardian in [elsewhere, newKey()] {
                    #expect(try await reception.send("PUT", "patients/\(child)/guardians/\(guardian)").status == 404)
                    #expect(try await reception.send("PUT", "patients/\(guardian)/guardians/\(child)").status == 404)
                }
                let own = try await reception.send("PUT", "patients/\(child)/guardians/\(child)")
                #expect(own.problem == "own-guardian")
            }
        }
    }
}
