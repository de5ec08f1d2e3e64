-- A clinic's own data: few rows, read by everybody, changed now and then.

CREATE TABLE clinic_profile (
    clinic_id       uuid NOT NULL,
    part            text NOT NULL COLLATE "C" CHECK (part = 'profile'),  -- one row per clinic
    document        json NOT NULL,
    public_document json NOT NULL,  -- for every role
    mobile_access   json NOT NULL,
    PRIMARY KEY (clinic_id, part)
);

CREATE TABLE service (
    clinic_id  uuid    NOT NULL,
    service_id uuid    NOT NULL,
    document   json    NOT NULL,
    active     boolean NOT NULL,
    sort_name  text    NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, service_id)
);
CREATE INDEX service_by_name ON service (clinic_id, sort_name, service_id);

CREATE TABLE chair (
    clinic_id uuid    NOT NULL,
    chair_id  uuid    NOT NULL,
    document  json    NOT NULL,
    active    boolean NOT NULL,
    sort_name text    NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, chair_id)
);
CREATE INDEX chair_by_name ON chair (clinic_id, sort_name, chair_id);

CREATE TABLE staff_member (
    clinic_id          uuid    NOT NULL,
    staff_id           uuid    NOT NULL,
    document           json    NOT NULL,  -- for admins
    colleague_document json    NOT NULL,  -- for the rest of the staff: without the reasons of time off
    public_document    json    NOT NULL,  -- for patients, who choose a doctor
    active             boolean NOT NULL,
    role               text    NOT NULL COLLATE "C",
    sort_name          text    NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, staff_id)
);
CREATE INDEX staff_member_by_name ON staff_member (clinic_id, sort_name, staff_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON clinic_profile, service, chair, staff_member TO chairside_server;
