-- What the dashboard shows of a clinic's days and of what is owed to it; kept up to date behind the appends.

CREATE TABLE clinic_day (
    clinic_id    uuid   NOT NULL,
    day          text   NOT NULL COLLATE "C",  -- as 2026-11-23, of the clinic's calendar
    document     json   NOT NULL,
    appointments bigint NOT NULL,
    open         bigint NOT NULL,
    waiting      bigint NOT NULL,
    in_treatment bigint NOT NULL,
    completed    bigint NOT NULL,
    cancelled    bigint NOT NULL,
    no_shows     bigint NOT NULL,
    PRIMARY KEY (clinic_id, day)
);

CREATE TABLE clinic_balance (
    clinic_id uuid   NOT NULL,
    account   text   NOT NULL COLLATE "C",
    document  json   NOT NULL,
    open      bigint NOT NULL,
    PRIMARY KEY (clinic_id, account)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON clinic_day, clinic_balance TO chairside_server;
SELECT wall_off('clinic_day'), wall_off('clinic_balance');
