-- outside a transaction: index ledger_line_rounding
-- For the sum of the few ledger lines with a rounding. The index of the other amounts does not have it.
CREATE INDEX CONCURRENTLY ledger_line_rounding ON ledger_line (clinic_id, happened_at) INCLUDE (rounding)
    WHERE rounding <> 0;
