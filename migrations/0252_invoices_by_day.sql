-- outside a transaction: index invoice_issued
-- For the production of some weeks, among all invoices of a clinic.
CREATE INDEX CONCURRENTLY invoice_issued ON invoice (clinic_id, issued_on);
