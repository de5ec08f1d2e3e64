public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for invoices, payments and balances.
public enum BillingAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = invoices + payments + patients

    private static let tag = "Billing"

    private static let invoices: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/invoices", id: "listInvoices", summary: "List invoices, the latest first",
            details: "Of all patients, or of one.",
            tag: tag,
            for: FrontDesk.self, takes: .page(key: [.text]),
            .optionalQuery("status", .stringEnum.described("Only invoices with this status; absent: with any.")),
            .optionalQuery("patient_id", .id().described("Only invoices of this patient.")),
            answers: [.page(of: Invoices.codec, "A page of invoices")]
        ) { caller, page, status, patient in
            .query(BillingQueries.invoices(caller.clinic, page, status: status, patient: patient))
        },
        Endpoint(
            .post, "/api/v1/invoices", id: "issueInvoice", summary: "Issue an invoice",
            details: """
                Gives it the next number of the clinic and year. An issued invoice does not change; it can only be \
                voided.
                """,
            tag: tag, for: FrontDesk.self,
            takes: .body(InvoiceDraft.codec), answers: [.created(Invoices.codec, "The new invoice")],
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
            summary: "Show an invoice",
            details: "Patients see their own invoices and those of their dependants.",
            tag: tag, for: PatientOrFrontDesk.self, takes: .path("invoice_id", .invoiceID),
            answers: [.ok(Invoices.codec, "The invoice")], problems: [.notFound]
        ) { caller, id in .query(BillingQueries.invoice(caller.clinic, id, for: Viewer(ifPatient: caller))) },
        Endpoint(
            .post, "/api/v1/invoices/{invoice_id}/void", id: "voidInvoice",
            summary: "Void an invoice",
            details: "Possible only if nothing is paid on it; refund payments first. The number is not used again.",
            tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .invoiceID), .body(VoidBody.codec),
            answers: [.ok(Invoices.codec, "The invoice as it is now")],
            problems: [.invoicePartlyPaid, .notFound], idempotency: .accepted
        ) { caller, id, body in
            .command(ClinicCommand(VoidInvoice(invoice: id, reason: body.reason), answer: .invoice(id)))
        },
        Endpoint(
            .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
            summary: "Record a payment for an invoice",
            details: """
                Pays this invoice; what is too much becomes the patient's credit. Send the same `Idempotency-Key` \
                again to repeat it safely.
                """,
            tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .invoiceID), .body(PaymentBody.codec),
            answers: [.created(Payments.codec, "The payment")], problems: [.invoiceVoid, .otherCurrency, .notFound],
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
            summary: "Pay an invoice from the patient's credit",
            details: "Uses as much of the credit as is open on the invoice.",
            tag: tag, for: FrontDesk.self,
            takes: .path("invoice_id", .invoiceID), answers: [.ok(Invoices.codec, "The invoice as it is now")],
            problems: [.invoiceVoid, .invoiceSettled, .noCredit, .notFound], idempotency: .required
        ) { caller, id in .command(ClinicCommand(ApplyCredit(invoice: id), answer: .invoice(id))) },
    ]

    private static let payments: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/payments", id: "listPayments", summary: "List payments, the latest first",
            details: "Of all patients, or of one.",
            tag: tag,
            for: FrontDesk.self, takes: .page(key: [.second, .uuid]),
            .optionalQuery("patient_id", .id().described("Only payments of this patient.")),
            answers: [.page(of: Payments.codec, "A page of payments")]
        ) { caller, page, patient in .query(BillingQueries.payments(caller.clinic, page, patient: patient)) },
        Endpoint(
            .post, "/api/v1/payments", id: "recordPayment",
            summary: "Record a patient's payment",
            details: """
                Pays the patient's open invoices, the oldest first; the rest becomes credit. Send the same \
                `Idempotency-Key` again to repeat it safely.
                """,
            tag: tag,
            for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
            answers: [.created(Payments.codec, "The payment")], problems: [.otherCurrency, .notFound],
            idempotency: .required
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
            .get, "/api/v1/payments/{payment_id}", id: "getPayment", summary: "Show a payment",
            details: """
                The payment is the patient's receipt. Patients see their own payments and those of their dependants.
                """,
            tag: tag, for: PatientOrFrontDesk.self, takes: .path("payment_id", .paymentID),
            answers: [.ok(Payments.codec, "The payment")], problems: [.notFound]
        ) { caller, id in .query(BillingQueries.payment(caller.clinic, id, for: Viewer(ifPatient: caller))) },
        Endpoint(
            .post, "/api/v1/payments/{payment_id}/refunds", id: "refundPayment",
            summary: "Refund a payment",
            details: """
                At most what is left of the payment. Credit goes first; then invoices that the payment paid are open \
                again.
                """,
            tag: tag, for: FrontDesk.self,
            takes: .path("payment_id", .paymentID), .body(RefundBody.codec),
            answers: [.created(Payments.codec, "The payment with the refund")],
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
            .get, "/api/v1/patient/invoices", id: "listOwnInvoices",
            summary: "List one's own invoices, the latest first",
            details: "The invoices of the caller or of a dependant.",
            tag: tag,
            for: PatientOnly.self, takes: .page(key: [.text]), .dependant,
            answers: [.page(of: Invoices.codec, "A page of invoices")]
        ) { caller, page, dependant in
            .query(
                BillingQueries.invoices(
                    caller.clinic, page, status: nil, patient: dependant ?? ID(caller.patient), for: Viewer(caller)))
        },
        Endpoint(
            .get, "/api/v1/patient/balance", id: "getOwnBalance", summary: "Show one's own balance",
            details: "The sum that the caller or a dependant has to pay, and their credit.",
            tag: tag,
            for: PatientOnly.self, takes: .dependant, answers: [.ok(PatientAccounts.codec, "The balance")],
            problems: [.notFound]
        ) { caller, dependant in
            .query(
                BillingQueries.account(caller.clinic, dependant ?? ID(caller.patient), for: Viewer(caller)))
        },
        Endpoint(
            .get, "/api/v1/patients/{patient_id}/balance", id: "getPatientBalance",
            summary: "Show a patient's balance", details: "The sum that the patient has to pay, and their credit.",
            tag: tag, for: FrontDesk.self,
            takes: .path("patient_id", Codec<ID<Patient>>.patientID),
            answers: [.ok(PatientAccounts.codec, "The balance")],
            problems: [.notFound, .restrictedRecord]
        ) { caller, patient in
            let reader = RecordReader(caller)
            return .query { model, now throws(Problem) in
                // If the record is being restricted at this moment, the row shows it.
                let isOpen = try reader.opens(patient, &model, at: now)
                let filter: Statement = isOpen ? "true" : "restricted_document IS NULL"
                return try BillingQueries.account(caller.clinic, patient, where: filter)(&model, now)
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
