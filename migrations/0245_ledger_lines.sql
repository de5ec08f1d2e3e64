-- The contribution of each billing event to the figures of money, by the event's position. The figures of any days are sums over it.
-- In `ledger_entry`, events with the same data shared a row, which counted at the time of the last of them. That table stays for
-- servers of the release before, and is read and written by no other.

CREATE TABLE ledger_line (
    clinic_id   uuid        NOT NULL,
    line        text        NOT NULL COLLATE "C",
    document    json        NOT NULL,
    happened_at timestamptz NOT NULL,
    invoice_id  uuid,  -- the invoice whose production it is
    production  bigint      NOT NULL,
    collections bigint      NOT NULL,
    refunds     bigint      NOT NULL,
    revenue     bigint      NOT NULL,
    write_offs  bigint      NOT NULL,
    adjustments bigint      NOT NULL,
    PRIMARY KEY (clinic_id, line)
);
CREATE INDEX ledger_line_happened ON ledger_line (clinic_id, happened_at)
    INCLUDE (production, collections, refunds, revenue, write_offs, adjustments);

GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_line TO chairside_server;
SELECT wall_off('ledger_line');
