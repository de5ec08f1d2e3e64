import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The expected shares of payer and patient in an invoice or a draft.
struct InsuranceEstimate: Sendable {
    struct Line: Sendable {
        let number: Int
        let amount, payerShare, patientShare: Money

        static let codec = object(
            Line.init(number:amount:payerShare:patientShare:),
            field("line", \.number, .int.described("The line's number; the first line is 1.")),
            field("amount", \.amount, Money.codec.described("The amount of the line, with tax.")),
            field("payer_share", \.payerShare, Money.codec.described("The payer's expected share.")),
            field("patient_share", \.patientShare, Money.codec.described("The rest of the amount."))
        ).described("The expected shares in one line.").named("InsuranceEstimateLine")
    }

    let coverage: ID<Coverage>?
    let payer: ID<InsurancePayer>?
    let lines: [Line]
    let total, deductible, payerShare, patientShare: Money

    static let codec = object(
        InsuranceEstimate.init(coverage:payer:lines:total:deductible:payerShare:patientShare:),
        optionalField(
            "coverage_id", \.coverage,
            .id().described("The coverage that is valid on the day; absent: none, so that the patient pays all.")),
        optionalField("payer_id", \.payer, .id().described("The coverage's payer; absent: no coverage.")),
        field("lines", \.lines, .array(Line.codec).described("The shares in each line.")),
        field("total", \.total, Money.codec.described("The sum of all lines, with tax.")),
        field(
            "deductible", \.deductible,
            Money.codec.described("The part of the year's deductible that the patient pays with these lines.")),
        field("payer_share", \.payerShare, Money.codec.described("The payer's expected share in all lines.")),
        field("patient_share", \.patientShare, Money.codec.described("The rest of the total."))
    ).described("The expected shares of payer and patient.").named("InsuranceEstimate")

    /// Estimates the shares of payer and patient in charges of one day. Without the id of a coverage it uses the
    /// patient's first coverage that is valid on the day.
    ///
    /// - Parameter invoice: the invoice of the charges, whose own claims do not count as used; `nil` for a draft.
    init(
        _ charges: [ShareEstimate.Charge], on date: CivilDate, under chosen: ID<Coverage>?,
        except invoice: ID<Invoice>? = nil, _ insurance: PatientInsurance, _ currency: Currency
    ) throws(Problem) {
        let used: PatientInsurance.KnownCoverage?
        if let chosen {
            guard let known = insurance[chosen] else { throw .notFound }
            guard !known.isRemoved else { throw Problem(.coverageRemoved) }
            used = known.terms.isValid(on: date) ? known : nil
        } else {
            used = insurance.coverage(on: date)
        }
        let estimate = used.map { coverage in
            ShareEstimate(
                charges, under: coverage.terms,
                used: insurance.used(of: coverage.id, in: date.year, except: invoice))
        }
        let shares = estimate?.payerShares ?? charges.map { _ in 0 }
        let total = charges.reduce(0) { $0 + $1.amount }
        coverage = used?.id
        payer = used?.payer
        lines = zip(charges, shares).enumerated().map { index, part in
            Line(
                number: index + 1, amount: Money(part.0.amount, currency), payerShare: Money(part.1, currency),
                patientShare: Money(part.0.amount - part.1, currency))
        }
        self.total = Money(total, currency)
        deductible = Money(estimate?.deductible ?? 0, currency)
        payerShare = Money(estimate?.payerShare ?? 0, currency)
        patientShare = Money(total - (estimate?.payerShare ?? 0), currency)
    }

    private init(
        coverage: ID<Coverage>?, payer: ID<InsurancePayer>?, lines: [Line], total: Money, deductible: Money,
        payerShare: Money, patientShare: Money
    ) {
        self.coverage = coverage
        self.payer = payer
        self.lines = lines
        self.total = total
        self.deductible = deductible
        self.payerShare = payerShare
        self.patientShare = patientShare
    }

    /// A query that returns this estimate unchanged if the patient exists. PostgreSQL computes nothing.
    fileprivate func query(_ clinic: UUIDBytes, of patient: ID<Patient>) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT \(Bind.json(InsuranceEstimate.codec.bytes(self))) FROM patient
            WHERE clinic_id = \(clinic) AND patient_id = \(patient.uuid)
            """, shape: .one, shows: .only(patient))
    }
}

extension InsuranceAPI {
    private static let rules = """
        The year's deductible is taken from the lines in their order; of the rest the payer pays its percentage, rounded half \
        away from zero to the minor unit, until the year's maximum is reached. Claims for other invoices of the year are \
        counted. The deductible counts as used only by claims that ask the payer for something: subtract charges that are \
        wholly below it from the coverage's `deductible`. Without `coverage_id` the patient's first valid coverage is used.
        """

    static let estimateInvoice = Endpoint<ClinicAction>(
        .get, "/api/v1/invoices/{invoice_id}/insurance-estimate", id: "estimateInvoiceShares",
        summary: "Estimate the shares of payer and patient in an invoice", details: rules, tag: "Billing",
        for: FrontDesk.self, takes: .path("invoice_id", .invoiceID),
        .optionalQuery("coverage_id", .chosenCoverage),
        answers: [.ok(InsuranceEstimate.codec, "The estimate")],
        problems: [.coverageRemoved, .notFound, .restrictedRecord]
    ) { caller, id, coverage throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let (patient, account, charge) = model.charge(of: id) else { throw .notFound }
            _ = try reader.opens(patient, &model, at: now)
            let estimate = try InsuranceEstimate(
                charge.lines, on: charge.issuedOn, under: coverage, except: id, account.insurance,
                model[.basics].currency)
            return estimate.query(caller.clinic, of: patient)
        }
    }

    static let estimateDraft = Endpoint<ClinicAction>(
        .get, "/api/v1/invoice-drafts/{draft_id}/insurance-estimate", id: "estimateDraftShares",
        summary: "Estimate the shares of payer and patient in a draft",
        details: "As if the draft were issued today. \(rules)", tag: "Billing", for: FrontDesk.self,
        takes: .path("draft_id", .draftID), .optionalQuery("coverage_id", .chosenCoverage),
        answers: [.ok(InsuranceEstimate.codec, "The estimate")],
        problems: [
            .coverageRemoved, .draftEnded, .unknownService, .otherCurrency, .invoiceTotal, .treatmentItemStatus,
            .notFound,
            .restrictedRecord,
        ]
    ) { caller, id, coverage throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let draft: InvoiceDraftSaved
            let charged: [InvoiceLine]
            let settings = model[.settings]
            do throws(DraftFault) { draft = try model.openDraft(id) } catch {
                throw error == .ended ? Problem(.draftEnded) : .notFound
            }
            do throws(IssueInvoice.Rejection) {
                charged = try IssueInvoice(draft: draft, isAnother: true).charge(&model).lines
            } catch { throw error.problem }
            _ = try reader.opens(draft.patient, &model, at: now)
            let estimate = try InsuranceEstimate(
                charged.map { ShareEstimate.Charge(service: $0.service, amount: $0.amount) },
                on: settings.zone.date(of: now), under: coverage, model[.patientAccount(draft.patient)].insurance,
                settings.currency)
            return estimate.query(caller.clinic, of: draft.patient)
        }
    }
}

extension Codec where Value == ID<Coverage> {
    fileprivate static var chosenCoverage: Codec {
        .id().described("The coverage to use; absent: the first that is valid on the day.")
    }
}
