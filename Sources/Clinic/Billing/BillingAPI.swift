public import Endpoints

/// The endpoints for invoices, payments and balances.
public enum BillingAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listInvoices,
        getInvoiceTotals,
        issueInvoice,
        getInvoice,
        voidInvoice,
        payInvoice,
        applyCredit,
        issueCreditNote,
        writeOffInvoice,
        agreeInstalments,
        listCreditNotes,
        getCreditNote,
        listPayments,
        getPaymentTotals,
        recordPayment,
        getPayment,
        refundPayment,
        releasePayment,
        enterPaymentInError,
        listOwnInvoices,
        getOwnBalance,
        getPatientBalance,
    ]
}
