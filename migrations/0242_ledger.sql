-- The contribution of each event to the figures of money. The figures of any days are sums over it.

CREATE TABLE ledger_entry (
    clinic_id   uuid        NOT NULL,
    entry       text        NOT NULL COLLATE "C",
    document    json        NOT NULL,
    happened_at timestamptz NOT NULL,
    production  bigint      NOT NULL,
    collections bigint      NOT NULL,
    refunds     bigint      NOT NULL,
    revenue     bigint      NOT NULL,
    write_offs  bigint      NOT NULL,
    adjustments bigint      NOT NULL,
    PRIMARY KEY (clinic_id, entry)
);
CREATE INDEX ledger_entry_happened ON ledger_entry (clinic_id, happened_at)
    INCLUDE (production, collections, refunds, revenue, write_offs, adjustments);

GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_entry TO chairside_server;
SELECT wall_off('ledger_entry');
