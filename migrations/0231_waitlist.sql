-- Patients who wait for a time to become free.

CREATE TABLE waitlist_entry (
    clinic_id  uuid NOT NULL,
    -- Sorts by time (version 7).
    entry_id   uuid NOT NULL,
    document   json NOT NULL,
    patient_id uuid NOT NULL,
    service_id uuid NOT NULL,
    status     text NOT NULL,
    last_day   date NOT NULL,
    PRIMARY KEY (clinic_id, entry_id)
);
CREATE INDEX waitlist_entry_status ON waitlist_entry (clinic_id, status, entry_id);
CREATE INDEX waitlist_entry_patient ON waitlist_entry (clinic_id, patient_id, entry_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON waitlist_entry TO chairside_server;
SELECT wall_off('waitlist_entry');
