import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension InsuranceAPI {
    static let listPayers = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-payers", id: "listInsurancePayers", summary: "List the clinic's payers by name",
        details: "Insurances and others who pay a part of patients' charges.", tag: "Billing", for: FrontDesk.self,
        takes: .optionalQuery(
            "active", .bool.described("`true`: only payers in use; `false`: only retired ones; absent: both.")),
        .pageByName, answers: [.page(of: InsurancePayers.codec, "A page of payers")]
    ) { caller, active, page throws(Problem) in
        .query { _, _ in .byName(InsurancePayers.self, in: caller.clinic, where: .whereActive(active), page) }
    }

    static let getPayer = Endpoint<ClinicAction>(
        .get, "/api/v1/insurance-payers/{payer_id}", id: "getInsurancePayer", summary: "Show a payer",
        details: "Retired payers are shown too.", tag: "Billing", for: FrontDesk.self,
        takes: .path("payer_id", .payerID), answers: [.ok(InsurancePayers.codec, "The payer")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        .query { _, _ in .one(InsurancePayers.self, DocumentKey(id), in: caller.clinic, shows: .nobodys) }
    }

    static let listCoverages = Endpoint<ClinicAction>(
        .get, "/api/v1/coverages", id: "listCoverages", summary: "List coverages, the latest first",
        details: """
            Of all patients, or of one; removed ones included. Those of restricted records are listed only for one patient, to a \
            caller who may open the record.
            """, tag: "Billing", for: FrontDesk.self,
        takes: .page(key: [.uuid]),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only coverages of this patient.")),
        answers: [.page(of: Coverages.codec, "A page of coverages")], problems: [.restrictedRecord]
    ) { caller, page, patient throws(Problem) in
        let before: Statement = page.after.map { "AND coverage_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let open = try reader.openRows(of: patient, "coverage.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT document, coverage_id::text, patient_id FROM coverage
                WHERE clinic_id = \(caller.clinic) \(BillingQueries.of(patient, in: caller.clinic)) AND \(open) \(before)
                ORDER BY coverage_id DESC LIMIT \(Int64(page.limit + 1))
                """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        }
    }

    static let getCoverage = Endpoint<ClinicAction>(
        .get, "/api/v1/coverages/{coverage_id}", id: "getCoverage", summary: "Show a coverage",
        details: "Also after it was removed.", tag: "Billing", for: FrontDesk.self,
        takes: .path("coverage_id", .coverageID), answers: [.ok(Coverages.codec, "The coverage")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.coverageOwner(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "coverage.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT document, patient_id FROM coverage
                WHERE clinic_id = \(caller.clinic) AND coverage_id = \(id.uuid) AND \(open)
                """, shape: .one, shows: .inLastColumn)
        }
    }
}
