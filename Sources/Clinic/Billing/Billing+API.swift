public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// Invoices, payments and balances.
public enum BillingAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = invoices + payments + patients

    private static let tag = "Billing"

    private static let invoices: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/invoices", id: "listInvoices", summary: "Invoices, the latest first", tag: tag,
            for: FrontDesk.self, takes: .page(key: [.text]),
            .optionalQuery("status", .stringEnum), .optionalQuery("patient_id", .id()),
            answers: [.page(of: Invoices.codec)]
        ) { caller, page, status, patient in
            .query(BillingQueries.invoices(caller.clinic, page, status: status, patient: patient))
        },
        Endpoint(
            .post, "/api/v1/invoices", id: "issueInvoice", summary: "Charge a patient", tag: tag, for: FrontDesk.self,
            takes: .body(InvoiceDraft.codec), answers: [.created(Invoices.codec)],
            problems: [.unknownService, .invoiceTotal, .notFound], idempotency: .accepted
        ) { _, draft in
            .creation { ids in
                let id: ID<Invoice> = ids()
                return ClinicCommand(
                    IssueInvoice(
                        invoice: id, patient: draft.patient, appointment: draft.appointment, lines: draft.lines,
                        paymentTerm: draft.paymentTerm ?? 14),
                    answer: .invoice(id, location: "/api/v1/invoices/\(id)"))
            }
        },
        Endpoint(
            .get, "/api/v1/invoices/{invoice_id}", id: "getInvoice",
            summary: "An invoice; for patients their own or a dependant's",
            tag: tag, for: PatientOrFrontDesk.self, takes: .path("invoice_id", .id()),
            answers: [.ok(Invoices.codec)], problems: [.notFound]
        ) { caller, id in .query(BillingQueries.invoice(caller.clinic, id, for: Onlooker(ifPatient: caller))) },
        Endpoint(
            .post, "/api/v1/invoices/{invoice_id}/void", id: "voidInvoice",
            summary: "Take back an invoice on which nothing is paid", tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .id()), .body(VoidBody.codec), answers: [.ok(Invoices.codec)],
            problems: [.invoicePartlyPaid, .notFound], idempotency: .accepted
        ) { caller, id, body in
            .command(ClinicCommand(VoidInvoice(invoice: id, reason: body.reason), answer: .invoice(id)))
        },
        Endpoint(
            .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
            summary: "Take money for an invoice; what is too much becomes credit", tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .id()), .body(PaymentBody.codec),
            answers: [.created(Payments.codec)], problems: [.invoiceVoid, .otherCurrency, .notFound],
            idempotency: .required
        ) { _, invoice, body in
            .creation { ids in
                let payment: ID<Payment> = ids()
                return ClinicCommand(
                    RecordPayment(
                        payment: payment, payer: .invoice(invoice), amount: body.amount, method: body.method,
                        reference: body.reference),
                    answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
            }
        },
        Endpoint(
            .post, "/api/v1/invoices/{invoice_id}/apply-credit", id: "applyCredit",
            summary: "Pay an invoice from the patient's credit", tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .id()), answers: [.ok(Invoices.codec)],
            problems: [.invoiceVoid, .invoiceSettled, .noCredit, .notFound], idempotency: .required
        ) { caller, id in .command(ClinicCommand(ApplyCredit(invoice: id), answer: .invoice(id))) },
    ]

    private static let payments: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/payments", id: "listPayments", summary: "Payments, the latest first", tag: tag,
            for: FrontDesk.self, takes: .page(key: [.second, .uuid]), .optionalQuery("patient_id", .id()),
            answers: [.page(of: Payments.codec)]
        ) { caller, page, patient in .query(BillingQueries.payments(caller.clinic, page, patient: patient)) },
        Endpoint(
            .post, "/api/v1/payments", id: "recordPayment",
            summary: "Take money for what a patient owes, oldest first; the rest becomes credit", tag: tag,
            for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
            answers: [.created(Payments.codec)], problems: [.otherCurrency, .notFound], idempotency: .required
        ) { _, body in
            .creation { ids in
                let id: ID<Payment> = ids()
                return ClinicCommand(
                    RecordPayment(
                        payment: id, payer: .patient(body.patient), amount: body.amount, method: body.method,
                        reference: body.reference),
                    answer: .payment(id, location: "/api/v1/payments/\(id)"))
            }
        },
        Endpoint(
            .get, "/api/v1/payments/{payment_id}", id: "getPayment", summary: "A payment: the patient's receipt",
            tag: tag, for: PatientOrFrontDesk.self, takes: .path("payment_id", .id()),
            answers: [.ok(Payments.codec)], problems: [.notFound]
        ) { caller, id in .query(BillingQueries.payment(caller.clinic, id, for: Onlooker(ifPatient: caller))) },
        Endpoint(
            .post, "/api/v1/payments/{payment_id}/refunds", id: "refundPayment",
            summary: "Give money back, never more than is left of the payment", tag: tag, for: FrontDesk.self,
            takes: .path("payment_id", .id()), .body(RefundBody.codec), answers: [.created(Payments.codec)],
            problems: [.exceedsRefundable, .otherCurrency, .notFound], idempotency: .required
        ) { _, payment, body in
            .creation { ids in
                let refund: ID<Refund> = ids()
                return ClinicCommand(
                    RefundPayment(
                        refund: refund, payment: payment, amount: body.amount, method: body.method,
                        reason: body.reason),
                    answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
            }
        },
    ]

    private static let patients: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/patient/invoices", id: "listOwnInvoices", summary: "My bills, the latest first", tag: tag,
            for: PatientOnly.self, takes: .page(key: [.text]), .dependant, answers: [.page(of: Invoices.codec)]
        ) { caller, page, dependant in
            .query(
                BillingQueries.invoices(
                    caller.clinic, page, status: nil, patient: dependant ?? ID(caller.patient), for: Onlooker(caller)))
        },
        Endpoint(
            .get, "/api/v1/patient/balance", id: "getOwnBalance", summary: "What I owe and have in credit", tag: tag,
            for: PatientOnly.self, takes: .dependant, answers: [.ok(PatientAccounts.codec)], problems: [.notFound]
        ) { caller, dependant in
            .query(
                BillingQueries.account(caller.clinic, dependant ?? ID(caller.patient), for: Onlooker(caller)))
        },
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/balance", id: "getPatientBalance",
            summary: "What a patient owes and has in credit", tag: tag, for: FrontDesk.self,
            takes: .path("patient_id", Codec<ID<Patient>>.id()), answers: [.ok(PatientAccounts.codec)],
            problems: [.notFound, .restrictedRecord]
        ) { caller, patient in
            let reader = RecordReader(caller)
            return .query { facts, now throws(Problem) in
                // If the record is being restricted at this moment, the row shows it.
                let isOpen = try reader.opens(patient, &facts, at: now)
                let filter: Statement = isOpen ? "true" : "restricted_document IS NULL"
                return try BillingQueries.account(caller.clinic, patient, where: filter)(&facts, now)
            }
        },
    ]
}

extension DocumentAnswer {
    fileprivate static func invoice(_ id: ID<Invoice>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Invoices.self, DocumentKey(id), location: location)
    }

    fileprivate static func payment(_ id: ID<Payment>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Payments.self, DocumentKey(id), location: location)
    }
}
