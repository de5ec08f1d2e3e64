public import Endpoints

/// The endpoints for drafts of invoices.
public enum InvoiceDraftsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listInvoiceDrafts,
        createInvoiceDraft,
        getInvoiceDraft,
        changeInvoiceDraft,
        issueInvoiceDraft,
        discardInvoiceDraft,
    ]
}
