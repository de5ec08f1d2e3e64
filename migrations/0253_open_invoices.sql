-- outside a transaction: index invoice_open
-- For the receivables by age: only the invoices on which something is still to be paid.
CREATE INDEX CONCURRENTLY invoice_open ON invoice (clinic_id, issued_on) WHERE balance > 0;
