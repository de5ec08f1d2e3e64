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
    -- When the first open offer ends.
    offer_expires_at timestamptz,
    PRIMARY KEY (clinic_id, entry_id)
);
CREATE INDEX waitlist_entry_status ON waitlist_entry (clinic_id, status, entry_id);
CREATE INDEX waitlist_entry_patient ON waitlist_entry (clinic_id, patient_id, entry_id);
-- Servers look for offers of all clinics that have ended.
CREATE INDEX waitlist_entry_offer ON waitlist_entry (offer_expires_at) WHERE offer_expires_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON waitlist_entry TO chairside_server;
SELECT wall_off('waitlist_entry');
