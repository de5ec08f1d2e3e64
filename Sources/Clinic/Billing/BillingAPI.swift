public import Endpoints

/// The endpoints for invoices, payments and balances.
public enum BillingAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listInvoices,
        issueInvoice,
        getInvoice,
        voidInvoice,
        payInvoice,
        applyCredit,
        listPayments,
        recordPayment,
        getPayment,
        refundPayment,
        listOwnInvoices,
        getOwnBalance,
        getPatientBalance,
    ]
}
