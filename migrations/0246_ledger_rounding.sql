-- Adds a column for the gain from rounding sums that were paid in cash, beside the other figures of a billing event. Servers of the
-- previous release write lines without it.
ALTER TABLE ledger_line ADD COLUMN rounding bigint NOT NULL DEFAULT 0;
