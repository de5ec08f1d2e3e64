-- What the clinic gained by rounding sums that were paid in cash, beside the other figures of a billing event. Servers of the release
-- before write lines without it.
ALTER TABLE ledger_line ADD COLUMN rounding bigint NOT NULL DEFAULT 0;
