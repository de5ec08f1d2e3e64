-- Days of cash drawers: their money by method, expected and counted.

CREATE TABLE drawer_day (
    clinic_id uuid NOT NULL,
    drawer_day text NOT NULL COLLATE "C",  -- day and drawer, as 2026-11-23-01
    document json NOT NULL,
    status text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, drawer_day)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON drawer_day TO chairside_server;
SELECT wall_off('drawer_day');
